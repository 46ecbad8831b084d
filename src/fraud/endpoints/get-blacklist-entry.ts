/** GET fraud/blacklist/{id}: one entry, of one's own list or the platform's. */
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { findWaitingOfEntities } from '../../access/waiting/waiting-store.ts'
import { FIRST_SHARD, type Tx } from '../../infra/database/database.ts'
import { BlacklistEntry, EntryParams } from '../blacklist/blacklist-entry-schemas.ts'
import { findEntry } from '../blacklist/blacklist-entry-store.ts'
import {
  BLACKLIST_PATHS,
  BLACKLIST_TAGS,
  type BlacklistRouteScope,
  entryNotFound,
  toEntryResponse,
} from '../blacklist/blacklist-route-scope.ts'
import { BLACKLIST_ENTRY } from '../blacklist/held-removal.ts'

export const getBlacklistEntry = (routes: BlacklistRouteScope): Endpoint =>
  endpoint({
    method: 'GET',
    path: `${BLACKLIST_PATHS[routes]}/:id`,
    tag: BLACKLIST_TAGS[routes],
    summary: 'Read a blacklist entry',
    description:
      'One entry as the list shows it: the value is masked, expired entries are there until they are deleted.',
    allow: routes === 'platform' ? 'platform' : 'analyst',
    params: EntryParams,
    answers: { 200: BlacklistEntry },
    async handle(call) {
      const { id } = call.params
      const owner = routes === 'platform' ? null : call.tenantId
      const find = async (tx: Tx) => {
        const row = await findEntry(tx, owner, id)
        if (row === undefined) throw entryNotFound()
        const waiting = await findWaitingOfEntities(tx, owner, BLACKLIST_ENTRY, [row.id])
        return ok(toEntryResponse(row, call.runtime.clock.ms(), waiting.get(row.id)))
      }
      return routes === 'platform'
        ? call.runtime.db.transaction({ as: 'platform', mode: 'read', on: FIRST_SHARD }, find)
        : call.read(find)
    },
  })
