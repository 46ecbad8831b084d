/** POST api-keys: a client id, and its secret this once. */
import { created, type Endpoint, endpoint } from '../../access/endpoint.ts'
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import { markChanged } from '../confirmation/confirm-credential.ts'
import { apiKeyBody } from './api-key-body.ts'
import { ApiKeyCreated, CreateApiKey } from './api-key-schemas.ts'
import { addApiKey, countForCreate, findApiKey, type WrittenColumns } from './api-key-store.ts'
import { changeKeys, checkTenant, collectionParams, type KeyRouteScope, requireKey } from './key-route-scope.ts'
import { checkKey } from './key-rules.ts'
import { newClientId, newClientSecret } from './new-credentials.ts'

/** Limit for the keys of the tenant as a whole, and for those of each merchant: the two are independent. */
const KEYS_MAX = 50

export const createApiKey = (place: KeyRouteScope): Endpoint =>
  endpoint({
    method: 'POST',
    path: place.path,
    summary: 'Create an API key',
    description:
      'The secret is shown in this answer only. A tenant has 50 keys of its own at most, and 50 of each merchant, active and inactive together.',
    tag: 'ApiKeys',
    allow: place.allow,
    isOpenToBound: true,
    params: collectionParams(place),
    body: CreateApiKey,
    answers: { 201: ApiKeyCreated },
    errors: [
      'api_key_limit_reached',
      'invalid_ip_format',
      'invalid_expires_at',
      'plan_not_found',
      'invalid_merchant_id',
      'validation_failed',
    ],
    handle: (call) => {
      const { runtime, body } = call
      if (body.is_active === false)
        throw fieldProblem('is_active', 'mismatch', phrase`a new key is active; create it, then switch it off by PUT`)
      const { accountable } = call.principal
      const id = newId(runtime.clock.ms())
      const clientId = newClientId(runtime)
      const secret = newClientSecret(runtime)
      const secretHash = secret.use((text) => runtime.sealer.hashSecret(text))
      return changeKeys(place, call, async (tx, scope) => {
        await checkTenant(tx, scope)
        const written = await checkKey(tx, runtime, scope, body)
        if ((await countForCreate(tx, scope.tenantId, written.merchant_id)) >= KEYS_MAX) throw limitReached(written)
        const now = runtime.clock.now()
        await addApiKey(tx, { tenantId: scope.tenantId, id, clientId, secretHash, written, accountable, now })
        await markChanged(tx, 'clients', { tenantId: scope.tenantId, ids: [id] }, call.principal, now)
        const after = apiKeyBody(requireKey(await findApiKey(tx, scope, id)), now.getTime())
        const shown = secret.use((text) => ({ api_key: after, secret: text }))
        return { ...created(shown), carriesSecret: true, change: { kind: 'api_key', id, before: null, after } }
      })
    },
  })

const limitReached = ({ merchant_id }: WrittenColumns): Problem =>
  new Problem('api_key_limit_reached', {
    detail:
      merchant_id === null
        ? phrase`The tenant already has ${KEYS_MAX} keys, active and inactive together. Delete one first.`
        : phrase`The merchant already has ${KEYS_MAX} keys, active and inactive together. Delete one first.`,
  })
