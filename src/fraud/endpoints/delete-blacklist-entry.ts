/** DELETE fraud/blacklist/{id}: the value is free from the next payment or transfer on; the entry stays in the audit log. */
import { type Call, type Endpoint, endpoint, noContent } from '../../access/endpoint.ts'
import { findOnShards } from '../../infra/database/shards/across-shards.ts'
import { EntryParams } from '../blacklist/blacklist-entry-schemas.ts'
import { deleteEntry, findEntry, findOwnerOfEntry, isPlatformEntry } from '../blacklist/blacklist-entry-store.ts'
import {
  auditedEntryChange,
  BLACKLIST_PATHS,
  BLACKLIST_TAGS,
  type BlacklistRouteScope,
  entryNotFound,
} from '../blacklist/blacklist-route-scope.ts'
import { holdRemoval } from '../blacklist/held-removal.ts'
import { requiresFourEyes } from '../fraud-settings.ts'
import { globalScopeForbidden, writeAsOwner } from '../rules/resource-owner.ts'

export const deleteBlacklistEntry = (routes: BlacklistRouteScope): Endpoint =>
  endpoint({
    method: 'DELETE',
    path: `${BLACKLIST_PATHS[routes]}/:id`,
    tag: BLACKLIST_TAGS[routes],
    summary: 'Delete a blacklist entry',
    description:
      'In force for every payment and transfer that follows. Where `fraud.rules_four_eyes` of its tenant is true it goes on stopping what it names until a second person has confirmed that (`pending_change`).',
    allow: routes === 'platform' ? 'platform' : 'fraud-admin',
    params: EntryParams,
    answers: { 204: null },
    async handle(call) {
      const { id } = call.params
      const owner = routes === 'platform' ? await findEntryOwner(call, id) : call.tenantId
      return writeAsOwner(call, { owner, topic: 'fraud_blacklist' }, async (tx) => {
        const now = call.runtime.clock.now()
        if (owner !== null && (await requiresFourEyes(tx, owner))) {
          const entry = await findEntry(tx, owner, id)
          const isOwn = entry?.tenant_id === owner && (entry.expires_at === null || entry.expires_at > now)
          if (entry !== undefined && isOwn)
            return { ...noContent(), change: await holdRemoval(call.principal, { tx, now, tenantId: owner, entry }) }
        }
        const before = await deleteEntry(tx, owner, id)
        if (before !== undefined) return { ...noContent(), change: auditedEntryChange(before, null, now.getTime()) }
        if (routes === 'tenant' && (await isPlatformEntry(tx, id))) throw globalScopeForbidden()
        throw entryNotFound()
      })
    },
  })

const findEntryOwner = async ({ runtime }: Pick<Call, 'runtime'>, id: string): Promise<string | null> => {
  const owner = await findOnShards(runtime.db, 'write', (tx) => findOwnerOfEntry(tx, id))
  if (owner === undefined) throw entryNotFound()
  return owner
}
