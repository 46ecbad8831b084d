/** POST api-keys/{id}/confirm: a second person lets a key decide, send and approve. */
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { confirmCredential } from '../confirmation/confirm-credential.ts'
import { ConfirmChange, checkSent } from '../confirmation/named-change.ts'
import { apiKeyBody } from './api-key-body.ts'
import { ApiKey } from './api-key-schemas.ts'
import { findApiKey, lockApiKey } from './api-key-store.ts'
import { changeKeys, keyParams, OWN_KEYS, readKeyId, requireKey } from './key-route-scope.ts'

export const confirmApiKey: Endpoint = endpoint({
  method: 'POST',
  path: `${OWN_KEYS.path}/:id/confirm`,
  summary: 'Confirm an API key',
  description:
    'A key that a person created, gave a new secret or granted roles decides, sends and approves nothing until another person ' +
    'confirms it; it still counts as the people who have had its secret. One that is confirmed stays so.',
  tag: 'ApiKeys',
  allow: 'tenant',
  fourEyes: 'decide',
  params: keyParams(OWN_KEYS),
  notFound: 'api_key_not_found',
  body: ConfirmChange,
  isBodyOptional: true,
  answers: { 200: ApiKey },
  errors: ['conflict'],
  handle: (call) => {
    const { change_id: changeId } = call.body
    checkSent(call, 'change_id', changeId)
    return changeKeys(OWN_KEYS, call, async (tx, scope) => {
      const id = readKeyId(call)
      const nowMs = call.runtime.clock.ms()
      const currentKey = requireKey(await lockApiKey(tx, scope, id))
      const row = { accountable: currentKey.accountable ?? [currentKey.client_id], changeId }
      await confirmCredential(tx, 'clients', { tenantId: scope.tenantId, id }, row, call.principal)
      const before = apiKeyBody(currentKey, nowMs)
      const after = apiKeyBody(requireKey(await findApiKey(tx, scope, id)), nowMs)
      return { ...ok(after), change: { kind: 'api_key', id, before, after } }
    })
  },
})
