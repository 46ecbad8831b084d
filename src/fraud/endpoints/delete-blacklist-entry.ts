/** DELETE fraud/blacklist/{id}: the value is free from the next payment or transfer on; the entry stays in the audit log. */
import { type Call, type Endpoint, endpoint, noContent } from '../../access/endpoint.ts'
import { EntryParams } from '../blacklist/blacklist-entry-schemas.ts'
import { deleteEntry, findOwnerOfEntry, isPlatformEntry } from '../blacklist/blacklist-entry-store.ts'
import {
  auditedEntryChange,
  BLACKLIST_PATHS,
  BLACKLIST_TAGS,
  type BlacklistRouteScope,
  entryNotFound,
} from '../blacklist/blacklist-route-scope.ts'
import { globalScopeForbidden, writeAsOwner } from '../rules/resource-owner.ts'

export const deleteBlacklistEntry = (routes: BlacklistRouteScope): Endpoint =>
  endpoint({
    method: 'DELETE',
    path: `${BLACKLIST_PATHS[routes]}/:id`,
    tag: BLACKLIST_TAGS[routes],
    summary: 'Delete a blacklist entry',
    description: 'In force for every payment and transfer that follows.',
    allow: routes === 'platform' ? 'platform' : 'fraud-admin',
    params: EntryParams,
    answers: { 204: null },
    async handle(call) {
      const { id } = call.params
      const owner = routes === 'platform' ? await findEntryOwner(call, id) : call.tenantId
      return writeAsOwner(call, { owner, topic: 'fraud_blacklist' }, async (tx) => {
        const before = await deleteEntry(tx, owner, id)
        if (before !== undefined)
          return { ...noContent(), change: auditedEntryChange(before, null, call.runtime.clock.ms()) }
        if (routes === 'tenant' && (await isPlatformEntry(tx, id))) throw globalScopeForbidden()
        throw entryNotFound()
      })
    },
  })

const findEntryOwner = async ({ runtime }: Pick<Call, 'runtime'>, id: string): Promise<string | null> => {
  const owner = await runtime.db.acrossTenants((tx) => findOwnerOfEntry(tx, id))
  if (owner === undefined) throw entryNotFound()
  return owner
}
