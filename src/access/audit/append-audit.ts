/** Appends entries to the chains of their tenants: the last statements of the transaction whose change they record. */
import { timingSafeEqual } from 'node:crypto'
import { withoutPersonal } from '../../core/personal-data.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { BROKEN_BEFORE, entryText, headText, type NewEntry, NOTHING_BEFORE } from './audit-entry.ts'
import { appendRows, type HashedEntry, type Head, insertHeads, lastSeq, lockHeads } from './audit-store.ts'
import { maskJson, maskLine } from './mask-state.ts'

export type AuditServices = Pick<Runtime, 'sealer' | 'clock' | 'log'>

/**
 * The transaction acts for every tenant of the entries. It locks their heads from here to its end: whatever else it has to
 * do must come before. Entries of one tenant keep their order.
 */
export const appendAudit = async (services: AuditServices, tx: Tx, entries: readonly NewEntry[]): Promise<void> => {
  if (entries.length === 0) return
  const byTenant = Map.groupBy(entries, ({ tenantId }) => tenantId.toLowerCase())
  const heads = await ensureHeads(services, tx, [...byTenant.keys()].sort())
  const now = services.clock.now() // behind the lock, so that the times of a chain do not run backwards
  const at = `${now.toISOString().slice(0, -1)}000`
  const rows: HashedEntry[] = []
  const line = lineMasker()
  const moved = heads.map((head): Head => {
    let { seq, hash } = head
    for (const entry of byTenant.get(head.tenant_id) as NewEntry[]) {
      const row = hashed(services, entry, line, { tenant_id: head.tenant_id, seq: ++seq, at, previous_hash: hash })
      rows.push(row)
      hash = row.hash
    }
    return withMac(services, { tenant_id: head.tenant_id, seq, hash })
  })
  await appendRows(tx, rows, moved, now)
}

const ensureHeads = async (services: AuditServices, tx: Tx, tenantIds: readonly string[]): Promise<Head[]> => {
  let heads = await lockHeads(tx, tenantIds)
  let begun: ReadonlySet<string> = new Set()
  if (heads.length < tenantIds.length) {
    const known = new Set(heads.map((head) => head.tenant_id))
    const missing = tenantIds.filter((id) => !known.has(id))
    const first = missing.map((tenant_id) => withMac(services, { tenant_id, seq: 0, hash: NOTHING_BEFORE }))
    begun = await insertHeads(tx, first, services.clock.now())
    heads = await lockHeads(tx, tenantIds)
  }
  const held: Head[] = []
  for (const head of heads) held.push(await trusted(services, tx, head, begun.has(head.tenant_id)))
  return held
}

/** Continuing after a forged head would give a cut chain a valid end: the appended entry marks the break instead. */
const trusted = async (services: AuditServices, tx: Tx, head: Head, isNew: boolean): Promise<Head> => {
  const isOurs = isNew
    ? (await lastSeq(tx, head.tenant_id)) === 0
    : timingSafeEqual(computeMac(services, head), mac32(head.mac))
  if (isOurs) return head
  services.log.error('audit.head_broken', { tenant_id: head.tenant_id, seq: head.seq })
  return { ...head, seq: await lastSeq(tx, head.tenant_id), hash: BROKEN_BEFORE }
}

/** The entries of one call share caller and operation: a thousand steps mask them once. */
const lineMasker = (): typeof maskLine => {
  const known = new Map<string | null, string | null>()
  return (text) => {
    const shown = known.get(text) ?? maskLine(text)
    known.set(text, shown)
    return shown
  }
}

const hashed = (
  services: AuditServices,
  entry: NewEntry,
  line: typeof maskLine,
  place: Pick<HashedEntry, 'tenant_id' | 'seq' | 'at' | 'previous_hash'>,
): HashedEntry => {
  const row = {
    ...place,
    actor: line(entry.actor),
    realm: line(entry.realm),
    operation: line(entry.operation) as string,
    outcome: entry.outcome,
    code: entry.code,
    kind: line(entry.kind),
    target_id: line(entry.targetId),
    merchant_id: line(entry.merchantId),
    correlation_id: line(entry.correlationId),
    address: line(entry.address),
    repeats: entry.repeats ?? 1,
    before: maskJson(withoutPayee(entry.kind, entry.before)),
    after: maskJson(withoutPayee(entry.kind, entry.after)),
  }
  return { ...row, hash: services.sealer.auditMac(entryText(row)) }
}

/** Nothing is ever erased from a chain, so a payee's contact data and account numbers never enter one. */
const withoutPayee = (kind: string | null, state: unknown): unknown =>
  kind !== null && PAYEE_KINDS.has(kind) ? withoutPersonal(state) : state
const PAYEE_KINDS: ReadonlySet<string> = new Set(['recipient', 'receiver_account', 'transfer', 'recurring_transfer'])

const computeMac = (services: Pick<AuditServices, 'sealer'>, head: Omit<Head, 'mac'>): Buffer =>
  services.sealer.auditMac(headText(head))
const withMac = (services: AuditServices, head: Omit<Head, 'mac'>): Head => ({
  ...head,
  mac: computeMac(services, head),
})
/** Pads to the length that the comparison requires, since a damaged row may hold a code of another length. */
const mac32 = (mac: Buffer): Buffer => (mac.length === 32 ? mac : Buffer.alloc(32))
