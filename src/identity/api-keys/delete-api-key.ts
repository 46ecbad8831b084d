/** DELETE api-keys/{id}: its tokens and sign-ins end at once; the log of its actions stays readable. */
import { type Endpoint, endpoint, noContent } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { apiKeyBody, settableKey } from './api-key-body.ts'
import { lockApiKey, removeApiKey } from './api-key-store.ts'
import { changeKeys, type KeyRouteScope, keyParams, readKeyId, requireKey } from './key-route-scope.ts'

export const deleteApiKey = (place: KeyRouteScope): Endpoint =>
  endpoint({
    method: 'DELETE',
    path: `${place.path}/:id`,
    summary: 'Delete an API key',
    description: 'Its access tokens and refresh tokens are refused from the next request on.',
    tag: 'ApiKeys',
    allow: place.allow,
    isTagged: true,
    isOpenToBound: true,
    params: keyParams(place),
    notFound: 'api_key_not_found',
    answers: { 204: null },
    errors: place.allow === 'tenant' ? ['api_key_in_use'] : [],
    handle: (call) => {
      const { runtime, principal } = call
      const id = readKeyId(call)
      return changeKeys(place, call, async (tx, scope) => {
        const currentKey = requireKey(await lockApiKey(tx, scope, id))
        if (scope.tenantId === principal.realmId && currentKey.client_id === principal.clientId) throw inUse()
        const now = runtime.clock.now()
        await removeApiKey(tx, scope.tenantId, id, now)
        const before = apiKeyBody(currentKey, now.getTime())
        return { ...noContent(), tagged: settableKey(before), change: { kind: 'api_key', id, before, after: null } }
      })
    },
  })

const inUse = (): Problem =>
  new Problem('api_key_in_use', { detail: phrase`This key is the one that calls; delete it with another key.` })
