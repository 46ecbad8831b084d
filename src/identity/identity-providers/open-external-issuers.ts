/** External issuers that tenants trust: their tokens at every call, and the operations that configure them. */
import type { ExternalIssuers } from '../../access/callers/authenticate.ts'
import type { Realms } from '../../access/callers/realms.ts'
import type { Endpoint } from '../../access/endpoint.ts'
import { openOutgoing } from '../../infra/outgoing/outgoing.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { type CheckProof, openProofCheck } from './check-proof.ts'
import { confirmProvider } from './confirm-provider.ts'
import { createProvider } from './create-provider.ts'
import { removeProvider } from './delete-provider.ts'
import { fetchKeySet } from './fetch-key-set.ts'
import { getProvider, listProviders } from './get-providers.ts'
import { openKeySets } from './key-sets.ts'
import { proveProvider } from './prove-provider.ts'
import type { ProviderServices, UrlFault } from './provider-rules.ts'
import { openTrustedIssuers } from './trusted-issuers.ts'
import { patchProvider, updateProvider } from './update-provider.ts'
import { openExternalIssuerVerifier } from './verify-external-token.ts'

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

export const openExternalIssuers = (runtime: Runtime, realms: Realms): ExternalIssuerServices => {
  const { config, log } = runtime
  const outgoing = openOutgoing({
    rules: {
      allowLoopback: config.allowLocalWebhooks,
      ownHosts: Object.values(config.urls).map((url) => new URL(url).hostname),
    },
  })
  const trusted = openTrustedIssuers(runtime)
  const keySets = openKeySets({
    read: (source) => fetchKeySet(outgoing, source),
    onFault: ({ issuer }, { message }) => log.warn('issuer.keys_not_read', { issuer, fault: message }),
  })
  return {
    externalIssuers: openExternalIssuerVerifier({ realms, trusted, keySets }),
    urlFault: outgoing.fault,
    checkProof: openProofCheck(keySets),
    close() {
      trusted.close()
      outgoing.close()
    },
  }
}
