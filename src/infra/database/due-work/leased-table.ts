/** Tables whose rows become due and are worked on under a lease, and the SQL of a lease. */
import { LEASE_S } from '../lease-age.ts'
import { LIVING_PROCESSES } from '../processes/process-registry.ts'

/**
 * Facts that a claim needs about a table with `tenant_id`, `id`, `fencing`, `lease_owner` and `lease_until`. The table
 * has an index that begins with `tenant_id` and the due column and contains only rows that have a due time. All texts
 * are SQL.
 */
export interface LeasedTable {
  readonly name: string
  /** Column with the time a row is due; null means never. */
  readonly dueAt: string
  /** Column with the moment from which a bank may still book an attempt late; a renewed lease sets it. */
  readonly attemptAt?: string
  /** Key column besides `tenant_id` and `id` by which the table is partitioned. */
  readonly dividedBy?: string
  /** Condition on the rows that are claimed. */
  readonly only?: string
  /** Assignments made by the same update that takes the lease. */
  readonly set?: string
  /** Named expressions whose values from before the claim are returned. */
  readonly before?: string
  /** Columns the claim returns, with their values after it. */
  readonly columns: string
}

export interface LeasedRow {
  readonly tenant_id: string
  readonly id: string
  /** Increases with every lease, so a late write under an older lease is detected by its number. */
  readonly fencing: number
}

/** A lease that has not expired and whose process is running is never taken over, however far the clock jumps. */
export const LEASE_IS_FREE = `(lease_until is null or lease_until < now() or lease_owner not in (${LIVING_PROCESSES}))`

/** End of a lease, by the database's own clock at the moment of the write. */
export const LEASE_END = `clock_timestamp() + interval '${LEASE_S} s'`
