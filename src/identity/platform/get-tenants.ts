/** GET /api/v1/platform/tenants and /{slug}: the customers of the platform. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { toPage } from '../../core/pagination.ts'
import { pageAcrossShards } from '../../infra/database/shards/across-shards.ts'
import { requireTenant } from './tenant-operation.ts'
import { ListTenantsQuery, Tenant, TenantPage } from './tenant-schemas.ts'
import { findTenant, isListedBefore, pageOfTenants, shownTenant } from './tenant-store.ts'

export const listTenants = endpoint({
  method: 'GET',
  path: '/api/v1/platform/tenants',
  tag: 'PlatformTenants',
  summary: 'List tenants',
  description: 'Newest first; without include_inactive or status the suspended ones are left out.',
  allow: 'platform',
  query: ListTenantsQuery,
  answers: { 200: TenantPage },
  async handle({ runtime, query }) {
    const { rows, total } = await pageAcrossShards(runtime.db, query, isListedBefore, pageOfTenants)
    return ok(
      toPage(
        rows.map((row) => shownTenant(runtime.db, row)),
        total,
        query,
      ),
    )
  },
})

export const getTenant = endpoint({
  method: 'GET',
  path: '/api/v1/platform/tenants/:slug',
  tag: 'PlatformTenants',
  summary: 'Read a tenant',
  description: 'One customer of the platform with its plan and state.',
  allow: 'platform',
  notFound: 'resource_not_found',
  params: Type.Object({
    slug: Type.String({ maxLength: 60, description: 'Slug of the tenant, in the form tenant-<your-slug>.' }),
  }),
  answers: { 200: Tenant },
  handle: async ({ runtime: { db }, params: { slug } }) =>
    ok(shownTenant(db, requireTenant(await findTenant(db, slug)))),
})
