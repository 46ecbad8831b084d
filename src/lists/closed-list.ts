/** What a noun says of its list, and what a request for a page of it says. All texts are SQL over a row of the table. */
import type { Expression, SqlBool } from 'kysely'
import { type IdSpan, ZERO_ID } from '../core/id.ts'

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
  /** By name: an integer (null: no range holds it), or a text or a hash, of which an integer is copied that stands for it. */
  readonly values: Readonly<Record<string, string | { readonly textOf: string } | { readonly hashOf: string }>>
  readonly text: string
  /** An integer that is added up for each hour. */
  readonly summed: string
}

export type Copying = ClosedList & { readonly copied: CopiedColumns }
export const isCopying = (list: ClosedList): list is Copying => list.copied !== undefined

/** Names or small numbers as bits of a list's facets. */
export interface Facet {
  readonly shift: number
  readonly bits: number
  /** The first name counts 1; absent: a number as it is. */
  readonly names?: readonly string[]
}

export interface FacetMatch {
  readonly mask: number
  /** `facets & mask` is one of these. */
  readonly values: readonly number[]
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

interface CopiedRange {
  readonly name: string
  readonly from: bigint
  readonly to: bigint
}

export interface InCopies {
  /** All that `rows` say: a value of this name is in a range, both ends included, or is this text or hash. */
  readonly value?: CopiedRange | { readonly name: string; readonly equals: string | Buffer }
  /** What rows must have to be selected: the copied text holds this in lower case, or the id is between these. */
  readonly text?: { readonly part: string; readonly orIds?: { readonly first: string; readonly last: string } }
}

/** Rows behind the first `offset` ones. */
export interface Place {
  readonly limit: number
  readonly offset: number
  /** Absent: newest first. */
  readonly isOldestFirst?: boolean
}

/** Whose figures. */
export interface FiguresOf {
  readonly tenantId: string
  /** Null: any; their figures are kept as blocks are copied, those of scopes when somebody asks. */
  readonly scopes: readonly string[] | null
}
export interface FiguresWanted extends FiguresOf {
  readonly span: IdSpan
  /** Bits of the facets that rows are told apart by. */
  readonly kinds: number
}

/** Rows of one hour and one kind. */
export interface HourFigure {
  /** Hours since 1970 in UTC, by the time in their ids. */
  readonly hour: number
  readonly facets: number
  readonly n: number
  readonly amount: number
}

export const TENANT_WIDE = ZERO_ID

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
