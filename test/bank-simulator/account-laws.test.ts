/** Invariants of the accounts API over any sequence of calls: sums are zero, no balance goes below it, nothing is posted twice. */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { stepsLeft, stepTransfer } from '../../simulators/bank/accounts/due-transfers.ts'
import { openAccount } from '../../simulators/bank/accounts/open-account.ts'
import { delivering } from '../../simulators/bank/accounts/outcomes.ts'
import { reverseTransfer } from '../../simulators/bank/accounts/reverse-transfer.ts'
import { sendTransfer } from '../../simulators/bank/accounts/send-transfer.ts'
import type { TransferFaultEffect } from '../../simulators/bank/accounts/transfer-fault-effect.ts'
import { bringUpToDate } from '../../simulators/bank/acquirer/bank-day.ts'
import { ledgerAccount, sumMovements, transferKey } from '../../simulators/bank/ledger/account-books.ts'
import type { TransferStep, TransferType } from '../../simulators/bank/ledger/account-facts.ts'
import { addDue, type Due, type DueQueue, removeDue } from '../../simulators/bank/ledger/due-queue.ts'
import { type Ledger, openLedger } from '../../simulators/bank/ledger/ledger.ts'
import { examples } from '../support/property-examples.ts'
import { makeScratch } from '../support/scratch.ts'
import { ibanOf } from './account-client.ts'

const CUSTOMERS = ['a', 'b']
const SOURCES = [ibanOf('00901', '1'), ibanOf('00901', '2')]
const RECEIVERS = [
  ...SOURCES,
  ...['9000', '9001', '9003', '9007', '9008', '9009', '9011'].map((end) => ibanOf('00901', end)),
]
const OPENING = 1_000

const effect = fc.constantFrom<TransferFaultEffect>(
  {},
  {},
  {},
  { outcome: delivering(3_600_000) },
  { outcome: { kind: 'accepted', status: 'processing', plan: [{ step: 'give_back', after_ms: 25_000, code: '91' }] } },
  { returns: { step: 'return', after_ms: 7_200_000, code: '02' } },
  { waitsForHours: true },
  { tellsFirst: true },
)
const reference = fc.constantFrom('r1', 'r2', 'r3', 'r4')
const who = fc.nat(1)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      call: fc.constant<'send'>('send'),
      who,
      from: who,
      reference,
      amount: fc.integer({ min: 1, max: 500 }),
      type: fc.constantFrom<TransferType>('fast', 'eft', 'remittance', 'credit_card'),
      to: fc.nat(RECEIVERS.length - 1),
      effect,
    }),
  },
  fc.record({ call: fc.constant<'reverse'>('reverse'), who, reference }),
  fc.record({
    call: fc.constant<'step'>('step'),
    who,
    reference,
    step: fc.constantFrom<TransferStep>('complete', 'refuse', 'give_back'),
  }),
  fc.record({ call: fc.constant<'clock'>('clock'), seconds: fc.constantFrom(1, 30, 3_600, 86_400, -3_600) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const take = (ledger: Ledger, move: Step): void => {
  switch (move.call) {
    case 'send': {
      const { who, from, reference, amount, type, to, effect } = move
      const recipient = type === 'credit_card' ? { card: '454671******7894' } : { iban: RECEIVERS[to]! }
      const source_iban = SOURCES[from]!
      const customer = CUSTOMERS[who]!
      sendTransfer(
        ledger,
        { customer, reference, source_iban, type, amount, currency: 'TRY', recipient, description: '' },
        effect,
      )
      break
    }
    case 'reverse':
      reverseTransfer(ledger, CUSTOMERS[move.who]!, move.reference)
      break
    case 'step': {
      const transfer = ledger.books.accounts.transfers.get(transferKey(CUSTOMERS[move.who]!, move.reference))
      if (transfer && stepsLeft(transfer).includes(move.step)) stepTransfer(ledger, transfer, move.step, '02')
      break
    }
    case 'clock':
      ledger.commit({ kind: 'clock', offset_ms: ledger.books.offsetMs + move.seconds * 1_000 })
      bringUpToDate(ledger)
  }
}

const checkLaws = ({ books }: Ledger): void => {
  const { accounts, transfers, tombstones } = books.accounts
  assert.equal(
    [...books.balances.values()].reduce((sum, minor) => sum + minor, 0),
    0,
  )
  for (const [iban, account] of accounts) {
    assert.ok(sumMovements(account) >= 0, 'below zero')
    assert.equal(sumMovements(account), books.balances.get(ledgerAccount(iban)) ?? 0, 'the statement is not the books')
    account.movements.forEach(({ at, balance, amount }, n) => {
      const last = account.movements[n - 1]
      assert.equal(balance, (last?.balance ?? 0) + amount)
      assert.ok(at >= (last?.at ?? 0))
    })
  }
  for (const key of tombstones.keys()) assert.ok(!transfers.has(key), 'reversed, and there all the same')
  for (const [key, { status, source_iban, amount, fee, plan }] of transfers) {
    const taken = accounts
      .get(source_iban)!
      .movements.filter(({ transfer, type }) => transfer === key && type !== 'transfer_in')
      .reduce((sum, movement) => sum - movement.amount, 0)
    const isOut =
      status === 'completed' || (status !== 'refused' && status !== 'returned' && plan[0]?.step !== 'refuse')
    assert.equal(taken, isOut ? amount + fee : status === 'returned' ? fee : 0, `${key}: ${status}`)
  }
  const inTransit = [...transfers.values()]
    .filter(({ status, plan }) => (status === 'processing' || status === 'delivered') && plan[0]?.step !== 'refuse')
    .reduce((sum, { amount, fee }) => sum + amount + fee, 0)
  assert.equal(books.balances.get('transfers/TRY/in_transit') ?? 0, inTransit)
}

test('any sequence of calls keeps the invariants, and replaying the journal gives the same ledger', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const folder = makeScratch('vezne-account-laws-')
      const ledger = await openLedger(folder)
      SOURCES.forEach((iban, n) => {
        const body = { iban, currency: 'TRY' as const, holder_name: 'Demo', opening_balance: OPENING }
        openAccount(ledger, CUSTOMERS[n]!, body)
      })
      for (const move of steps) {
        take(ledger, move)
        checkLaws(ledger)
      }
      await ledger.close()
      const again = await openLedger(folder)
      assert.deepEqual(again.books, ledger.books)
      await again.close()
      rmSync(folder, { recursive: true })
    }),
    { numRuns: examples(150) },
  )
})

