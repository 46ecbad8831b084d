/** PUT api-keys/{id}: replaces all but the client id and the secret; it counts from the next request on. */
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { SECOND_FACTOR_ROLES } from '../../access/permissions.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { markChanged } from '../confirmation/confirm-credential.ts'
import { isWiderList } from '../tokens/ip-allow-list.ts'
import { apiKeyBody, settableKey } from './api-key-body.ts'
import { ApiKey, UpdateApiKey } from './api-key-schemas.ts'
import { type ApiKeyRow, findApiKey, type KeyScope, lockApiKey, writeApiKey } from './api-key-store.ts'
import { findRoleBundles } from './key-references-store.ts'
import { changeKeys, type KeyRouteScope, keyParams, readKeyId, requireKey } from './key-route-scope.ts'
import { checkKey } from './key-rules.ts'

export const updateApiKey = (place: KeyRouteScope): Endpoint =>
  endpoint({
    method: 'PUT',
    path: `${place.path}/:id`,
    summary: 'Change an API key',
    description:
      'Absent optional members take their defaults; an absent is_active stays as it is. Roles and merchant taken away, an ' +
      'end and is_active false count for tokens already issued; new roles and addresses from the next token on.',
    tag: 'ApiKeys',
    allow: place.allow,
    isTagged: true,
    isOpenToBound: true,
    params: keyParams(place),
    notFound: 'api_key_not_found',
    body: UpdateApiKey,
    answers: { 200: ApiKey },
    errors: ['invalid_ip_format', 'invalid_expires_at', 'plan_not_found', 'invalid_merchant_id', 'validation_failed'],
    handle: (call) => {
      const { body, runtime } = call
      const id = readKeyId(call)
      if (body.id !== undefined && body.id.toLowerCase() !== id)
        throw fieldProblem('id', 'mismatch', phrase`must be the id of the path, or be left out`)
      return changeKeys(place, call, async (tx, scope) => {
        const known = requireKey(await lockApiKey(tx, scope, id))
        const written = await checkKey(tx, runtime, scope, body)
        const now = runtime.clock.now()
        const isActive = body.is_active ?? known.is_active
        await writeApiKey(tx, scope.tenantId, id, { ...written, isActive }, now)
        if (isWidened(known, { ...written, is_active: isActive }, await isDeciding(tx, scope, written.roles)))
          await markChanged(tx, 'clients', { tenantId: scope.tenantId, ids: [id] }, call.principal, now)
        const before = apiKeyBody(known, now.getTime())
        const after = apiKeyBody(requireKey(await findApiKey(tx, scope, id)), now.getTime())
        return { ...ok(after), tagged: settableKey(before), change: { kind: 'api_key', id, before, after } }
      })
    },
  })

type Reach = Pick<ApiKeyRow, 'roles' | 'merchant_id' | 'is_active' | 'expires_at' | 'allowed_ips'>

/**
 * More roles, another merchant, in use again; of a key that decides also longer, or from more addresses: a second person confirms
 * before it decides.
 */
const isWidened = (before: Reach, after: Reach, decides: boolean): boolean =>
  after.roles.some((role) => !before.roles.includes(role)) ||
  after.merchant_id !== before.merchant_id ||
  (after.is_active && !before.is_active) ||
  (decides && (endOf(after) > endOf(before) || isWiderList(before.allowed_ips, after.allowed_ips)))

const endOf = ({ expires_at }: Reach): number => expires_at?.getTime() ?? Number.POSITIVE_INFINITY

/** By its roles, and by what the tenant's own ones among them include. */
const isDeciding = async (tx: Tx, { tenantId }: KeyScope, roles: readonly string[]): Promise<boolean> => {
  const bundles = await findRoleBundles(tx, tenantId, roles)
  return [...roles, ...bundles.flatMap(({ includes }) => includes)].some((role) => SECOND_FACTOR_ROLES.has(role))
}
