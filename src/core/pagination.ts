/** Pages of lists, as the card, transfer and fraud surfaces return them. */
import { type TSchema, Type } from 'typebox'

export const PAGE_SIZE_DEFAULT = 25
export const PAGE_SIZE_MAX = 100

/** Query members every paged list accepts. */
export const pageQuery = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, default: 1, description: 'First page is 1' })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT })),
}
/** Those plus the usual search and the switch for inactive rows. */
export const listQuery = {
  ...pageQuery,
  include_inactive: Type.Optional(Type.Boolean({ default: false })),
  search_term: Type.Optional(Type.String({ maxLength: 100 })),
}

export interface PageRequest {
  page?: number
  page_size?: number
}
export interface Page<T> {
  items: T[]
  page: number
  total_pages: number
  total_count: number
  has_previous_page: boolean
  has_next_page: boolean
}

export const limitOf = (query: PageRequest): number => query.page_size ?? PAGE_SIZE_DEFAULT
export const offsetOf = (query: PageRequest): number => ((query.page ?? 1) - 1) * limitOf(query)

export const placeOf = (query: PageRequest): { limit: number; offset: number } => ({
  limit: limitOf(query),
  offset: offsetOf(query),
})

export const pageOf = <T>(items: T[], total: number, query: PageRequest): Page<T> => {
  const page = query.page ?? 1
  const pages = Math.ceil(total / limitOf(query))
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
      items: Type.Array(item),
      page: Type.Integer({ format: 'int32' }),
      total_pages: Type.Integer({ format: 'int32' }),
      total_count: Type.Integer({ format: 'int32' }),
      has_previous_page: Type.Boolean(),
      has_next_page: Type.Boolean(),
    },
    { $id: name },
  )
