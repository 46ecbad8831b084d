/** GET identity-providers: the list, and one of them. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { peopleOfWaiting, waitingQuery } from '../../access/waits-for.ts'
import { listQuery, toPage } from '../../core/pagination.ts'
import { PROVIDERS_PATH, ProviderParams, providerBody, requireProvider } from './provider-operation.ts'
import { IdentityProvider, IdentityProviderPage } from './provider-schemas.ts'
import { findProvider, pageOfProviders } from './provider-store.ts'

export const listProviders = endpoint({
  method: 'GET',
  path: PROVIDERS_PATH,
  summary: 'List identity providers',
  description:
    'External issuers (OpenID Connect) whose tokens this tenant accepts. The search looks into name and issuer.',
  tag: 'IdentityProviders',
  allow: 'tenant',
  query: Type.Object({ ...listQuery, ...waitingQuery }),
  answers: { 200: IdentityProviderPage },
  handle: ({ query, tenantId, principal, read }) =>
    read(async (tx) => {
      const waitingFor = peopleOfWaiting(query, principal, 'identity', { allow: 'tenant' })
      if (waitingFor === null) return ok(toPage([], 0, query))
      const filters = { includeInactive: query.include_inactive ?? false, searchTerm: query.search_term, waitingFor }
      const { rows, total } = await pageOfProviders(tx, tenantId, filters, query)
      return ok(toPage(rows.map(providerBody), total, query))
    }),
})

export const getProvider = endpoint({
  method: 'GET',
  path: `${PROVIDERS_PATH}/:id`,
  summary: 'One identity provider',
  description: 'One issuer with the roles its own are mapped to.',
  tag: 'IdentityProviders',
  allow: 'tenant',
  params: ProviderParams,
  answers: { 200: IdentityProvider },
  handle: async ({ params, tenantId, read }) =>
    ok(providerBody(requireProvider(await read((tx) => findProvider(tx, tenantId, params.id))))),
})
