/** PUT api-keys/{id} replaces all but the client id and the secret, PATCH the named members; effective from the next request on. */

import { endOfSessions } from '../../access/callers/token-subject.ts'
import { type Answer, type Call, type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { namedIn, patched, withoutNulls } from '../../access/input/patch.ts'
import { checkRepeatedId } from '../../access/input/repeated-id.ts'
import { SECOND_FACTOR_ROLES } from '../../access/permissions.ts'
import type { Tx } from '../../infra/database/database.ts'
import { markChanged } from '../confirmation/confirm-credential.ts'
import { apiKeyBody, settableKey } from './api-key-body.ts'
import { ApiKey, PatchApiKey, UpdateApiKey, type WriteApiKey } from './api-key-schemas.ts'
import {
  type ApiKeyRow,
  findApiKey,
  type KeyScope,
  lockApiKey,
  type WrittenColumns,
  writeApiKey,
} from './api-key-store.ts'
import { findLimitsOfKey, findRoleBundles } from './key-references-store.ts'
import { changeKeys, type KeyRouteScope, keyParams, readKeyId, requireKey } from './key-route-scope.ts'
import { checkKey } from './key-rules.ts'
import { awaitedOfKey, loosenedMembers, withAwaited, withoutAwaited } from './loosened-key.ts'

export const updateApiKey = (place: KeyRouteScope): Endpoint =>
  endpoint({
    method: 'PUT',
    path: `${place.path}/:id`,
    summary: 'Change an API key',
    description:
      'Absent optional members take their defaults; an absent is_active stays as it is. Roles and merchant taken away, an ' +
      'end and is_active false count for tokens already issued; new roles and addresses from the next token on. Another merchant of a key ' +
      'in use and larger limits wait for a second person (`awaited`).',
    tag: 'ApiKeys',
    allow: place.allow,
    isTagged: true,
    isOpenToBound: true,
    params: keyParams(place),
    notFound: 'api_key_not_found',
    body: UpdateApiKey,
    answers: { 200: ApiKey },
    errors: ['invalid_ip_format', 'invalid_expires_at', 'plan_not_found', 'invalid_merchant_id', 'validation_failed'],
    handle: (call) => changeKey(place, call, { body: () => call.body, named: null }),
  })

export const patchApiKey = (place: KeyRouteScope): Endpoint =>
  endpoint({
    method: 'PATCH',
    path: `${place.path}/:id`,
    summary: 'Change members of an API key',
    description:
      'What is not sent stays as it is, a merchant and limits that wait included; `unset` takes members away. The plan and the limits are one ' +
      'thing: whoever sends one of them takes back what waits of them. Else as PUT.',
    tag: 'ApiKeys',
    allow: place.allow,
    isTagged: true,
    isOpenToBound: true,
    params: keyParams(place),
    notFound: 'api_key_not_found',
    body: PatchApiKey,
    answers: { 200: ApiKey },
    errors: ['invalid_ip_format', 'invalid_expires_at', 'plan_not_found', 'invalid_merchant_id', 'validation_failed'],
    handle: (call) =>
      changeKey(place, call, {
        body: (currentKey) => patched(buildBody(currentKey), call.body),
        named: namedIn(call.body),
      }),
  })

interface Wish {
  /** The whole key as it is wanted. */
  readonly body: (currentKey: ApiKeyRow) => WriteApiKey
  /** Members that the call names; null for all. */
  readonly named: ReadonlySet<string> | null
}
type ChangeCall = Pick<
  Call<unknown, unknown, { id?: string }>,
  'body' | 'params' | 'principal' | 'runtime' | 'inTx' | 'inTxOf'
>

const changeKey = (place: KeyRouteScope, call: ChangeCall, wish: Wish): Promise<Answer> => {
  const { body, runtime } = call
  const id = readKeyId(call)
  checkRepeatedId(body, { id })
  return changeKeys(place, call, async (tx, scope) => {
    const currentKey = requireKey(await lockApiKey(tx, scope, id))
    const wanted = wish.body(currentKey)
    const checked = await checkKey(tx, runtime, scope, wanted, wish.named)
    const keepsEnd = wish.named !== null && !wish.named.has('expires_at')
    const written = keepsEnd ? { ...checked, expires_at: currentKey.expires_at } : checked
    const now = runtime.clock.now()
    const isActive = wanted.is_active ?? currentKey.is_active
    const reach = {
      before: { ...currentKey, ofPlan: await findLimitsOfKey(tx, currentKey.plan_id) },
      after: { ...written, is_active: isActive, ofPlan: await findLimitsOfKey(tx, written.plan_id) },
      in: { isUsed: currentKey.last_used_at !== null, decides: await isDeciding(tx, scope, written.roles) },
    }
    const isHeld =
      loosenedMembers(reach.before, reach.after, reach.in).length > 0 &&
      (await markChanged(tx, 'clients', { tenantId: scope.tenantId, ids: [id] }, call.principal, now))
    const asked = isHeld ? awaitedOfKey(reach.before, reach.after, reach.in) : null
    const counting = withoutAwaited(written, reach.before, asked)
    const awaited = withAwaited(asked, currentKey.awaited, wish.named)
    await writeApiKey(tx, scope.tenantId, id, { ...counting, isActive, awaited }, now, endOfSessions(Date.now()))
    const before = apiKeyBody(currentKey, now.getTime())
    const after = apiKeyBody(requireKey(await findApiKey(tx, scope, id)), now.getTime())
    return { ...ok(after), tagged: settableKey(before), change: { kind: 'api_key', id, before, after } }
  })
}

/** Builds a body of PUT that changes nothing. An end in the past would be refused, so it is left out. */
const buildBody = ({ expires_at: _, display_name, ...known }: ApiKeyRow): WriteApiKey => ({
  ...withoutNulls(known as Omit<WrittenColumns, 'expires_at' | 'display_name'>),
  display_name: display_name ?? known.client_id,
})

/** Decides by its roles, and by the roles that those defined by the tenant include. */
const isDeciding = async (tx: Tx, { tenantId }: KeyScope, roles: readonly string[]): Promise<boolean> => {
  const bundles = await findRoleBundles(tx, tenantId, roles)
  return [...roles, ...bundles.flatMap(({ includes }) => includes)].some((role) => SECOND_FACTOR_ROLES.has(role))
}
