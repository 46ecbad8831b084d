/** The update of a transfer: the edge, ledger changes, the event; every state with every transition. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  applyTransferTransition,
  type UpdatableTransfer,
} from '../../src/transfers/dispatch/apply-transfer-transition.ts'
import type { TransferTransition } from '../../src/transfers/dispatch/read-transfer-outcome.ts'
import { TRANSFER_STATES, type TransferState } from '../../src/transfers/model/transfer-states.ts'

const NOW = Date.UTC(2026, 4, 11, 9)
const ID = '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'
const ORDER = { bankReference: 'TRF1', receiptNo: 'SIM1', sentAs: 'fast', fee: 25, bankCode: '00' } as const
const fault = { providerCode: '96', providerMessage: 'System fault' }
const TRANSITIONS: Readonly<Record<string, TransferTransition>> = {
  completed: { kind: 'completed', order: ORDER },
  delivered: { kind: 'delivered', order: ORDER },
  failed: { kind: 'failed', code: 'bank_system_error', fault },
  again: { kind: 'again', fault, waitMs: 2_000 },
  ask: { kind: 'ask', fault: null, waitMs: 60_000 },
}
const transferIn = (status: TransferState, change: Partial<UpdatableTransfer> = {}): UpdatableTransfer => ({
  tenant_id: ID,
  id: ID,
  merchant_id: ID,
  status,
  fencing: 7,
  amount: 10_000,
  currency: 'TRY',
  fee: 0,
  request_type: 'eft',
  external_id: 'E-1',
  source_account_id: ID,
  sent_at: new Date(NOW - 5_000),
  retry_count: 1,
  attempt_no: 2,
  inquiry_count: 4,
  receipt_no: null,
  recurring_transfer_id: null,
  ...change,
})
const recorded = (transfer: UpdatableTransfer, transition: TransferTransition, wasInquiry = false) =>
  applyTransferTransition(transfer, transition, { nowMs: NOW, logs: [], wasInquiry })

// From, transition: to, debited with fee, whether the reservation ends, what is due in how many seconds, attempt, retries, event.
const TABLE = `
  processing completed  completed  10000+25 ends  -           2 1 transfer.succeeded
  processing delivered  delivered  10000+25 ends  inquire 30  2 1 -
  processing failed     failed     -        ends  -           2 1 transfer.failed
  processing again      processing -        keeps send 2      3 2 -
  processing ask        processing -        keeps inquire 60  2 1 -
  delivered  completed  completed  -        ends  -           2 1 transfer.succeeded
  delivered  ask        delivered  -        ends  inquire 60  2 1 -`
const rowOf = (from: TransferState, name: string): string => {
  const record = recorded(transferIn(from), TRANSITIONS[name] as TransferTransition)
  const { taken, step, next_step_at } = record
  const ends = record.ends_reservation ? 'ends' : 'keeps'
  return [
    from,
    name,
    record.to_status,
    taken === null ? '-' : `${taken.amount}+${taken.fee}`,
    ends,
    step === null ? '-' : `${step} ${(Date.parse(next_step_at as string) - NOW) / 1_000}`,
    record.attempt_no,
    record.retry_count,
    record.event?.type ?? '-',
  ].join(' ')
}
for (const line of TABLE.trim()
  .split('\n')
  .map((each) => each.trim().replaceAll(/\s+/g, ' '))) {
  const [from, name] = line.split(' ') as [TransferState, string]
  test(`${from}, ${name}`, () => assert.equal(rowOf(from, name), line))
}

test('every other transition in every other state is no step: nothing is written', () => {
  const allowed = new Set(
    TABLE.trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).slice(0, 2).join(' ')),
  )
  for (const from of TRANSFER_STATES)
    for (const [name, transition] of Object.entries(TRANSITIONS))
      if (!allowed.has(`${from} ${name}`) && transition.kind !== 'ask')
        assert.throws(() => recorded(transferIn(from), transition), /has no edge/, `${from} ${name}`)
})

test('history gains a row with the bank’s texts where the state changes or an attempt begins, and none for an inquiry', () => {
  const stepOf = (name: string) =>
    recorded(transferIn('processing'), TRANSITIONS[name] as TransferTransition).step_of_history
  assert.deepEqual(stepOf('completed'), {
    to: 'completed',
    at: NOW,
    bank_response_code: '00',
    provider_transaction_id: 'TRF1',
  })
  assert.deepEqual(stepOf('again'), {
    to: 'processing',
    at: NOW,
    bank_response_message: 'System fault',
    bank_response_code: '96',
  })
  assert.equal(stepOf('ask'), null)
})

test('an own code is never reported as the bank’s code', () => {
  const ours: TransferTransition = {
    kind: 'failed',
    code: 'insufficient_balance',
    fault: { providerCode: 'no_cover', providerMessage: 'No cover', isOurs: true },
  }
  const { bank_response_code, step_of_history, event } = recorded(transferIn('processing'), ours)
  assert.equal(bank_response_code, null)
  assert.equal(step_of_history?.bank_response_code, undefined)
  assert.equal(JSON.parse(event?.body ?? '').data.provider_error_code, null)
})

test('the event of success contains channel, fee and source account', () => {
  const { data, type } = JSON.parse(
    recorded(transferIn('processing'), TRANSITIONS.completed as TransferTransition).event?.body ?? '',
  )
  assert.equal(type, 'transfer.succeeded')
  assert.deepEqual(data, {
    transfer_id: ID,
    external_id: 'E-1',
    merchant_id: ID,
    status: 'completed',
    amount: 10_000,
    currency: 'TRY',
    transfer_type: 'fast',
    fee_amount: 25,
    receipt_no: 'SIM1',
    sent_date: '2026-05-11T08:59:55.000+00:00',
    processed_date: '2026-05-11T09:00:00.000+00:00',
    success_sender_account_id: ID,
  })
  const late = recorded(transferIn('delivered', { fee: 25, receipt_no: 'SIM1' }), {
    kind: 'completed',
    order: { ...ORDER, fee: 0 },
  })
  assert.equal(JSON.parse(late.event?.body ?? '').data.fee_amount, 25, 'what was taken when it was delivered')
})

test('inquiries are counted until a new try begins', () => {
  const count = (name: string, wasInquiry: boolean) =>
    recorded(transferIn('processing'), TRANSITIONS[name] as TransferTransition, wasInquiry).inquiry_count
  assert.deepEqual([count('ask', true), count('ask', false), count('again', true)], [5, 4, 0])
})

test('any order of transitions: money is debited at most once, the reservation ends once, one event ends it', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...Object.keys(TRANSITIONS)), { maxLength: 12 }), (names) => {
      let transfer = transferIn('processing', { retry_count: 0, attempt_no: 1 })
      let [taken, events, reserved] = [0, 0, true]
      for (const name of names) {
        const transition = TRANSITIONS[name] as TransferTransition
        const isStep = transition.kind === 'ask' || !/has no edge/.test(faultIn(() => recorded(transfer, transition)))
        if (!isStep || ['completed', 'failed'].includes(transfer.status)) continue
        const record = recorded(transfer, transition)
        if (record.taken) {
          assert.ok(reserved, 'taken from a reservation')
          taken++
        }
        if (record.ends_reservation) reserved = false
        if (record.event) events++
        transfer = {
          ...transfer,
          status: record.to_status,
          attempt_no: record.attempt_no,
          retry_count: record.retry_count,
        }
        assert.equal(record.next_step_at === null, ['completed', 'failed'].includes(record.to_status))
      }
      const isPaid = transfer.status === 'completed' || transfer.status === 'delivered'
      assert.equal(taken, isPaid ? 1 : 0)
      assert.equal(reserved, transfer.status === 'processing')
      assert.equal(events, ['completed', 'failed'].includes(transfer.status) ? 1 : 0)
    }),
  )
})

const faultIn = (work: () => unknown): string => {
  try {
    work()
    return ''
  } catch (error) {
    return (error as Error).message
  }
}
