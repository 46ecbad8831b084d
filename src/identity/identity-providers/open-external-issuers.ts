/** External issuers that tenants trust: their tokens at every call, and the operations that say whom to trust. */
import type { Outsiders } from '../../access/callers/authenticate.ts'
import type { Realms } from '../../access/callers/realms.ts'
import type { Endpoint } from '../../access/endpoint.ts'
import type { House } from '../../infra/runtime.ts'
import { openOutgoing } from '../../infra/outgoing/outgoing.ts'
import { confirmProvider } from './confirm-provider.ts'
import { createProvider } from './create-provider.ts'
import { removeProvider } from './delete-provider.ts'
import { openKeySets } from './key-sets.ts'
import { outsiders } from './verify-external-token.ts'
import { getProvider, listProviders } from './get-providers.ts'
import type { ProviderDeps, UrlFault } from './provider-rules.ts'
import { readKeySet } from './fetch-key-set.ts'
import { openTrustedIssuers } from './trusted-issuers.ts'
import { updateProvider } from './update-provider.ts'

export interface Issuers {
  outsiders: Outsiders
  urlFault: UrlFault
  close(): void
}

export const issuerEndpoints = (deps: ProviderDeps): Endpoint[] => [
  listProviders,
  createProvider(deps),
  getProvider,
  updateProvider(deps),
  confirmProvider,
  removeProvider,
]

export const openIssuers = (house: House, realms: Realms): Issuers => {
  const { config, log } = house
  const outgoing = openOutgoing({
    rules: {
      allowLoopback: config.allowLocalWebhooks,
      ownHosts: Object.values(config.urls).map((url) => new URL(url).hostname),
    },
  })
  const trusted = openTrustedIssuers(house)
  const keySets = openKeySets({
    read: (source) => readKeySet(outgoing, source),
    onFault: ({ issuer }, { message }) => log.warn('issuer.keys_not_read', { issuer, fault: message }),
  })
  return {
    outsiders: outsiders({ realms, trusted, keySets }),
    urlFault: outgoing.fault,
    close() {
      trusted.close()
      outgoing.close()
    },
  }
}
