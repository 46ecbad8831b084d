/** Faults of calls, books and answers at Kuveyt Türk: what the caller sees, and what became of the money. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type BankFault, MORNING, startBank } from '../../support/bank.ts'
import { until } from '../../support/until.ts'
import { use } from '../../support/use.ts'
import { type Contract, MERCHANT, openKuveyt, referencesOf, type Served } from './kuveyt-client.ts'

const bank = use(() => startBank({ now: MORNING }))
let kuveyt: ReturnType<typeof openKuveyt>
before(async () => {
  kuveyt = openKuveyt(bank.url)
})

let orders = 0
const newOrder = (): string => `KF-${++orders}`
const net = async (order: string): Promise<number> => (await bank.control.order(MERCHANT, order))?.net ?? 0
const QUICK = { hold_ms: 50 }
const arm = (order: string, operation: string, fault: BankFault) =>
  bank.control.arm({ ...fault, match: { face: 'kuveyt', merchant: MERCHANT, order_id: order, operation } })

/** An answer's code, a status, or a broken line. */
const seen = async (call: Promise<Contract | Served>): Promise<string> => {
  try {
    const { status, code, text } = await call
    if (status !== 200) return String(status)
    return code === '' ? (/<html/.test(text) ? 'html' : 'unreadable') : code
  } catch {
    return 'broken'
  }
}

const SOLD = '1 00 149.90 0.00 0.00 1'
const SALES: [BankFault, sees: string, money: number, state: string][] = [
  [{ kind: 'timeout_before', parameters: QUICK }, 'broken', 0, 'nothing'],
  [{ kind: 'timeout_after_charge', parameters: QUICK }, 'broken', 14990, SOLD],
  [{ kind: 'reset' }, 'broken', 0, 'nothing'],
  [{ kind: 'http_5xx_before' }, '503', 0, 'nothing'],
  [{ kind: 'http_5xx_after', parameters: { status: 502 } }, '502', 14990, SOLD],
  [{ kind: 'drop_half_body' }, 'broken', 14990, SOLD],
  [{ kind: 'slow', parameters: { delay_ms: 30 } }, '00', 14990, SOLD],
  [{ kind: 'html_instead' }, 'html', 14990, SOLD],
  [{ kind: 'html_instead', parameters: { booked: false } }, 'html', 0, 'nothing'],
  [{ kind: 'json_instead' }, '503', 14990, SOLD],
  [{ kind: 'extra_fields' }, '00', 14990, SOLD],
  [{ kind: 'wrong_charset' }, '00', 14990, SOLD],
  [{ kind: 'declined_but_charged' }, '05', 14990, SOLD],
  [{ kind: 'approved_then_reversed' }, '00', 0, '10 00 149.90 149.90 0.00 1'],
  [{ kind: 'stale_inquiry' }, '00', 14990, 'nothing'],
  [{ kind: 'duplicate_reference' }, '00', 14990, SOLD],
  [{ kind: 'order_id_reused' }, 'OrderIsProcessedBefore', 0, 'nothing'],
]
for (const [fault, sees, money, state] of SALES)
  test(`${fault.kind} ${JSON.stringify(fault.parameters ?? {})}: the caller sees ${sees}, ${money} moved`, async () => {
    const order = newOrder()
    await arm(order, 'sale', fault)
    assert.equal(await seen(kuveyt.sale(order)), sees)
    assert.equal(await net(order), money)
    assert.equal(await kuveyt.state(order), state)
  })

test('what was hidden is found after five minutes; an unknown element is in the answer; a duplicate is a reference', async () => {
  const [hidden, odd, first, second] = [newOrder(), newOrder(), newOrder(), newOrder()]
  await arm(hidden, 'sale', { kind: 'stale_inquiry' })
  await kuveyt.sale(hidden)
  assert.equal(await kuveyt.state(hidden), 'nothing')
  await bank.control.advance(301)
  assert.equal(await kuveyt.state(hidden), SOLD)
  await arm(odd, 'sale', { kind: 'extra_fields' })
  assert.equal((await kuveyt.sale(odd)).field('NewField'), 'yeni alan: ğüşıöç')
  await arm(second, 'sale', { kind: 'duplicate_reference' })
  const key = (await kuveyt.sale(first)).field('RRN')
  assert.equal((await kuveyt.sale(second)).field('RRN'), key)
})

test('a late charge loses against the void before it', async () => {
  const [late, voided] = [newOrder(), newOrder()]
  for (const order of [late, voided])
    await arm(order, 'sale', { kind: 'late_charge', parameters: { after_ms: 300, hold_ms: 50 } })
  const calls = [seen(kuveyt.sale(late)), seen(kuveyt.sale(voided))]
  assert.equal((await kuveyt.void(voided, {})).success, 'true')
  assert.deepEqual(await Promise.all(calls), ['broken', 'broken'])
  await until('the late charge', async () => (await net(late)) === 14990)
  assert.equal(await net(voided), 0)
  assert.equal((await bank.control.order(MERCHANT, voided)).state, 'tombstone')
})

test('lost and lying answers of voids and refunds', async () => {
  const [lost, lying] = [newOrder(), newOrder()]
  const references = { ...referencesOf(await kuveyt.sale(lost)) }
  await arm(lost, 'void', { kind: 'drop_half_body' })
  assert.equal(await seen(kuveyt.void(lost, references)), 'broken')
  assert.equal(await kuveyt.state(lost), '6 00 149.90 149.90 0.00 1')
  const others = { ...referencesOf(await kuveyt.sale(lying)) }
  await arm(lying, 'refund', { kind: 'declined_but_charged' })
  assert.equal(await seen(kuveyt.partial(lying, others, '4990')), '05')
  assert.equal(await kuveyt.state(lying), '5 00 149.90 0.00 49.90 1')
})

test('the day ends before a void or after it', async () => {
  const [before, after] = [newOrder(), newOrder()]
  const first = { ...referencesOf(await kuveyt.sale(before)) }
  await arm(before, 'void', { kind: 'void_race' })
  assert.equal((await kuveyt.void(before, first)).error, 'InvalidRequestError')
  const second = { ...referencesOf(await kuveyt.sale(after)) }
  await arm(after, 'void', { kind: 'void_race', parameters: { day_end: 'after' } })
  assert.equal((await kuveyt.void(after, second)).code, '00')
  assert.deepEqual([await net(before), await net(after)], [14990, 0])
})

test('a pending refund does not show before it ends, and reserves its amount', async () => {
  for (const fails of [false, true]) {
    const order = newOrder()
    const references = { ...referencesOf(await kuveyt.sale(order)) }
    await arm(order, 'refund', { kind: 'refund_pending', parameters: { hours: 1, fails } })
    assert.equal((await kuveyt.partial(order, references, '10000')).code, '00')
    assert.equal(await kuveyt.state(order), SOLD)
    assert.equal((await kuveyt.partial(order, references, '10000')).error, 'TransactionAmountMismatchException')
    await bank.control.advance(2 * 3_600)
    assert.equal(await net(order), fails ? 14990 : 4990)
  }
})

test('an inquiry has faults only where they name it', async () => {
  const order = newOrder()
  await kuveyt.sale(order)
  await bank.control.arm({ kind: 'http_5xx_before', match: { order_id: order } })
  assert.equal((await kuveyt.detail(order)).status, 200)
  await bank.control.disarm()
  await arm(order, 'status', { kind: 'http_5xx_before' })
  assert.equal((await kuveyt.detail(order)).status, 503)
})

test('all accounts together are nothing', async () => {
  assert.equal((await bank.control.balances()).sum, 0)
})
