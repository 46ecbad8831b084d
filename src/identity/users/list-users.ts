/** GET /api/v{version}/users: the users of the token's realm, in the envelope of this one resource. */
import { Type } from 'typebox'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { limitOf, offsetOf, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, pageOf } from '../../core/page.ts'
import { Problem } from '../../core/problem.ts'
import { Nullable } from '../../core/schema.ts'
import type { House } from '../../infra/house.ts'
import { pageOfUsers, type UserRow } from './user-store.ts'

const VERSIONS = new Set(['1', '1.0'])

const MaybeText = Nullable(Type.String())
const User = Type.Object(
  {
    id: Type.String(),
    username: Type.String(),
    email: Type.String(),
    firstName: MaybeText,
    lastName: MaybeText,
    enabled: Type.Boolean(),
    emailVerified: Type.Boolean(),
    createdTimestamp: Type.Integer({ format: 'int64', description: 'Milliseconds since 1970' }),
    roles: Type.Array(Type.String()),
    tenantId: MaybeText,
    merchantId: MaybeText,
    companyName: MaybeText,
    pendingApproval: Type.Boolean(),
  },
  { $id: 'User' },
)
const UserPage = Type.Object(
  {
    items: Type.Array(User),
    pageNumber: Type.Integer({ format: 'int32' }),
    totalPages: Type.Integer({ format: 'int32' }),
    totalCount: Type.Integer({ format: 'int32' }),
    hasPreviousPage: Type.Boolean(),
    hasNextPage: Type.Boolean(),
  },
  { $id: 'UserPage' },
)
const UserPageEnvelope = Type.Object(
  { message: MaybeText, isSuccess: Type.Boolean(), code: MaybeText, data: UserPage },
  { $id: 'UserPageEnvelope' },
)

const ListUsersQuery = Type.Object({
  MerchantId: Type.Optional(Type.String({ format: 'uuid' })),
  Pending: Type.Optional(Type.Boolean({ description: 'true = only users who wait for approval' })),
  PageNumber: Type.Optional(Type.Integer({ format: 'int32', minimum: 1, maximum: 2_147_483_647, default: 1 })),
  PageSize: Type.Optional(
    Type.Integer({ format: 'int32', minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT }),
  ),
  SearchTerm: Type.Optional(
    Type.String({ maxLength: 100, description: 'In user name, email address, first and last name' }),
  ),
})

export const listUsers = (house: House): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v:version/users',
    tag: 'Users',
    summary: 'List users',
    description: 'Query names are compared without case; merchant_id, page, page_size and search_term are taken too.',
    allow: 'users',
    params: Type.Object({ version: Type.String({ description: '1 or 1.0' }) }),
    query: ListUsersQuery,
    queryAliases: {
      merchant_id: 'MerchantId',
      page: 'PageNumber',
      page_size: 'PageSize',
      search_term: 'SearchTerm',
      search: 'SearchTerm',
    },
    answers: { 200: UserPageEnvelope },
    errors: ['resource_not_found'],
    async handle({ params, query, principal }) {
      if (!VERSIONS.has(params.version))
        throw new Problem('resource_not_found', { detail: 'Users are offered in version 1: /api/v1/users.' })
      const paging = { page: query.PageNumber ?? 1, page_size: query.PageSize ?? PAGE_SIZE_DEFAULT }
      const filters = { merchantId: query.MerchantId, isPending: query.Pending ?? false, searchTerm: query.SearchTerm }
      const { rows, total } = await house.db.readTenant(principal.realmId, (tx) =>
        pageOfUsers(tx, principal.realmId, filters, { limit: limitOf(paging), offset: offsetOf(paging) }),
      )
      const page = pageOf(
        rows.map((row) => userOf(row, principal.tenantId)),
        total,
        paging,
      )
      return ok({
        message: null,
        isSuccess: true,
        code: null,
        data: {
          items: page.items,
          pageNumber: page.page,
          totalPages: page.total_pages,
          totalCount: page.total_count,
          hasPreviousPage: page.has_previous_page,
          hasNextPage: page.has_next_page,
        },
      })
    },
  })

const userOf = (row: UserRow, tenantId: string | null) => ({
  id: row.id,
  username: row.username,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  enabled: row.enabled,
  emailVerified: row.email_verified,
  createdTimestamp: row.created.getTime(),
  roles: row.roles,
  tenantId,
  merchantId: row.merchant_id,
  companyName: row.company_name,
  pendingApproval: row.pending_approval,
})
