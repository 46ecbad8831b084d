/** DELETE identity-providers/{id}: none of its tokens is accepted from the next call on. */
import { endpoint, noContent } from '../../access/endpoint.ts'
import {
  changeProviders,
  PROVIDERS_PATH,
  ProviderParams,
  providerChange,
  requireProvider,
} from './provider-operation.ts'
import { deleteProvider, lockProvider } from './provider-store.ts'

export const removeProvider = endpoint({
  method: 'DELETE',
  path: `${PROVIDERS_PATH}/:id`,
  summary: 'Stop trusting an identity provider',
  description: 'Its tokens open nothing from the next request on.',
  tag: 'IdentityProviders',
  allow: 'tenant',
  params: ProviderParams,
  answers: { 204: null },
  handle: (call) =>
    changeProviders(call, async (tx) => {
      const before = requireProvider(await lockProvider(tx, call.tenantId, call.params.id))
      await deleteProvider(tx, call.tenantId, before.id, call.runtime.clock.now())
      return { ...noContent(), change: providerChange(before, null) }
    }),
})
