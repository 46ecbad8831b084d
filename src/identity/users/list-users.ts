/** GET /api/v{version}/users: the users of the token's realm. */
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { peopleOfWaiting } from '../../access/waits-for.ts'
import { PAGE_SIZE_DEFAULT, toPage } from '../../core/pagination.ts'
import { inEnvelope, ListUsersQuery, UserPageEnvelope, VersionParams } from './user-schemas.ts'
import { checkVersion, toUserScope, userBody } from './user-scope.ts'
import { pageOfUsers } from './user-store.ts'

export const listUsers: Endpoint = endpoint({
  method: 'GET',
  path: '/api/v:version/users',
  tag: 'Users',
  summary: 'List users',
  description: 'Query names are compared without case; merchant_id, page, page_size and search_term are taken too.',
  allow: 'users',
  params: VersionParams,
  query: ListUsersQuery,
  queryAliases: {
    merchant_id: 'MerchantId',
    page: 'PageNumber',
    page_size: 'PageSize',
    search_term: 'SearchTerm',
    search: 'SearchTerm',
    waits: 'Waits',
    waits_for: 'WaitsFor',
  },
  answers: { 200: UserPageEnvelope },
  errors: ['resource_not_found'],
  async handle(call) {
    checkVersion(call)
    const { query, principal, runtime } = call
    const paging = { page: query.PageNumber ?? 1, page_size: query.PageSize ?? PAGE_SIZE_DEFAULT }
    const { Waits: waits, WaitsFor: waits_for } = query
    const asked = { ...(waits === undefined ? {} : { waits }), ...(waits_for === undefined ? {} : { waits_for }) }
    const filters = {
      merchantId: query.MerchantId,
      isPending: query.Pending ?? false,
      searchTerm: query.SearchTerm,
      waitingFor: peopleOfWaiting(asked, principal, 'identity', { allow: 'users' }),
    }
    const scope = toUserScope(principal)
    const { rows, total } = await runtime.db.transaction({ of: scope.tenantId, mode: 'read' }, (tx) =>
      pageOfUsers(tx, scope, filters, paging),
    )
    const items = rows.map((row) => userBody(row, principal))
    const page = toPage(items, total, paging)
    return ok(
      inEnvelope({
        items: page.items,
        pageNumber: page.page,
        totalPages: page.total_pages,
        totalCount: page.total_count,
        hasPreviousPage: page.has_previous_page,
        hasNextPage: page.has_next_page,
      }),
    )
  },
})
