/** Reads a list from the database into memory: whole, page by page, or what is new. */
import type { Database } from '../../infra/database/database.ts'
import { type Mark, newHashes, type Page, type Piece, pageOfHashes } from './blacklist-hash-store.ts'
import type { Form } from './normal-forms.ts'
import { type HashFilter, hashFilter, joined, prefixesOf } from './hash-filter.ts'

/** What is kept of a list. */
export interface Known {
  readonly filter: HashFilter
  readonly forms: Set<Form>
  mark: Mark
  /** When its whole was begun to be read, performance.now(). */
  readonly since: number
}

const PAGE_ROWS = 50_000 // some 50 ms of the database and one of this process
export const NEWS_MAX = 20_000 // more at once: read whole
const ENTRIES_MAX = 8_000_000 // 32 MB; a longer list is left to the database

export const readFirst = (db: Database, tenantId: string | null): Promise<Page> =>
  pageOfHashes(db, tenantId, Buffer.alloc(0), PAGE_ROWS)

export const isWhole = (page: Page): boolean => page.rows < PAGE_ROWS

/** The pages of a list; undefined: it is too long. */
export const readPages = async (
  db: Database,
  tenantId: string | null,
  first: Page | undefined,
): Promise<Page[] | undefined> => {
  let page = first ?? (await readFirst(db, tenantId))
  const pages = [page]
  while (!isWhole(page)) {
    if (pages.length * PAGE_ROWS >= ENTRIES_MAX) return undefined
    page = await pageOfHashes(db, tenantId, page.last as Buffer, PAGE_ROWS)
    pages.push(page)
  }
  return pages
}

export const knownOf = (pages: readonly Page[], since: number): Known => ({
  filter: hashFilter(joined(pages.map(prefixesIn))),
  forms: new Set(pages.flatMap(({ forms }) => forms)),
  mark: (pages[0] as Page).mark,
  since,
})

/** False: so much is new that the whole is to be read again. */
export const addNews = async (db: Database, tenantId: string | null, known: Known): Promise<boolean> => {
  const news = await newHashes(db, tenantId, known.mark, NEWS_MAX)
  if (news.rows === NEWS_MAX) return false
  known.filter.add(prefixesIn(news))
  for (const form of news.forms) known.forms.add(form)
  known.mark = news.mark
  return true
}

const prefixesIn = ({ prefixes }: Piece): Uint32Array => (prefixes === null ? new Uint32Array(0) : prefixesOf(prefixes))
