/** PUT /api/v1/settlements/{id}/status. */
import { Type } from 'typebox'
import { narrowToMerchant } from '../../access/callers/request-merchant.ts'
import { type Endpoint, endpoint, noContent, type Principal } from '../../access/endpoint.ts'
import { checkCredentialConfirmed, checkFourEyes, isUnattributed } from '../../access/four-eyes.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import { described, Uuid } from '../../core/schema.ts'
import { edgeFor } from '../../core/state-machine.ts'
import { completeConfirmed } from '../confirm-settlements.ts'
import { entriesOfPayout } from '../ledger/entries.ts'
import { insertEntries } from '../ledger/entry-store.ts'
import { findAwaitedStep, type SettlementRow, toSettlementView } from '../model/settlement-row.ts'
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
      'That it is settled takes two: the first one only asks (`awaits`), the second one says the same, with the same `bank_reference` or none. Once the first word was changed or taken back, the second one names the reference. ' +
      'Texts that are left out stay as they are. `settlement.completed` follows once it is settled and every payment of its days is in a finalized reconciliation.',
    allow: 'admin',
    product: 'reconciliation',
    params: Type.Object({ id: described(Uuid, 'Id of the settlement, as the list shows it.') }),
    body: UpdateSettlementStatus,
    bodyAliases: { remarks: 'notes' },
    answers: { 204: null },
    errors: ['conflict', 'invalid_state_transition', 'four_eyes_violation'],
    handle: async (call) => {
      const { params, body, tenantId, principal, correlationId, inTx } = call
      if (body.id !== undefined && body.id.toLowerCase() !== params.id.toLowerCase())
        throw fieldProblem('id', 'mismatch', phrase`must be the one of the path, or be left out`)
      const nameOf = await services.merchantNamesOf(tenantId)
      const nowMs = services.runtime.clock.ms()
      const answer = await inTx(async (tx) => {
        const before = await findSettlement(tx, tenantId, params.id, narrowToMerchant(call), 'for update')
        const after = step(before, body, principal, new Date(nowMs))
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

/** Undefined means that no transition leads to this state. */
const TRIGGER_OF = { pending: undefined, processing: 'process', settled: 'settle', failed: 'fail' } as const

interface Said {
  readonly status: SettlementState
  readonly bank_reference?: string
  readonly notes?: string
}
type By = Pick<Principal, 'subject' | 'accountable' | 'tenantId' | 'needsConfirmation'>

/**
 * A first person only requests that it is settled, and a second one confirms it; every other state takes one person and
 * cancels the request.
 */
const step = (before: SettlementRow, said: Said, by: By, now: Date): SettlementRow => {
  const trigger = TRIGGER_OF[said.status]
  const edge = trigger === undefined ? undefined : edgeFor(settlementMachine, before.status, trigger)
  if (edge === undefined)
    throw new Problem('invalid_state_transition', {
      detail: phrase`The settlement is ${before.status}; it cannot become ${said.status}.`,
    })
  const written: SettlementRow = {
    ...before,
    bank_reference: said.bank_reference ?? before.bank_reference,
    notes: said.notes ?? before.notes,
    last_modified: now,
  }
  if (edge.to !== 'settled') return { ...written, status: edge.to, settling_by: null, settling_at: null }
  return isAgreed(before, said, by)
    ? { ...written, status: edge.to, settled_at: now, settled_by: by.subject }
    : { ...written, settling_by: by.subject, settling_at: now }
}

/**
 * Returns false for a first request, or one with another reference. Throws if the same person repeats the request, may
 * not decide, or leaves out a reference that may differ from the one they read: the amounts never change, so with the
 * reference the confirmation matches the request exactly.
 */
const isAgreed = (before: SettlementRow, { bank_reference }: Said, by: By): boolean => {
  if (findAwaitedStep(before)?.what === 'confirmation')
    throw new Problem('invalid_state_transition', {
      detail: phrase`The amounts of this settlement wait for a second person: POST /api/v1/settlements/{id}/confirm comes first.`,
    })
  const { settling_people: first } = before
  const isSame = bank_reference === undefined || bank_reference === before.bank_reference
  if (before.settling_by === null || !isSame) return false
  if (isUnattributed(first, by)) return false
  checkCredentialConfirmed(by)
  checkFourEyes(phrase`settlement`, 'decide', by.accountable, { create: first })
  if (bank_reference === undefined && before.bank_reference !== null && before.is_word_renewed)
    throw new Problem('conflict', {
      detail: phrase`What the first person said was changed since, or taken back and said again: name the bank_reference that you confirm.`,
    })
  return true
}