test('a transfer is decided and posted at one reading of the clock', async () => {
  const folder = makeScratch('vezne-account-laws-')
  const ledger = await openLedger(folder)
  const [iban] = SOURCES as [string]
  openAccount(ledger, 'a', { iban, currency: 'TRY', holder_name: 'Demo', opening_balance: OPENING })
  const saturday = Date.parse('2027-05-15T10:00:00Z')
  const opening = Date.parse('2027-05-20T06:00:00Z')
  let at = saturday
  const sent = sendTransfer(
    { ...ledger, now: () => at++ },
    {
      customer: 'a',
      reference: 'r1',
      source_iban: iban,
      type: 'eft',
      amount: 100,
      currency: 'TRY',
      recipient: { iban: RECEIVERS[2] as string },
      description: '',
    },
    { waitsForHours: true },
  )
  assert.ok(sent.kind === 'sent')
  const { accepted_at, plan } = sent.transfer
  assert.equal(accepted_at, saturday)
  assert.equal(accepted_at + (plan[0]?.after_ms ?? 0), opening + 1_000)
  await ledger.close()
  rmSync(folder, { recursive: true })
})

test('due entries come in the order of their time, whatever was added and removed in between', () => {
  const due = fc.record({ at: fc.nat(20), key: fc.nat(12).map(String) })
  fc.assert(
    fc.property(fc.array(due), fc.array(fc.nat(12).map(String)), (added, removed) => {
      const queue: DueQueue = []
      const model = new Map<string, Due>()
      added.forEach((one, n) => {
        if (model.has(one.key)) return
        model.set(one.key, { ...one, n })
        addDue(queue, { ...one, n })
      })
      for (const key of removed) {
        model.delete(key)
        removeDue(queue, key)
      }
      const order: Due[] = []
      for (let top = queue[0]; top !== undefined; top = queue[0]) {
        order.push(top)
        removeDue(queue, top.key)
      }
      assert.deepEqual(
        order,
        [...model.values()].sort((a, b) => a.at - b.at || a.n - b.n),
      )
    }),
  )
})
