/** A removal from the blacklist that waits for a second person: the entry still blocks its value until then. */
import type { AuditedChange, Call } from '../../access/endpoint.ts'
import { askSecondPerson, refuseOvertaken, WAITS_NOTE } from '../../access/waiting/waiting-change.ts'
import type { WaitingChange } from '../../access/waiting/waiting-store.ts'
import type { Tx } from '../../infra/database/database.ts'
import { deleteEntry, type EntryRow } from './blacklist-entry-store.ts'
import { auditedEntryChange, toEntryResponse } from './blacklist-route-scope.ts'

export const BLACKLIST_ENTRY = 'blacklist_entry'

interface Held {
  readonly tx: Tx
  readonly now: Date
  readonly tenantId: string
  readonly entry: EntryRow
}

export const holdRemoval = async (
  principal: Call['principal'],
  { tx, now, tenantId, entry }: Held,
): Promise<AuditedChange> => {
  await askSecondPerson(
    tx,
    { tenantId, principal, now },
    {
      surface: 'fraud',
      kind: BLACKLIST_ENTRY,
      entity_id: entry.id,
      label: entry.display_value,
      basis: {},
      wish: {},
      changes: [
        { field: 'entry_type', before: entry.entry_type, after: null },
        { field: 'display_value', before: entry.display_value, after: null },
      ],
    },
  )
  const after = { action: 'requested', note: WAITS_NOTE }
  return { kind: BLACKLIST_ENTRY, id: entry.id, before: toEntryResponse(entry, now.getTime()), after }
}

export const carryOutRemoval = async (tx: Tx, change: WaitingChange, now: Date): Promise<AuditedChange> => {
  const entry = await deleteEntry(tx, change.tenant_id, change.entity_id)
  refuseOvertaken(entry !== undefined)
  return auditedEntryChange(entry as EntryRow, null, now.getTime())
}
