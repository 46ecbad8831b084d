/** DELETE fraud/blacklist/{id}: the value is free from the next payment or transfer on; the audit log keeps the entry. */
import { type Call, type Endpoint, endpoint, noContent } from '../../access/endpoint.ts'
import { notYours, writeOwned } from './resource-owner.ts'
import { changeOf, notFound, PATHS, type Side, TAGS } from './blacklist-route-scope.ts'
import { EntryParams } from '../blacklist/blacklist-entry-schemas.ts'
import { deleteEntry, isOfPlatform, ownerOfEntry } from '../blacklist/blacklist-entry-store.ts'

export const removeEntry = (side: Side): Endpoint =>
  endpoint({
    method: 'DELETE',
    path: `${PATHS[side]}/:id`,
    tag: TAGS[side],
    summary: 'Delete a blacklist entry',
    description: 'In force for every payment and transfer that follows.',
    allow: side === 'platform' ? 'platform' : 'fraud-admin',
    params: EntryParams,
    answers: { 204: null },
    async handle(call) {
      const { id } = call.params
      const owner = side === 'platform' ? await listOfAny(call, id) : call.tenantId
      return writeOwned(call, { owner, topic: 'fraud_blacklist' }, async (tx) => {
        const before = await deleteEntry(tx, owner, id)
        if (before !== undefined) return { ...noContent(), change: changeOf(before, null, call.house.clock.ms()) }
        if (side === 'tenant' && (await isOfPlatform(tx, id))) throw notYours()
        throw notFound()
      })
    },
  })

const listOfAny = async ({ house }: Pick<Call, 'house'>, id: string): Promise<string | null> => {
  const owner = await house.db.acrossTenants((tx) => ownerOfEntry(tx, id))
  if (owner === undefined) throw notFound()
  return owner
}
