/** POST /api/v1/settlements/{id}/confirm: a second person confirms the amounts that a first one entered. */
import { Type } from 'typebox'
import { narrowToMerchant } from '../../access/callers/request-merchant.ts'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { isPlatformPerson } from '../../access/four-eyes.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { described, Uuid } from '../../core/schema.ts'
import { findAwaitedStep, type SettlementRow, toSettlementView } from '../model/settlement-row.ts'
import type { SettlementServices } from '../settlement-services.ts'
import { Settlement } from '../store/settlement-schemas.ts'
import { findSettlement, updateSettlement } from '../store/settlement-store.ts'

export const confirmSettlement = (services: SettlementServices): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/settlements/:id/confirm',
    tag: 'Settlements',
    summary: 'Confirm the amounts of a settlement',
    description:
      'Of one that a person made, or that was made of rows which one person sent and finalized, by another accountable person. What a key of the platform made takes two: the first who confirms it stands in its place.',
    allow: 'admin',
    product: 'reconciliation',
    fourEyes: 'decide',
    params: Type.Object({ id: described(Uuid, 'Id of the settlement, as the list shows it.') }),
    answers: { 200: Settlement },
    errors: ['conflict', 'four_eyes_violation'],
    handle: async (call) => {
      const { params, tenantId, principal, inTx } = call
      const nameOf = await services.merchantNamesOf(tenantId)
      const now = services.runtime.clock.now()
      return inTx(async (tx) => {
        const before = await findSettlement(tx, tenantId, params.id, narrowToMerchant(call), 'for update')
        checkWaits(before)
        const isPlatforms = isPlatformPerson(before.stated_people ?? [])
        if (!isPlatforms) call.checkFourEyes(phrase`settlement`, { create: before.stated_people })
        const step = isPlatforms
          ? { stated_by: principal.subject }
          : { confirmed_by: principal.subject, confirmed_at: now }
        const after = { ...before, ...step, last_modified: now }
        await updateSettlement(tx, after)
        const [was, is] = [
          toSettlementView(before, nameOf(before.merchant_id)),
          toSettlementView(after, nameOf(after.merchant_id)),
        ]
        return { ...ok(is), change: { kind: 'settlement', id: after.id, before: was, after: is } }
      })
    },
  })

const checkWaits = (row: SettlementRow): void => {
  if (findAwaitedStep(row)?.what === 'confirmation') return
  throw new Problem('conflict', { detail: phrase`No amounts of this settlement wait for a second person.` })
}
