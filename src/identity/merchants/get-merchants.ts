/** GET /api/v1/merchants, /me and /{id}: the shops a tenant sells for. */

import { ownMerchantId } from '../../access/callers/request-merchant.ts'
import { endpoint, ok } from '../../access/endpoint.ts'
import { peopleOfWaiting } from '../../access/waits-for.ts'
import { toPage } from '../../core/pagination.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { type MerchantServices, merchantBody, requireMerchant, settableMerchant } from './merchant-operation.ts'
import { ListMerchantsQuery, Merchant, MerchantPage, MerchantParams } from './merchant-schemas.ts'
import { merchantById, pageOfMerchants } from './merchant-store.ts'

export const listMerchants = (services: MerchantServices) =>
  endpoint({
    method: 'GET',
    path: '/api/v1/merchants',
    tag: 'Merchants',
    summary: 'List merchants',
    description: 'Newest first. A key or person bound to one merchant sees that one.',
    allow: 'merchants-read',
    query: ListMerchantsQuery,
    answers: { 200: MerchantPage },
    async handle({ read, tenantId, query, principal }) {
      const waitingFor = peopleOfWaiting(query, principal, 'identity', { allow: 'tenant' })
      if (waitingFor === null) return ok(toPage([], 0, query))
      const filters = { ...query, waitingFor }
      const { rows, total } = await read((tx) => pageOfMerchants(tx, tenantId, filters, ownMerchantId(principal)))
      const categoryOf = await services.categories()
      const bodies = rows.map((row) => merchantBody(categoryOf, row))
      return ok(toPage(bodies, total, query))
    },
  })

export const ownMerchant = (services: MerchantServices) =>
  endpoint({
    method: 'GET',
    path: '/api/v1/merchants/me',
    tag: 'Merchants',
    summary: 'Merchant of the token',
    description: 'The one the key or person is bound to, or the only active one of the tenant; without one 404.',
    allow: 'any',
    notFound: 'resource_not_found',
    answers: { 200: Merchant },
    async handle(call) {
      const { merchantId, tenantId } = call.principal
      const row =
        merchantId === null || tenantId === null
          ? undefined
          : await call.read((tx) => merchantById(tx, tenantId, merchantId))
      if (!row) throw new Problem('resource_not_found', { detail: phrase`This token names no merchant.` })
      return ok(merchantBody(await services.categories(), row))
    },
  })

export const getMerchant = (services: MerchantServices) =>
  endpoint({
    method: 'GET',
    path: '/api/v1/merchants/:id',
    isTagged: true,
    tag: 'Merchants',
    summary: 'Read a merchant',
    description: 'One shop with its addresses and settings.',
    allow: 'merchants-read',
    params: MerchantParams,
    answers: { 200: Merchant },
    async handle({ read, tenantId, principal, params: { id } }) {
      const row = requireMerchant(await read((tx) => merchantById(tx, tenantId, id)), principal)
      const categoryOf = await services.categories()
      return { ...ok(merchantBody(categoryOf, row)), tagged: settableMerchant(categoryOf, row) }
    },
  })
