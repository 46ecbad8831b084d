/** GET /api/v1/chargebacks/{id}. */
import { Type } from 'typebox'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { described, Uuid } from '../../core/schema.ts'
import { Chargeback } from '../chargeback-schemas.ts'
import type { ChargebackServices } from '../chargeback-services.ts'
import { findChargeback } from '../chargeback-store.ts'
import { toChargebackView } from '../chargeback-view.ts'
import { requireChargeback } from '../update-chargeback-status.ts'

export const getChargeback = (services: ChargebackServices): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/chargebacks/:id',
    tag: 'Chargebacks',
    summary: 'Get a chargeback',
    description: 'One chargeback with its deadline, its outcome and its evidence.',
    allow: 'read',
    params: Type.Object({ id: described(Uuid, 'Id of the chargeback, as the list shows it.') }),
    answers: { 200: Chargeback },
    handle: async ({ params, tenantId, merchantId, read }) => {
      const nameOf = await services.merchantNamesOf(tenantId)
      const row = requireChargeback(await read((tx) => findChargeback(tx, tenantId, params.id, merchantId)))
      return ok(toChargebackView(row, nameOf(row.merchant_id), services.runtime.clock.ms()))
    },
  })
