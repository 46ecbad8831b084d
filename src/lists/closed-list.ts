/** What closed blocks have to know of a list, and of a request for a page of it. All texts are SQL over a row of the table. */
import type { Expression, SqlBool } from 'kysely'
import { idAt, LAST_ID, ZERO_ID } from '../core/id.ts'

/**
 * A list of rows that have `tenant_id` and `id`, newest first by `id`. The migration that makes its triggers
 * (`count_in_closed_blocks`) is given the same expressions.
 */
export interface ClosedList {
  readonly list: string
  readonly table: string
  /** An integer whose bits say of what kind the row is. */
  readonly facets: string
  /** Counts are kept for each of these ids, too. Null for a row: only with the tenant. */
  readonly scope: string | null
  /** An id that is counted beside the facets. */
  readonly dimension: string | null
  /** Rows of the table that belong to the list; absent: all. */
  readonly member?: string
  /** What is copied of the rows of a block; only of tables whose rows are never deleted. */
  readonly copied?: CopiedColumns
}

/** What never changes once a row is there. */
export interface CopiedColumns {
  /** Integers, by name; null: no range holds it. */
  readonly values: Readonly<Record<string, string>>
  readonly text: string
  /** An integer that is added up for each hour. */
  readonly summed: string
}

export type Copying = ClosedList & { readonly copied: CopiedColumns }
export const isCopying = (list: ClosedList): list is Copying => list.copied !== undefined

export interface FacetMatch {
  readonly mask: number
  /** `facets & mask` is one of these. */
  readonly values: readonly number[]
}

/** Ids from the first to before the second. */
export interface IdSpan {
  readonly from: string
  readonly before: string
}

export interface ListFilter {
  readonly tenantId: string
  readonly span: IdSpan
  readonly facets: readonly FacetMatch[]
  /** Null: any. */
  readonly scopes: readonly string[] | null
  readonly dimensions: readonly string[] | null
  /** Conditions on what never changes once the row is there, of a table whose rows are never deleted. */
  readonly rows: readonly Expression<SqlBool>[]
  /** `rows`, said in what is copied of blocks. */
  readonly inCopies?: InCopies
  /**
   * Conditions that an index answers with few rows, that a short span needs, or on what may change without a change of facets,
   * scope or dimension: such a request is counted row by row.
   */
  readonly direct?: readonly Expression<SqlBool>[]
  /** `direct` goes with facets that few rows have, most of them new: rows are looked at only where blocks have such rows. */
  readonly isRareKind?: boolean
}

export interface InCopies {
  /** All that `rows` say: a value of this name is in a range, both ends included. */
  readonly value?: { readonly name: string; readonly from: bigint; readonly to: bigint }
  /** What rows must have to be selected: the copied text holds this in lower case, or the id is between these. */
  readonly text?: { readonly part: string; readonly orIds?: { readonly first: string; readonly last: string } }
}

export const TENANT_WIDE = ZERO_ID

/** Ids follow the moment a row was made: a range of times, both ends included, is a range of ids. */
export const spanOfTimes = (from: string | undefined, to: string | undefined): IdSpan => ({
  from: from === undefined ? ZERO_ID : idAt(Date.parse(from), 'first'),
  before: to === undefined ? LAST_ID : idAt(Date.parse(to) + 1, 'first'),
})

/** Sizes of blocks; tests take small ones. */
export interface BlockSizes {
  readonly rows: number
  /** Rows behind a block when it closes: most of what is still at work is among them, and costs no difference. */
  readonly open: number
  /** Blocks of level 0 in one of level 1. */
  readonly fan: number
  /** Differences of a tenant's list that are left where they are. */
  readonly deltas: number
  /** Rows whose texts are copied into one. */
  readonly texts?: number
}
export const BLOCK_SIZES = { rows: 16_384, open: 4_096, fan: 32, deltas: 4_096, texts: 1_024 } satisfies BlockSizes
