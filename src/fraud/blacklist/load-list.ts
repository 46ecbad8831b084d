/** Reads a list from the database into memory: all of it, page by page, or only new entries. */
import type { Database } from '../../infra/database/database.ts'
import { newHashes, type PackedHashes, type Page, pageOfHashes, type ReadPosition } from './blacklist-hash-store.ts'
import { concatenatePrefixes, createHashFilter, decodePrefixes, type HashFilter } from './hash-filter.ts'
import type { Form } from './normal-forms.ts'

/** The cached content of a list. */
export interface LoadedList {
  readonly filter: HashFilter
  readonly forms: Set<Form>
  mark: ReadPosition
  /** Time at which the full read began, performance.now(). */
  readonly since: number
}

const PAGE_ROWS = 50_000 // some 50 ms of the database and one of this process
export const RECENT_ENTRIES_MAX = 20_000 // more at once: read whole
const ENTRIES_MAX = 8_000_000 // 32 MB; a longer list is left to the database

export const readFirstPage = (db: Database, tenantId: string | null): Promise<Page> =>
  pageOfHashes(db, tenantId, Buffer.alloc(0), PAGE_ROWS)

export const isLastPage = (page: Page): boolean => page.rows < PAGE_ROWS

/** Returns the pages of a list; undefined if it is too long. */
export const readAllPages = async (
  db: Database,
  tenantId: string | null,
  first: Page | undefined,
): Promise<Page[] | undefined> => {
  let page = first ?? (await readFirstPage(db, tenantId))
  const pages = [page]
  while (!isLastPage(page)) {
    if (pages.length * PAGE_ROWS >= ENTRIES_MAX) return undefined
    page = await pageOfHashes(db, tenantId, page.last as Buffer, PAGE_ROWS)
    pages.push(page)
  }
  return pages
}

export const toLoadedList = (pages: readonly Page[], since: number): LoadedList => ({
  filter: createHashFilter(concatenatePrefixes(pages.map(prefixesOfPage))),
  forms: new Set(pages.flatMap(({ forms }) => forms)),
  mark: (pages[0] as Page).mark,
  since,
})

/** Returns false if there are so many new entries that the whole list has to be read again. */
export const addRecentEntries = async (
  db: Database,
  tenantId: string | null,
  loadedList: LoadedList,
): Promise<boolean> => {
  const news = await newHashes(db, tenantId, loadedList.mark, RECENT_ENTRIES_MAX)
  if (news.rows === RECENT_ENTRIES_MAX) return false
  loadedList.filter.add(prefixesOfPage(news))
  for (const form of news.forms) loadedList.forms.add(form)
  loadedList.mark = news.mark
  return true
}

const prefixesOfPage = ({ prefixes }: PackedHashes): Uint32Array =>
  prefixes === null ? new Uint32Array(0) : decodePrefixes(prefixes)
