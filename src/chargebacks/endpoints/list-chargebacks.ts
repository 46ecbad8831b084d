/** GET /api/v1/chargebacks: newest first, or by deadline. */
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { peopleOfWaiting } from '../../access/waits-for.ts'
import { toPage } from '../../core/pagination.ts'
import { pageOfChargebacks } from '../chargeback-list-store.ts'
import { ChargebackPage, ChargebackQuery } from '../chargeback-schemas.ts'
import type { ChargebackServices } from '../chargeback-services.ts'
import { toChargebackView } from '../chargeback-view.ts'

export const listChargebacks = (services: ChargebackServices): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/chargebacks',
    tag: 'Chargebacks',
    summary: 'List chargebacks',
    description:
      'Newest first, or the nearest deadline first (`order_by`). Look for `opened` ones and their deadlines.',
    allow: 'read',
    query: ChargebackQuery,
    answers: { 200: ChargebackPage },
    errors: ['validation_failed'],
    handle: async ({ query, tenantId, merchantId, principal, read }) => {
      const waitingFor = peopleOfWaiting(query, principal, 'cards', { allow: 'operate', isOpenToBound: true })
      if (waitingFor === null) return ok(toPage([], 0, query))
      const filters = { ...query, waitingFor }
      const nameOf = await services.merchantNamesOf(tenantId)
      const nowMs = services.runtime.clock.ms()
      const { rows, total } = await read((tx) => pageOfChargebacks(tx, tenantId, merchantId, filters))
      return ok(
        toPage(
          rows.map((row) => toChargebackView(row, nameOf(row.merchant_id), nowMs)),
          total,
          query,
        ),
      )
    },
  })
