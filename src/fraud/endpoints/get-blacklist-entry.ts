/** GET fraud/blacklist/{id}: one entry, of one's own list or the platform's. */
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { BlacklistEntry, EntryParams } from '../blacklist/blacklist-entry-schemas.ts'
import { findEntry } from '../blacklist/blacklist-entry-store.ts'
import {
  BLACKLIST_PATHS,
  BLACKLIST_TAGS,
  type BlacklistRouteScope,
  entryNotFound,
  toEntryResponse,
} from '../blacklist/blacklist-route-scope.ts'

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
      const row =
        routes === 'platform'
          ? await call.runtime.db.readAcrossTenants((tx) => findEntry(tx, null, id))
          : await call.read((tx) => findEntry(tx, call.tenantId, id))
      if (row === undefined) throw entryNotFound()
      return ok(toEntryResponse(row, call.runtime.clock.ms()))
    },
  })
