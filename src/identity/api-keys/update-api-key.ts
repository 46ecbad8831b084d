/** PUT api-keys/{id}: replaces all but the client id and the secret; it counts from the next request on. */
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { fieldProblem } from '../../core/problem.ts'
import { markChanged } from '../confirmation/confirmation.ts'
import { apiKeyBody } from './api-key-body.ts'
import { ApiKey, UpdateApiKey } from './api-key-schemas.ts'
import { type ApiKeyRow, findApiKey, lockApiKey, writeApiKey } from './api-key-store.ts'
import { changeKeys, foundKey, type KeyPlace, keyIdOf, keyParams } from './key-place.ts'
import { checkedKey } from './key-rules.ts'

export const updateApiKey = (place: KeyPlace): Endpoint =>
  endpoint({
    method: 'PUT',
    path: `${place.path}/:id`,
    summary: 'Change an API key',
    description:
      'Absent optional members take their defaults; an absent is_active stays as it is. Roles and merchant taken away, an ' +
      'end and is_active false count for tokens already issued; new roles and addresses from the next token on.',
    tag: 'ApiKeys',
    allow: place.allow,
    isOpenToBound: true,
    params: keyParams(place),
    notFound: 'api_key_not_found',
    body: UpdateApiKey,
    answers: { 200: ApiKey },
    errors: ['invalid_ip_format', 'invalid_expires_at', 'plan_not_found', 'invalid_merchant_id', 'validation_failed'],
    handle: (call) => {
      const { body, house } = call
      const id = keyIdOf(call)
      if (body.id !== undefined && body.id.toLowerCase() !== id)
        throw fieldProblem('id', 'mismatch', 'must be the id of the path, or be left out')
      return changeKeys(place, call, async (tx, scope) => {
        const known = foundKey(await lockApiKey(tx, scope, id))
        const written = await checkedKey(tx, house, scope, body)
        const now = house.clock.now()
        const isActive = body.is_active ?? known.is_active
        await writeApiKey(tx, scope.tenantId, id, { ...written, isActive }, now)
        if (isWidened(known, { ...written, is_active: isActive }))
          await markChanged(tx, 'clients', { tenantId: scope.tenantId, ids: [id] }, call.principal, now)
        const before = apiKeyBody(known, now.getTime())
        const after = apiKeyBody(foundKey(await findApiKey(tx, scope, id)), now.getTime())
        return { ...ok(after), change: { kind: 'api_key', id, before, after } }
      })
    },
  })

type Reach = Pick<ApiKeyRow, 'roles' | 'merchant_id' | 'is_active'>

/** More roles, another merchant, or in use again: a second person looks before it decides. */
const isWidened = (before: Reach, after: Reach): boolean =>
  after.roles.some((role) => !before.roles.includes(role)) ||
  after.merchant_id !== before.merchant_id ||
  (after.is_active && !before.is_active)
