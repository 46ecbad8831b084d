/** Compares both sides step by step. */
import type { Database, Tx } from '../../infra/database/database.ts'
import { runToEnd } from '../../infra/database/staged-run.ts'
import { rawSql, sql } from '../../infra/database/statements/sql.ts'
import { type ReconciliationRow, requireReconciliation } from '../model/reconciliation-store.ts'
import { bucketSql, lastOfRound, toRound } from './bucket-sql.ts'
import {
  type Buckets,
  gatherCaptured,
  gatherFile,
  gatherNamed,
  gatherPlatform,
  JOINS_OF_MANY,
  PAGE_ROWS,
} from './gather.ts'
import { proposeMatches } from './propose.ts'

type Stage = ReconciliationRow['stage']
type Open = Exclude<Stage, 'done'>
interface Next {
  readonly stage: Stage
  readonly cursor: string | null
  readonly sums?: BucketSums
}

interface BucketSums {
  readonly db_count: number
  readonly bank_count: number
  readonly db_amount: number
  readonly bank_amount: number
  readonly matched: number
  readonly amount_mismatch: number
  readonly status_mismatch: number
  readonly orphan_db: number
  readonly orphan_bank: number
}

/** Compares to the end, or deletes what a canceled comparison had begun; two concurrent runs take turns. */
export const matchReconciliation = (db: Database, tenantId: string, id: string): Promise<number> =>
  runToEnd({
    inTransaction: (work) => db.transaction({ of: tenantId }, work),
    async lock(tx) {
      const row = await requireReconciliation(tx, tenantId, id, 'for update')
      return (row.overall_status === 'draft' || row.overall_status === 'cancelled') && row.stage !== 'done'
        ? row
        : undefined
    },
    takeStep,
  })

const takeStep = async (tx: Tx, row: ReconciliationRow): Promise<void> => {
  const next = row.overall_status === 'cancelled' ? await clearPage(tx, row) : await STEPS[row.stage as Open](tx, row)
  await tx.execute(
    `update reconciliations set stage = $3, cursor = $4,
       overall_status = case when $3 = 'done' and overall_status = 'draft' then 'in_review' else overall_status end,
       total_db_transactions = total_db_transactions + $5, total_bank_transactions = total_bank_transactions + $6,
       total_db_amount = total_db_amount + $7, total_bank_amount = total_bank_amount + $8, matched_count = matched_count + $9,
       amount_mismatch_count = amount_mismatch_count + $10, status_mismatch_count = status_mismatch_count + $11,
       orphan_db_count = orphan_db_count + $12, orphan_bank_count = orphan_bank_count + $13
     where tenant_id = $1 and id = $2`,
    [row.tenant_id, row.id, next.stage, next.cursor, ...toValues(next.sums)],
  )
}

const clearPage = async (tx: Tx, { tenant_id, id, stage, cursor }: ReconciliationRow): Promise<Next> => {
  const deleted = await tx.execute(
    sql`delete from reconciliation_entries e using (select bucket, entry from reconciliation_entries
       where tenant_id = ${tenant_id} and reconciliation_id = ${id} order by bucket, entry limit ${rawSql(PAGE_ROWS)}) page
     where e.tenant_id = ${tenant_id} and e.reconciliation_id = ${id} and e.bucket = page.bucket and e.entry = page.entry`,
  )
  return deleted === PAGE_ROWS ? { stage, cursor } : { stage: 'done', cursor: null }
}

const toValues = (sums: BucketSums | undefined): number[] =>
  sums === undefined
    ? Array<number>(9).fill(0)
    : [
        sums.db_count,
        sums.bank_count,
        sums.db_amount,
        sums.bank_amount,
        sums.matched,
        sums.amount_mismatch,
        sums.status_mismatch,
        sums.orphan_db,
        sums.orphan_bank,
      ]

/** A position among the captures of the period, which come after all of its payments. */
const CAPTURED = 'captured '

const STEPS: Readonly<Record<Open, (tx: Tx, row: ReconciliationRow) => Promise<Next>>> = {
  async bank(tx, row) {
    const { count, last } = await gatherFile(tx, row, Number(row.cursor ?? 0))
    return count < PAGE_ROWS ? { stage: 'platform', cursor: null } : { stage: 'bank', cursor: last }
  },
  async platform(tx, row) {
    await tx.query(`select set_config('enable_seqscan', 'off', true)`) // the key gives the range, whatever the statistics say
    const captured = row.cursor?.startsWith(CAPTURED) ? row.cursor.slice(CAPTURED.length) : undefined
    if (captured === undefined) {
      const { count, last } = await gatherPlatform(tx, row, row.cursor)
      return { stage: 'platform', cursor: count === PAGE_ROWS ? last : CAPTURED }
    }
    const { count, last } = await gatherCaptured(tx, row, captured === '' ? null : captured)
    if (count === PAGE_ROWS) return { stage: 'platform', cursor: CAPTURED + last }
    return row.source === 'self'
      ? { stage: 'done', cursor: null, sums: await selfSums(tx, row) }
      : { stage: 'match', cursor: null }
  },
  async match(tx, row) {
    const buckets = await nextBuckets(tx, row)
    if (buckets === null) return { stage: 'propose', cursor: null }
    const { first, last } = buckets
    const round = toRound(first)
    await tx.query(JOINS_OF_MANY)
    if (round === 0) await gatherNamed(tx, row, buckets)
    const [sums] = await tx.query<BucketSums>(bucketSql(round), [row.tenant_id, row.id, first, last])
    return { stage: 'match', cursor: String(last), sums: sums as BucketSums }
  },
  async propose(tx, row) {
    await proposeMatches(tx, row)
    return { stage: 'done', cursor: null }
  },
}

/** Returns as many buckets of a round as together have a page of rows, but at least one. */
const nextBuckets = async (tx: Tx, { tenant_id, id }: ReconciliationRow): Promise<Buckets | null> => {
  const [found] = await tx.query<{ first: number | null; beyond: number | null }>(
    sql`select min(bucket) as first, (select bucket from reconciliation_entries where tenant_id = ${tenant_id} and reconciliation_id = ${id}
       order by bucket offset ${rawSql(PAGE_ROWS)} limit 1) as beyond
     from reconciliation_entries where tenant_id = ${tenant_id} and reconciliation_id = ${id}`,
  )
  if (found === undefined || found.first === null) return null
  const { first, beyond } = found
  const end = lastOfRound(first)
  return { first, last: beyond === null ? end : Math.min(end, Math.max(first, beyond - 1)) }
}

const selfSums = async (tx: Tx, { tenant_id, id }: ReconciliationRow): Promise<BucketSums> => {
  const [sums] = await tx.query<BucketSums>(
    sql`select count(*)::integer as db_count, 0 as bank_count, coalesce(sum(db_amount), 0)::bigint as db_amount, 0 as bank_amount,
       count(*) filter (where discrepancy = 'matched')::integer as matched, 0 as amount_mismatch, 0 as status_mismatch,
       count(*) filter (where discrepancy = 'orphan_db')::integer as orphan_db, 0 as orphan_bank
     from reconciliation_details where tenant_id = ${tenant_id} and reconciliation_id = ${id}`,
  )
  return sums as BucketSums
}
