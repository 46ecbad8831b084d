/** Pages of lists, as the card, transfer and fraud surfaces return them. */
import { type TSchema, Type } from 'typebox'
import { HasNextPage, HasPreviousPage, PageCount, PageNumber, RowCount } from './members/record-members.ts'
import { Enum } from './schema.ts'

export const PAGE_SIZE_DEFAULT = 25
export const PAGE_SIZE_MAX = 100

/** Query members every paged list accepts. */
export const pageQuery = {
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      default: 1,
      description: 'Number of the page to read; 1 is the first.',
    }),
  ),
  page_size: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_SIZE_MAX,
      default: PAGE_SIZE_DEFAULT,
      description: 'Number of rows on a page.',
    }),
  ),
}
/** The members of every paged list, the usual search and the switch for inactive rows. */
export const listQuery = {
  ...pageQuery,
  include_inactive: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether inactive rows are listed too.' }),
  ),
  search_term: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Text to search for in the texts of the rows, such as names, codes and descriptions.',
    }),
  ),
}

const VALUES_MAX = 20

/** Rows of any of these values: `name=a&name=b`, or `name=a,b`. */
export const AnyOf = <T extends TSchema>(value: T, description: string) =>
  Type.Optional(Type.Array(value, { minItems: 1, maxItems: VALUES_MAX, description }))

const ListOrder = Enum('ListOrder', ['-created', 'created'])

/** Sorts by id (UUIDv7), which is creation order, so that reading from either end uses the same index. */
export const sortQuery = {
  sort: Type.Optional(
    Type.Unsafe<'-created' | 'created'>({
      ...ListOrder,
      default: '-created',
      description: 'Order of the rows: `-created` for newest first, `created` for oldest first.',
    }),
  ),
}

export interface PageRequest {
  page?: number
  page_size?: number
  /** For lists that take `sortQuery`. */
  sort?: '-created' | 'created'
}
export interface Page<T> {
  items: T[]
  page: number
  total_pages: number
  total_count: number
  has_previous_page: boolean
  has_next_page: boolean
}

export const toLimit = (query: PageRequest): number => query.page_size ?? PAGE_SIZE_DEFAULT
export const toOffset = (query: PageRequest): number => ((query.page ?? 1) - 1) * toLimit(query)

export const toPlace = (query: PageRequest): { limit: number; offset: number; isOldestFirst: boolean } => ({
  limit: toLimit(query),
  offset: toOffset(query),
  isOldestFirst: query.sort === 'created',
})

export const toPage = <T>(items: T[], total: number, query: PageRequest): Page<T> => {
  const page = query.page ?? 1
  const pages = Math.ceil(total / toLimit(query))
  return {
    items,
    page,
    total_pages: pages,
    total_count: total,
    has_previous_page: page > 1 && total > 0,
    has_next_page: page < pages,
  }
}

/** Response schema of a page of `item`. */
export const pageSchema = (item: TSchema, name: string) =>
  Type.Object(
    {
      items: Type.Array(item, { description: 'Rows of this page, in the order of the list.' }),
      page: PageNumber,
      total_pages: PageCount,
      total_count: RowCount,
      has_previous_page: HasPreviousPage,
      has_next_page: HasNextPage,
    },
    { $id: name },
  )
