/** PUT /api/v1/settlements/{id}/status. */
import { Type } from 'typebox'
import { type Endpoint, endpoint, noContent } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import { Uuid } from '../../core/schema.ts'
import { edgeFor } from '../../core/state-machine.ts'
import { completeConfirmed } from '../confirm-settlements.ts'
import { entriesOfPayout } from '../ledger/entries.ts'
import { insertEntries } from '../ledger/entry-store.ts'
import { type SettlementRow, toSettlementView } from '../model/settlement-row.ts'
import { type SettlementState, settlementMachine } from '../model/settlement-states.ts'
import type { SettlementServices } from '../settlement-services.ts'
import { UpdateSettlementStatus } from '../store/settlement-schemas.ts'
import { findSettlement, updateSettlement } from '../store/settlement-store.ts'

export const updateSettlementStatus = (services: SettlementServices): Endpoint =>
  endpoint({
    method: 'PUT',
    path: '/api/v1/settlements/:id/status',
    tag: 'Settlements',
    summary: 'Say where a settlement stands',
    description:
      'Texts that are left out stay as they are. `settlement.completed` follows once it is settled and every payment of its days is in a finalized reconciliation.',
    allow: 'admin',
    product: 'reconciliation',
    params: Type.Object({ id: Uuid }),
    body: UpdateSettlementStatus,
    bodyAliases: { remarks: 'notes' },
    answers: { 204: null },
    errors: ['invalid_state_transition'],
    handle: async ({ params, body, tenantId, merchantId, correlationId, inTx }) => {
      if (body.id !== undefined && body.id.toLowerCase() !== params.id.toLowerCase())
        throw fieldProblem('id', 'mismatch', phrase`must be the one of the path, or be left out`)
      const nameOf = await services.merchantNamesOf(tenantId)
      const nowMs = services.runtime.clock.ms()
      const answer = await inTx(async (tx) => {
        const before = await findSettlement(tx, tenantId, params.id, merchantId, 'for update')
        const after = step(before, body, new Date(nowMs))
        await updateSettlement(tx, after)
        if (after.status === 'settled') await insertEntries(tx, [after], entriesOfPayout, nowMs)
        const [completed = after] = await completeConfirmed(tx, [after], { correlationId, nowMs })
        const [was, is] = [before, completed].map((row) => toSettlementView(row, nameOf(row.merchant_id))) as [
          object,
          object,
        ]
        return { ...noContent(), change: { kind: 'settlement', id: after.id, before: was, after: is } }
      })
      services.wakeDeliveries([tenantId])
      return answer
    },
  })

/** Undefined: a state nothing leads to. */
const TRIGGER_OF = { pending: undefined, processing: 'process', settled: 'settle', failed: 'fail' } as const

const step = (
  before: SettlementRow,
  body: { status: SettlementState; bank_reference?: string; notes?: string },
  now: Date,
): SettlementRow => {
  const trigger = TRIGGER_OF[body.status]
  const edge = trigger === undefined ? undefined : edgeFor(settlementMachine, before.status, trigger)
  if (edge === undefined)
    throw new Problem('invalid_state_transition', {
      detail: phrase`The settlement is ${before.status}; it cannot become ${body.status}.`,
    })
  return {
    ...before,
    status: edge.to,
    settled_at: edge.to === 'settled' ? now : before.settled_at,
    bank_reference: body.bank_reference ?? before.bank_reference,
    notes: body.notes ?? before.notes,
    last_modified: now,
  }
}
