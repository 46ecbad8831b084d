/** POST identity-providers/{id}/confirm: a second person lets its people decide, send and approve. */
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { confirmCredential } from '../confirmation/confirm-credential.ts'
import { ConfirmChange, checkSent } from '../confirmation/named-change.ts'
import {
  changeProviders,
  PROVIDERS_PATH,
  ProviderParams,
  providerBody,
  providerChange,
  requireProvider,
} from './provider-operation.ts'
import { IdentityProvider } from './provider-schemas.ts'
import { findProvider, lockProvider } from './provider-store.ts'

export const confirmProvider: Endpoint = endpoint({
  method: 'POST',
  path: `${PROVIDERS_PATH}/:id/confirm`,
  summary: 'Confirm an identity provider',
  description: 'By another person than those who made or changed it; one that is confirmed stays so.',
  tag: 'IdentityProviders',
  allow: 'tenant',
  fourEyes: 'decide',
  params: ProviderParams,
  body: ConfirmChange,
  isBodyOptional: true,
  answers: { 200: IdentityProvider },
  errors: ['conflict'],
  handle: (call) => {
    const { change_id: changeId } = call.body
    checkSent(call, 'change_id', changeId)
    return changeProviders(call, async (tx) => {
      const { tenantId, principal } = call
      const before = requireProvider(await lockProvider(tx, tenantId, call.params.id))
      const row = { accountable: [], changeId }
      await confirmCredential(tx, 'identity_providers', { tenantId, id: before.id }, row, principal)
      const after = requireProvider(await findProvider(tx, tenantId, before.id))
      return { ...ok(providerBody(after)), change: providerChange(before, after) }
    })
  },
})
