/** POST identity-providers/{id}/confirm: a second person lets its people decide, send and approve. */
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { confirmCredential } from '../confirmation/confirmation.ts'
import {
  changeProviders,
  foundProvider,
  PROVIDERS_PATH,
  ProviderParams,
  providerBody,
  providerChange,
} from './provider-call.ts'
import { IdentityProvider } from './provider-schemas.ts'
import { findProvider, lockProvider } from './provider-store.ts'

export const confirmProvider: Endpoint = endpoint({
  method: 'POST',
  path: `${PROVIDERS_PATH}/:id/confirm`,
  summary: 'Confirm an identity provider',
  description: 'By another person than whoever made or changed it; one that is confirmed stays so.',
  tag: 'IdentityProviders',
  allow: 'tenant',
  fourEyes: 'decide',
  params: ProviderParams,
  answers: { 200: IdentityProvider },
  handle: (call) =>
    changeProviders(call, async (tx) => {
      const { tenantId, principal } = call
      const before = foundProvider(await lockProvider(tx, tenantId, call.params.id))
      const row = { accountable: [], changed_people: before.changed_people, needs_confirmation: true }
      await confirmCredential(tx, 'identity_providers', { tenantId, id: before.id }, row, principal)
      const after = foundProvider(await findProvider(tx, tenantId, before.id))
      return { ...ok(providerBody(after)), change: providerChange(before, after) }
    }),
})
