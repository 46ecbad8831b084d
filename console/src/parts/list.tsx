/** A list of rows: its table, pages, the count of new rows, and the two empty states. */
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { forgetFresh, forgetRead, useFresh } from '../api/stream.ts'
import { useTexts } from '../texts/dictionary.ts'
import { useLocale } from '../texts/language.ts'
import { WORDS } from '../texts/words.ts'
import { useAddress } from './address.ts'
import { isNarrowed } from './filters.tsx'
import { Icon } from './icon.tsx'
import { Reading, StateCard } from './reading.tsx'

/** A page as every list of the interface returns it. */
export interface Paged<Row> {
  readonly items: readonly Row[]
  readonly page: number
  readonly total_pages: number
  readonly total_count: number
  readonly has_previous_page: boolean
  readonly has_next_page: boolean
}

export const PAGE_SIZE = 25

/** Returns the page inside an envelope, which some lists of transfers use. */
export const toPage = <Row,>(of: UseQueryResult<{ data: Paged<Row> }, Error>): UseQueryResult<Paged<Row>, Error> =>
  ({ ...of, data: of.data?.data }) as UseQueryResult<Paged<Row>, Error>

interface CamelPage<Row> {
  readonly items: readonly Row[]
  readonly pageNumber: number
  readonly totalPages: number
  readonly totalCount: number
  readonly hasPreviousPage: boolean
  readonly hasNextPage: boolean
}

/** Does the same for users, whose pages have other member names. */
export const toPageFromCamel = <Row,>(
  of: UseQueryResult<{ data: CamelPage<Row> }, Error>,
): UseQueryResult<Paged<Row>, Error> => {
  const page = of.data?.data
  const data: Paged<Row> | undefined = page && {
    items: page.items,
    page: page.pageNumber,
    total_pages: page.totalPages,
    total_count: page.totalCount,
    has_previous_page: page.hasPreviousPage,
    has_next_page: page.hasNextPage,
  }
  return { ...of, data } as UseQueryResult<Paged<Row>, Error>
}

/** Returns the page number in the address. */
export const usePage = (): number => Math.max(1, Number.parseInt(useAddress()[0].page ?? '1', 10) || 1)

interface ListProps<Row> {
  readonly of: UseQueryResult<Paged<Row>, Error>
  /** Kind in the change stream; used to count rows that changed since the list was read. */
  readonly kind?: string
  readonly empty: { readonly title: string; readonly hint?: ReactNode }
  readonly children: (rows: readonly Row[]) => ReactNode
}

export const List = <Row,>({ of, kind, empty, children }: ListProps<Row>): ReactNode => {
  const words = useTexts(WORDS)
  const [search, change] = useAddress()
  return (
    <>
      {kind !== undefined && <Newer kind={kind} readAt={of.dataUpdatedAt} onShow={() => void of.refetch()} />}
      <Reading of={of} lines={8}>
        {(page) =>
          page.items.length > 0 ? (
            <>
              {children(page.items)}
              <Pager page={page} />
            </>
          ) : isNarrowed(search) ? (
            <StateCard icon="search" title={words.nothingMatches} hint={words.nothingMatchesHint}>
              <button
                type="button"
                className="button"
                onClick={() => change(Object.fromEntries(Object.keys(search).map((name) => [name, undefined])))}
              >
                {words.clearFilters}
              </button>
            </StateCard>
          ) : (
            <StateCard icon="list" title={empty.title} hint={empty.hint} />
          )
        }
      </Reading>
    </>
  )
}

/** Rows do not move while a person reads: new ones are counted, and shown on request. */
const Newer = ({ kind, readAt, onShow }: { kind: string; readAt: number; onShow: () => void }): ReactNode => {
  const words = useTexts(WORDS)
  const locale = useLocale()
  const fresh = useFresh(kind)
  useEffect(() => forgetRead(kind, readAt), [kind, readAt])
  const show = (): void => {
    forgetFresh(kind)
    onShow()
  }
  return (
    <div className="newer" role="status">
      {fresh.size > 0 && (
        <button type="button" className="pill" onClick={show}>
          <Icon name="refund" />
          {words.more(fresh.size.toLocaleString(locale))} · {words.showNew}
        </button>
      )}
    </div>
  )
}

const Pager = <Row,>({ page }: { page: Paged<Row> }): ReactNode => {
  const words = useTexts(WORDS)
  const locale = useLocale()
  const [, change] = useAddress()
  const from = (page.page - 1) * PAGE_SIZE + 1
  const count = (value: number): string => value.toLocaleString(locale)
  const turn = (to: number) => (): void => change({ page: to <= 1 ? undefined : String(to) })
  return (
    <nav className="pager" aria-label={words.page(count(page.page), count(page.total_pages))}>
      <span className="quiet">
        {words.rows(count(from), count(from + page.items.length - 1), count(page.total_count))}
      </span>
      {page.total_pages > 1 && (
        <span className="turns">
          <button type="button" className="button" disabled={!page.has_previous_page} onClick={turn(page.page - 1)}>
            <Icon name="left" />
            {words.previous}
          </button>
          <button type="button" className="button" disabled={!page.has_next_page} onClick={turn(page.page + 1)}>
            {words.next}
            <Icon name="right" />
          </button>
        </span>
      )}
    </nav>
  )
}
