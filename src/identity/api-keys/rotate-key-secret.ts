/** POST api-keys/{id}/rotate-secret: returns a new secret, only this once; the old one works 24 hours longer. */
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { isoTime } from '../../core/clock.ts'
import { markChanged } from '../confirmation/confirm-credential.ts'
import { apiKeyBody } from './api-key-body.ts'
import { ApiKeyRotated } from './api-key-schemas.ts'
import { findApiKey, lockApiKey, replaceSecret } from './api-key-store.ts'
import { changeKeys, type KeyRouteScope, keyParams, readKeyId, requireKey } from './key-route-scope.ts'
import { newClientSecret } from './new-credentials.ts'

const OVERLAP_MS = 24 * 3_600_000

export const rotateKeySecret = (place: KeyRouteScope): Endpoint =>
  endpoint({
    method: 'POST',
    path: `${place.path}/:id/rotate-secret`,
    summary: 'Issue a new secret',
    description:
      'The secret so far works 24 hours longer. Rotated again within that time, the oldest one ends at once. Access tokens and refresh tokens go on.',
    tag: 'ApiKeys',
    allow: place.allow,
    isOpenToBound: true,
    params: keyParams(place),
    notFound: 'api_key_not_found',
    answers: { 200: ApiKeyRotated },
    handle: (call) => {
      const { runtime } = call
      const { accountable } = call.principal
      const id = readKeyId(call)
      const secret = newClientSecret(runtime)
      const hash = secret.use((text) => runtime.sealer.hashSecret(text))
      return changeKeys(place, call, async (tx, scope) => {
        const currentKey = requireKey(await lockApiKey(tx, scope, id))
        const now = runtime.clock.now()
        const previousExpiresAt = new Date(now.getTime() + OVERLAP_MS)
        await replaceSecret(tx, scope.tenantId, id, { hash, now, previousExpiresAt, accountable })
        await markChanged(tx, 'clients', { tenantId: scope.tenantId, ids: [id] }, call.principal, now)
        const before = apiKeyBody(currentKey, now.getTime())
        const after = apiKeyBody(requireKey(await findApiKey(tx, scope, id)), now.getTime())
        const shown = secret.use((text) => ({ api_key: after, secret: text, rotated_at: isoTime(now) }))
        return { ...ok(shown), carriesSecret: true, change: { kind: 'api_key', id, before, after } }
      })
    },
  })
