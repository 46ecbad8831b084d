/** External issuers that tenants trust: their tokens at every call, and the operations that configure them. */
import type { ExternalIssuers } from '../../access/callers/authenticate.ts'
import type { Realms } from '../../access/callers/realms.ts'
import type { Endpoint } from '../../access/endpoint.ts'
import { createOutgoing } from '../../infra/outgoing/outgoing.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { type CheckProof, createProofCheck } from './check-proof.ts'
import { confirmProvider } from './confirm-provider.ts'
import { createProvider } from './create-provider.ts'
import { removeProvider } from './delete-provider.ts'
import { fetchKeySet } from './fetch-key-set.ts'
import { getProvider, listProviders } from './get-providers.ts'
import { createKeySets } from './key-sets.ts'
import { proveProvider } from './prove-provider.ts'
import type { ProviderServices, UrlFault } from './provider-rules.ts'
import { createTrustedIssuers } from './trusted-issuers.ts'
import { patchProvider, updateProvider } from './update-provider.ts'
import { createExternalIssuerVerifier } from './verify-external-token.ts'

export interface ExternalIssuerServices {
  externalIssuers: ExternalIssuers
  urlFault: UrlFault
  checkProof: CheckProof
  close(): void
}

export const identityProviderEndpoints = (deps: ProviderServices): Endpoint[] => [
  listProviders,
  createProvider(deps),
  getProvider,
  updateProvider(deps),
  patchProvider(deps),
  proveProvider(deps),
  confirmProvider,
  removeProvider,
]

export const composeExternalIssuers = (runtime: Runtime, realms: Realms): ExternalIssuerServices => {
  const { config, log } = runtime
  const outgoing = createOutgoing({
    rules: {
      allowLoopback: config.allowLocalWebhooks,
      ownHosts: Object.values(config.urls).map((url) => new URL(url).hostname),
    },
  })
  const trusted = createTrustedIssuers(runtime)
  const keySets = createKeySets({
    read: (source) => fetchKeySet(outgoing, source),
    onFault: ({ issuer }, { message }) => log.warn('issuer.keys_not_read', { issuer, fault: message }),
  })
  return {
    externalIssuers: createExternalIssuerVerifier({ realms, trusted, keySets }),
    urlFault: outgoing.fault,
    checkProof: createProofCheck(keySets),
    close() {
      trusted.close()
      outgoing.close()
    },
  }
}
