/**
 * A list whose pages and totals are exact at any length. A module declares it once, and uses nothing else of this
 * folder.
 */
import type { Database, Tx } from '../infra/database/database.ts'
import { countListed } from './blocks/count-listed.ts'
import { readClosedList } from './blocks/read-closed-list.ts'
import {
  type ClosedList,
  type Copying,
  type Facet,
  type FacetMatch,
  type FiguresWanted,
  type HourFigure,
  isCopying,
  type ListFilter,
  type Place,
} from './closed-list.ts'
import { fillFilterCounts } from './filters/filter-counts.ts'
import { forgetValues } from './filters/forget-values.ts'
import { fillHourlyFigures, readHourlyFigures } from './filters/hourly-figures.ts'
import { matchFacet } from './list-conditions.ts'

interface Declared extends ClosedList {
  /** The bits of `facets`, by name. */
  readonly kinds: Readonly<Record<string, Facet>>
}

/** If there are several filters, the list contains rows that any filter selects; their spans must not overlap. */
type Wanted = ListFilter | readonly ListFilter[]

/** Parts of a request that a page needs. */
interface Reading {
  readonly runtime: { readonly db: Database }
  readonly readList: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

export interface ExactList<Kind extends string = string> {
  /** Returns the rows that `find` reads for the ids of a page, and the total. */
  page<Row>(
    call: Reading,
    wanted: Wanted,
    place: Place,
    find: (tx: Tx, ids: readonly string[]) => Promise<Row[]>,
  ): Promise<{ rows: Row[]; total: number }>
  /**
   * Call it before {@link read} if filters have `rows`. It throws the same error as a statement that reached its
   * deadline, and a repeat continues the work.
   */
  fill(db: Database, wanted: Wanted): Promise<void>
  /** All statements of `tx` must see one snapshot. */
  read(tx: Tx, wanted: Wanted, place: Place): Promise<{ ids: string[]; total: number }>
  /** Counts within a transaction that writes; it needs no separate snapshot. */
  count(tx: Tx, filter: ListFilter): Promise<number>
  /** Matches rows whose kind of this name is one of these. */
  match(kind: Kind, wanted: readonly (string | number)[]): FacetMatch
  /** Call it in the transaction that erases copied values of these rows. */
  forgetValues(tx: Tx, tenantId: string, ids: readonly string[]): Promise<void>
}

/** Hourly figures of lists that declare `copied`. */
interface HourlyFigures {
  /** Call it before {@link read}; it works like `fill` of the list. */
  fill(db: Database, wanted: FiguresWanted): Promise<void>
  /** All statements of `tx` must see one snapshot. */
  read(tx: Tx, wanted: FiguresWanted): Promise<HourFigure[]>
}

export const exactList = <const List extends Declared>(list: List) => ({
  ...list,
  ...createOperations(list),
  hours: (isCopying(list) ? hoursOf(list) : null) as List extends Copying ? HourlyFigures : null,
})

const createOperations = <List extends Declared>(list: List): ExactList<keyof List['kinds'] & string> => ({
  async page(call, wanted, place, find) {
    await fillFilterCounts(call.runtime.db, list, wanted)
    return call.readList(async (tx) => {
      const { ids, total } = await readClosedList(tx, list, wanted, place)
      return { rows: ids.length === 0 ? [] : await find(tx, ids), total }
    })
  },
  fill: (db, wanted) => fillFilterCounts(db, list, wanted),
  read: (tx, wanted, place) => readClosedList(tx, list, wanted, place),
  count: (tx, filter) => countListed(tx, list, filter),
  match: (kind, wanted) => matchFacet(list.kinds[kind]!, wanted),
  forgetValues: (tx, tenantId, ids) => forgetValues(tx, list, tenantId, ids),
})

const hoursOf = (list: Copying): HourlyFigures => ({
  fill: (db, wanted) => fillHourlyFigures(db, list, wanted),
  read: (tx, wanted) => readHourlyFigures(tx, list, wanted),
})
