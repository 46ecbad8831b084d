/** A list whose pages and totals are exact at any length: its noun declares it once, and calls nothing else of this folder. */
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

/** Several filters: the list is what one of them selects; their spans do not overlap. */
type Wanted = ListFilter | readonly ListFilter[]

/** What a page needs of a request. */
interface Reading {
  readonly runtime: { readonly db: Database }
  readonly readList: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

export interface ExactList<Kind extends string = string> {
  /** The rows that `find` makes of the ids of a page, and how many there are in all. */
  page<Row>(
    call: Reading,
    wanted: Wanted,
    place: Place,
    find: (tx: Tx, ids: readonly string[]) => Promise<Row[]>,
  ): Promise<{ rows: Row[]; total: number }>
  /** Before {@link read}, where filters have `rows`; throws what a statement that ran into its deadline throws, and a repeat goes on. */
  fill(db: Database, wanted: Wanted): Promise<void>
  /** All statements of `tx` have to see one snapshot. */
  read(tx: Tx, wanted: Wanted, place: Place): Promise<{ ids: string[]; total: number }>
  /** Within a transaction that writes, and that needs no snapshot of its own. */
  count(tx: Tx, filter: ListFilter): Promise<number>
  /** Rows whose kind of this name is one of these. */
  match(kind: Kind, wanted: readonly (string | number)[]): FacetMatch
  /** In the transaction that erases copied values of these rows. */
  forgetValues(tx: Tx, tenantId: string, ids: readonly string[]): Promise<void>
}

/** Of lists that declare `copied`. */
interface HourlyFigures {
  /** Before {@link read}, and as `fill` of the list. */
  fill(db: Database, wanted: FiguresWanted): Promise<void>
  /** All statements of `tx` have to see one snapshot. */
  read(tx: Tx, wanted: FiguresWanted): Promise<HourFigure[]>
}

export const exactList = <const List extends Declared>(list: List) => ({
  ...list,
  ...operationsOf(list),
  hours: (isCopying(list) ? hoursOf(list) : null) as List extends Copying ? HourlyFigures : null,
})

const operationsOf = <List extends Declared>(list: List): ExactList<keyof List['kinds'] & string> => ({
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
