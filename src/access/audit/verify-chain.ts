/** Verifies a tenant's chain from its first entry, or from where it was cut, to its head, and reports where it first breaks. */

import type { Sealer } from '../../infra/crypto/sealer.ts'
import type { Tx } from '../../infra/database/database.ts'
import { cutText, entryText, headText, NOTHING_BEFORE } from './audit-entry.ts'
import { type HashedEntry, type Head, readCut, readEntries, readHead } from './audit-store.ts'

export interface ChainReport {
  readonly entries: number
  /** Number of entries that were cut off its beginning; absent if none were. */
  readonly cut?: number
  /** The first break, or null when the chain is whole. */
  readonly fault: { readonly seq: number; readonly why: string } | null
}

/** A record kept elsewhere of a chain: that entry had this hash. */
export interface Anchor {
  readonly seq: number
  /** Hex. */
  readonly hash: string
}

const PAGE_ROWS = 500

/**
 * Calls `read` once a page with a piece of work to run in a transaction that sees the tenant's rows, so that a long chain holds no
 * transaction open. Entries appended during the run are left to the next run.
 */
export const verifyChain = async (
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  sealer: Pick<Sealer, 'auditMac'>,
  tenantId: string,
  anchors: readonly Anchor[] = [],
): Promise<ChainReport> => {
  for (;;) {
    const cut = await read((tx) => readCut(tx, tenantId))
    const report = await verifyFrom(read, sealer, { tenantId, cut, anchors })
    const moved = report.fault === null ? cut : await read((tx) => readCut(tx, tenantId))
    if (moved?.seq === cut?.seq) return report // else it was cut while it was read
  }
}

interface Chain {
  readonly tenantId: string
  readonly cut: Head | undefined
  readonly anchors: readonly Anchor[]
}

const verifyFrom = async (
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  sealer: Pick<Sealer, 'auditMac'>,
  { tenantId, cut, anchors }: Chain,
): Promise<ChainReport> => {
  // Rows up to the head are committed when the head is: its row is held until then.
  const { head, last } = await read((tx) => readHead(tx, tenantId))
  const end = head?.seq ?? last
  const wanted = new Map(anchors.map((anchor) => [anchor.seq, anchor.hash]))
  let seq = cut?.seq ?? 0
  let hash: Buffer = cut?.hash ?? NOTHING_BEFORE
  const counted = (): Pick<ChainReport, 'entries' | 'cut'> => ({
    entries: seq,
    ...(cut === undefined ? {} : { cut: cut.seq }),
  })
  const forged = cut === undefined ? undefined : (faultOfCut(sealer, tenantId, cut) ?? faultOfAnchor(cut, wanted))
  if (forged !== undefined) return { ...counted(), fault: { seq, why: forged } }
  while (seq < end) {
    const rows = await read((tx) => readEntries(tx, tenantId, seq, Math.min(PAGE_ROWS, end - seq)))
    if (rows.length === 0) break
    for (const row of rows) {
      const why = findFault(sealer, row, seq, hash) ?? faultOfAnchor(row, wanted)
      if (why !== undefined) return { ...counted(), fault: { seq: seq + 1, why } }
      seq = row.seq
      hash = row.hash
    }
  }
  return {
    ...counted(),
    fault:
      faultOfEnd({ sealer, head, last: Math.max(last, cut?.seq ?? 0), seq, hash, tenantId }) ?? cutBelow(seq, anchors),
  }
}

const faultOfCut = (sealer: Pick<Sealer, 'auditMac'>, tenantId: string, cut: Head): string | undefined =>
  sealer.auditMac(cutText({ ...cut, tenant_id: tenantId })).equals(cut.mac)
    ? undefined
    : 'the cut of the chain was changed, or not made by this platform'

/** Checks one entry, and that it follows the entry `seq` with that hash. Returns the fault, or undefined. */
export const findFault = (
  sealer: Pick<Sealer, 'auditMac'>,
  row: HashedEntry,
  seq: number,
  hash: Buffer,
): string | undefined => {
  if (row.seq !== seq + 1)
    return row.seq === seq + 2 ? 'the entry is missing' : `the entries up to ${row.seq - 1} are missing`
  if (!sealer.auditMac(entryText(row)).equals(row.hash)) return 'the entry was changed, or not written by this platform'
  return row.previous_hash.equals(hash) ? undefined : 'the entry does not follow the one before it'
}

const faultOfAnchor = (
  row: Pick<HashedEntry, 'seq' | 'hash'>,
  wanted: ReadonlyMap<number, string>,
): string | undefined => {
  const hash = wanted.get(row.seq)
  return hash === undefined || hash === row.hash.toString('hex')
    ? undefined
    : 'the entry is not the one the log tells of'
}

const cutBelow = (seq: number, anchors: readonly Anchor[]): ChainReport['fault'] => {
  const furthest = Math.max(0, ...anchors.map((anchor) => anchor.seq))
  return furthest > seq ? { seq: seq + 1, why: `the log tells of ${furthest} entries` } : null
}

interface End {
  sealer: Pick<Sealer, 'auditMac'>
  head: Head | undefined
  /** Number of the last existing row. */
  last: number
  seq: number
  hash: Buffer
  tenantId: string
}

const faultOfEnd = ({ sealer, head, last, seq, hash, tenantId }: End): ChainReport['fault'] => {
  const at = (why: string): ChainReport['fault'] => ({ seq: seq + 1, why })
  if (head === undefined) return last === 0 ? null : at('the head of the chain is missing')
  if (!sealer.auditMac(headText({ ...head, tenant_id: tenantId })).equals(head.mac))
    return at('the head of the chain was changed')
  if (head.seq > seq) return at(`the chain ends before its head, which stands at ${head.seq}`)
  if (!head.hash.equals(hash)) return at('the head of the chain does not follow its last entry')
  return last > head.seq ? at('there are entries behind the head of the chain') : null
}
