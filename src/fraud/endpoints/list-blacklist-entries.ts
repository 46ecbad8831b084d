/** GET fraud/blacklist: what is on the lists, of all tenants for the platform, one's own and the platform's for a tenant. */
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { pageOf } from '../../core/pagination.ts'
import { BlacklistPage, BlacklistQuery } from '../blacklist/blacklist-entry-schemas.ts'
import { pageOfEntries } from '../blacklist/blacklist-entry-store.ts'
import {
  BLACKLIST_PATHS,
  BLACKLIST_TAGS,
  type BlacklistRouteScope,
  toEntryResponse,
} from '../blacklist/blacklist-route-scope.ts'

export const listBlacklistEntries = (routes: BlacklistRouteScope): Endpoint =>
  endpoint({
    method: 'GET',
    path: BLACKLIST_PATHS[routes],
    tag: BLACKLIST_TAGS[routes],
    summary: routes === 'platform' ? 'List blacklist entries of every tenant' : 'List blacklist entries',
    description: 'Newest first; expired ones stay until they are deleted or added again.',
    allow: routes === 'platform' ? 'platform' : 'analyst',
    query: BlacklistQuery,
    answers: { 200: BlacklistPage },
    async handle(call) {
      const { query, runtime } = call
      const { rows, total } =
        routes === 'platform'
          ? await runtime.db.listAcrossTenants((tx) => pageOfEntries(tx, undefined, query))
          : await call.readList((tx) => pageOfEntries(tx, call.tenantId, query))
      const nowMs = runtime.clock.ms()
      return ok(
        pageOf(
          rows.map((row) => toEntryResponse(row, nowMs)),
          total,
          query,
        ),
      )
    },
  })
