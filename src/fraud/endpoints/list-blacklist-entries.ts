/** GET fraud/blacklist: entries of the lists, of all tenants for the platform, of one's own and the platform's list for a tenant. */
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { findWaitingOfEntities } from '../../access/waiting/waiting-store.ts'
import { toPage } from '../../core/pagination.ts'
import { FIRST_SHARD, type Tx } from '../../infra/database/database.ts'
import { BlacklistPage, BlacklistQuery } from '../blacklist/blacklist-entry-schemas.ts'
import { pageOfEntries } from '../blacklist/blacklist-entry-store.ts'
import {
  BLACKLIST_PATHS,
  BLACKLIST_TAGS,
  type BlacklistRouteScope,
  toEntryResponse,
} from '../blacklist/blacklist-route-scope.ts'
import { BLACKLIST_ENTRY } from '../blacklist/held-removal.ts'

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
      const owner = routes === 'platform' ? null : call.tenantId
      const list = async (tx: Tx) => {
        const { rows, total } = await pageOfEntries(tx, owner ?? undefined, query)
        const ids = rows.map(({ id }) => id)
        const waiting = await findWaitingOfEntities(tx, owner, BLACKLIST_ENTRY, ids)
        const nowMs = runtime.clock.ms()
        return ok(
          toPage(
            rows.map((row) => toEntryResponse(row, nowMs, waiting.get(row.id))),
            total,
            query,
          ),
        )
      }
      return routes === 'platform'
        ? runtime.db.transaction({ as: 'platform', mode: 'replica', on: FIRST_SHARD }, list)
        : call.readList(list)
    },
  })
