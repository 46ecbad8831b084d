/** The declaration of a module's list, and the request for a page of it. All texts are SQL over a row of the table. */
import { type IdSpan, ZERO_ID } from '../core/id.ts'
import type { Sql } from '../infra/database/statements/sql.ts'

/**
 * A list of rows that have `tenant_id` and `id`, newest first by `id`. The migration that creates its triggers
 * (`count_in_closed_blocks`) must use the same expressions.
 */
export interface ClosedList {
  readonly list: string
  readonly table: string
  /** An integer whose bits describe the kind of the row. */
  readonly facets: string
  /** Counts are stored for each of these ids, too. If it is null for a row, the row is counted only for the tenant. */
  readonly scope: string | null
  /** An id that is counted in addition to the facets. */
  readonly dimension: string | null
  /** Condition on the rows of the table that belong to the list; if absent, all rows. */
  readonly member?: string
  /** Columns that are copied of the rows of a block; only for tables whose rows are never deleted. */
  readonly copied?: CopiedColumns
}

/** Columns that never change once a row exists. */
export interface CopiedColumns {
  /**
   * Values by name: an integer (null is in no range), or a text or hash, which is copied as an integer derived from it.
   */
  readonly values: Readonly<Record<string, string | { readonly textOf: string } | { readonly hashOf: string }>>
  readonly text: string
  /** An integer that is summed per hour. */
  readonly summed: string
}

export type Copying = ClosedList & { readonly copied: CopiedColumns }
export const isCopying = (list: ClosedList): list is Copying => list.copied !== undefined

/** Names or small numbers as bits of a list's facets. */
export interface Facet {
  readonly shift: number
  readonly bits: number
  /** The first name has the value 1; if absent, numbers are stored directly. */
  readonly names?: readonly string[]
}

export interface FacetMatch {
  readonly mask: number
  /** Matches if `facets & mask` is one of these. */
  readonly values: readonly number[]
}

export interface ListFilter {
  readonly tenantId: string
  readonly span: IdSpan
  readonly facets: readonly FacetMatch[]
  /** Null means any. */
  readonly scopes: readonly string[] | null
  readonly dimensions: readonly string[] | null
  /** Conditions on columns that never change once a row exists, in a table whose rows are never deleted. */
  readonly rows: readonly Sql[]
  /** The conditions of `rows`, expressed by the copied columns. */
  readonly inCopies?: InCopies
  /**
   * Conditions that an index answers with few rows, that need a short span, or that concern columns which may change
   * without a change of facets, scope or dimension; such a request is counted row by row.
   */
  readonly direct?: readonly Sql[]
  /**
   * `direct` goes with facets that few rows have, most of them new, so rows are read only where blocks contain such
   * rows.
   */
  readonly isRareKind?: boolean
}

interface CopiedRange {
  readonly name: string
  readonly from: bigint
  readonly to: bigint
}

export interface InCopies {
  /** The condition is only that a named value is in a range, both ends included, or equals this text or hash. */
  readonly value?: CopiedRange | { readonly name: string; readonly equals: string | Buffer }
  /** A row is selected if its copied text contains this in lower case, or its id is in this range. */
  readonly text?: { readonly part: string; readonly orIds?: { readonly first: string; readonly last: string } }
}

/** A page: the rows after the first `offset` ones. */
export interface Place {
  readonly limit: number
  readonly offset: number
  /** If absent, newest first. */
  readonly isOldestFirst?: boolean
}

/** Selects whose figures are read. */
export interface FiguresOf {
  readonly tenantId: string
  /** Null means any; the figures for the whole tenant are stored when blocks are copied, those of scopes on request. */
  readonly scopes: readonly string[] | null
}
export interface FiguresWanted extends FiguresOf {
  readonly span: IdSpan
  /** Bits of the facets by which rows are grouped. */
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

/** Sizes of blocks; tests use small ones. */
export interface BlockSizes {
  readonly rows: number
  /**
   * Rows after a block that must exist when it closes: most rows that still change are among them and cause no
   * differences.
   */
  readonly open: number
  /** Blocks of level 0 in one of level 1. */
  readonly fan: number
  /** Differences of a tenant's list that are left unfolded. */
  readonly deltas: number
  /** Rows per copied text. */
  readonly texts?: number
}
export const BLOCK_SIZES = { rows: 16_384, open: 4_096, fan: 32, deltas: 4_096, texts: 1_024 } satisfies BlockSizes
