/** Laws of what resolving a row costs, measured at the lines that settlements make of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { writtenOff } from '../../src/reconciliations/resolution/write-off.ts'
import { linesOfMovement } from '../../src/settlements/model/settled-lines.ts'

const amount = fc.integer({ min: 1, max: 900_000_000 })
const resolved = fc.record({
  ours: amount,
  theirs: amount,
  bank_status: fc.constantFrom('approved', 'completed', 'declined', 'failed', 'refunded', 'voided', 'pending'),
  action: fc.constantFrom('accept_bank', 'accept_db', 'adjust_amount', 'mark_matched', 'ignore'),
  part: fc.integer({ min: 0, max: 1_000 }),
  isAdjusted: fc.boolean(),
  isUnproven: fc.boolean(),
})

test('a resolution costs no less than what is settled is away from either side, and no more than the larger one', () => {
  fc.assert(
    fc.property(resolved, ({ ours, theirs, bank_status, action, part, isAdjusted, isUnproven }) => {
      const takesAmount = action === 'adjust_amount' || (action === 'accept_bank' && isAdjusted)
      const most = Math.max(ours, theirs)
      const adjusted_amount = takesAmount ? Math.floor((most * part) / 1_000) : null
      const discrepancy = ours === theirs ? ('status_mismatch' as const) : ('amount_mismatch' as const)
      const row = { kind: 'movement' as const, discrepancy, db_amount: ours, bank_amount: theirs, bank_status }
      const body = { action, ...(adjusted_amount === null ? {} : { adjusted_amount }) }
      const cost = writtenOff([{ ...row, db_status: 'completed' }], body, isUnproven)
      const settled = action === 'ignore' ? 0 : settledOf(ours, theirs, bank_status, action, adjusted_amount)
      const isPaid = ['approved', 'completed', 'refunded'].includes(bank_status)
      assert.ok(cost <= most)
      assert.ok(cost >= Math.abs(settled - ours) && cost >= Math.abs(settled - theirs))
      if (isUnproven || !isPaid) assert.equal(cost, most)
    }),
  )
})

/** A file calls refunds refunded, and nothing else. */
const settledOf = (
  ours: number,
  bank_amount: number,
  bank_status: string,
  resolution_action: string,
  adjusted_amount: number | null,
): number => {
  const movement = {
    source_id: 's',
    payment_id: 'p',
    merchant_id: 'm',
    configuration_id: 'c',
    currency: 'TRY',
    is_refund: bank_status === 'refunded',
    amount: ours,
    installments: 1,
    card_type: 'credit',
    card_scheme: 'VISA',
    is_on_us: null,
    day: '2026-05-11',
    bank_line: null,
    bank_amount,
    bank_status,
    resolution_action,
    adjusted_amount,
  }
  return Math.abs(linesOfMovement(movement, [], undefined).reduce((sum, { gross }) => sum + gross, 0))
}
