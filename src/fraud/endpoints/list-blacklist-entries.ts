/** GET fraud/blacklist: what is on the lists, of all tenants for the platform, one's own and the platform's for a tenant. */
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { pageOf } from '../../core/pagination.ts'
import { entryBody, PATHS, type Side, TAGS } from './blacklist-route-scope.ts'
import { BlacklistPage, BlacklistQuery } from '../blacklist/blacklist-entry-schemas.ts'
import { pageOfEntries } from '../blacklist/blacklist-entry-store.ts'

export const listEntries = (side: Side): Endpoint =>
  endpoint({
    method: 'GET',
    path: PATHS[side],
    tag: TAGS[side],
    summary: side === 'platform' ? 'List blacklist entries of every tenant' : 'List blacklist entries',
    description: 'Newest first; expired ones stay until they are deleted or added again.',
    allow: side === 'platform' ? 'platform' : 'analyst',
    query: BlacklistQuery,
    answers: { 200: BlacklistPage },
    async handle(call) {
      const { query, house } = call
      const { rows, total } =
        side === 'platform'
          ? await house.db.readAcrossTenants((tx) => pageOfEntries(tx, undefined, query))
          : await call.read((tx) => pageOfEntries(tx, call.tenantId, query))
      const nowMs = house.clock.ms()
      return ok(
        pageOf(
          rows.map((row) => entryBody(row, nowMs)),
          total,
          query,
        ),
      )
    },
  })
