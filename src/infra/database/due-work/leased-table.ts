/** Tables whose rows become due and are worked on under a lease, and the SQL of a lease. */
import { LEASE_S } from '../lease-age.ts'
import { LIVING_PROCESSES } from '../process-registry.ts'

/**
 * What the claim has to know of a table with `tenant_id`, `id`, `fencing`, `lease_owner` and `lease_until`. It has an index
 * that begins with `tenant_id` and the column of the due time and holds only rows that have one. All texts are SQL.
 */
export interface LeasedTable {
  readonly name: string
  /** Column of the moment a row is due; null = never. */
  readonly dueAt: string
  /** Column of the key beside `tenant_id` and `id`: by which a table is divided into parts. */
  readonly dividedBy?: string
  /** Only rows for which this holds are claimed. */
  readonly only?: string
  /** Set together with the lease. */
  readonly set?: string
  /** Expressions with names of their own, returned as they were before the claim. */
  readonly before?: string
  /** What the claim returns of a row, after it. */
  readonly columns: string
}

export interface LeasedRow {
  readonly tenant_id: string
  readonly id: string
  /** Grows with every lease: a late writer of an older one finds its number outdated. */
  readonly fencing: number
}

/** A call of a running process within its lease is never taken over, however far the clock jumps. */
export const LEASE_IS_FREE = `(lease_until is null or lease_until < now() or lease_owner not in (${LIVING_PROCESSES}))`

/** By the database's own clock, at the moment of the write. */
export const LEASE_END = `clock_timestamp() + interval '${LEASE_S} s'`
