/** GET api-keys: the list, and one of them; never a secret. */
import { Type } from 'typebox'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { peopleOfWaiting, waitingQuery } from '../../access/waits-for.ts'
import { listQuery, toPage } from '../../core/pagination.ts'
import { apiKeyBody, settableKey } from './api-key-body.ts'
import { pageOfApiKeys } from './api-key-list-store.ts'
import { ApiKey, ApiKeyPage } from './api-key-schemas.ts'
import { findApiKey } from './api-key-store.ts'
import {
  checkTenant,
  collectionParams,
  type KeyRouteScope,
  keyParams,
  readKeyId,
  readKeys,
  requireKey,
} from './key-route-scope.ts'

export const listApiKeys = (place: KeyRouteScope): Endpoint =>
  endpoint({
    method: 'GET',
    path: place.path,
    summary: 'List API keys',
    description: 'The search looks into display name, contact address and client id.',
    tag: 'ApiKeys',
    allow: place.allow,
    params: collectionParams(place),
    query: Type.Object({ ...listQuery, ...waitingQuery }),
    answers: { 200: ApiKeyPage },
    handle: (call) => {
      const { query, runtime } = call
      // As in confirmApiKey: an administrator of the whole tenant confirms, never the platform.
      const waitingFor = peopleOfWaiting(query, call.principal, 'identity', { allow: 'tenant' })
      return readKeys(place, call, async (tx, scope) => {
        await checkTenant(tx, scope)
        if (waitingFor === null) return ok(toPage([], 0, query))
        const filters = { includeInactive: query.include_inactive ?? false, searchTerm: query.search_term, waitingFor }
        const { rows, total } = await pageOfApiKeys(tx, scope, filters, query)
        const nowMs = runtime.clock.ms()
        return ok(
          toPage(
            rows.map((row) => apiKeyBody(row, nowMs)),
            total,
            query,
          ),
        )
      })
    },
  })

export const getApiKey = (place: KeyRouteScope): Endpoint =>
  endpoint({
    method: 'GET',
    path: `${place.path}/:id`,
    summary: 'One API key',
    description: 'The key with its limits; its secret is shown only when it is made or renewed.',
    tag: 'ApiKeys',
    allow: place.allow,
    isTagged: true,
    params: keyParams(place),
    notFound: 'api_key_not_found',
    answers: { 200: ApiKey },
    handle: async (call) => {
      const row = await readKeys(place, call, (tx, scope) => findApiKey(tx, scope, readKeyId(call)))
      const body = apiKeyBody(requireKey(row), call.runtime.clock.ms())
      return { ...ok(body), tagged: settableKey(body) }
    },
  })
