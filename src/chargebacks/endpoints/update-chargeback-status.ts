/** PUT /api/v1/chargebacks/{id}/status: answered, won or lost. */
import { Type } from 'typebox'
import { type Endpoint, endpoint, noContent } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem } from '../../core/problem.ts'
import { described, Uuid } from '../../core/schema.ts'
import { type UpdateChargebackBody, UpdateChargebackStatus } from '../chargeback-schemas.ts'
import type { ChargebackServices } from '../chargeback-services.ts'
import { isEndedByTwo } from '../chargeback-settings.ts'
import type { ChargebackAction } from '../chargeback-states.ts'
import { toChargebackView } from '../chargeback-view.ts'
import { updateStatus } from '../update-chargeback-status.ts'

export const updateChargebackStatus = (services: ChargebackServices): Endpoint =>
  endpoint({
    method: 'PUT',
    path: '/api/v1/chargebacks/:id/status',
    tag: 'Chargebacks',
    summary: 'Dispute a chargeback, or tell how it ended',
    description:
      'With `chargebacks.four_eyes` that it is won or lost takes two: the first one only asks (`awaits`), the second one says the same. ' +
      'Texts that are left out stay as they are. A status it has already is no step: of two people who decide at once, the second gets 409.',
    allow: 'operate',
    isOpenToBound: true,
    params: Type.Object({ id: described(Uuid, 'Id of the chargeback, as the list shows it.') }),
    body: UpdateChargebackStatus,
    answers: { 204: null },
    errors: ['invalid_state_transition', 'four_eyes_violation'],
    handle: async ({ params, body, tenantId, merchantId, principal, correlationId, inTx }) => {
      const action = readAction(params.id, body)
      const nameOf = await services.merchantNamesOf(tenantId)
      const nowMs = services.runtime.clock.ms()
      const answer = await inTx(async (tx) => {
        const { before, after } = await updateStatus(tx, {
          tenantId,
          merchantId,
          id: params.id,
          action,
          merchantResponse: body.merchant_response ?? null,
          notes: body.notes ?? null,
          by: principal,
          endsByTwo: await isEndedByTwo(tx, tenantId, services.runtime.config),
          correlationId,
          nowMs,
        })
        const [was, is] = [before, after].map((row) => toChargebackView(row, nameOf(row.merchant_id), nowMs)) as [
          object,
          object,
        ]
        return { ...noContent(), change: { kind: 'chargeback', id: after.id, before: was, after: is } }
      })
      services.wakeDeliveries([tenantId])
      return answer
    },
  })

const ACTIONS = { disputed: 'dispute', won: 'win', lost: 'lose' } as const

const readAction = (id: string, body: UpdateChargebackBody): ChargebackAction => {
  if (body.id !== undefined && body.id.toLowerCase() !== id.toLowerCase())
    throw fieldProblem('id', 'mismatch', phrase`must be the one of the path, or be left out`)
  const ofStatus = body.status === undefined ? undefined : ACTIONS[body.status]
  const action = ofStatus ?? body.action
  if (action === undefined) throw fieldProblem('status', 'required', phrase`is required where action is left out`)
  if (ofStatus !== undefined && body.action !== undefined && body.action !== ofStatus)
    throw fieldProblem('action', 'mismatch', phrase`must be ${ofStatus}, or one of status and action be left out`)
  return action
}
