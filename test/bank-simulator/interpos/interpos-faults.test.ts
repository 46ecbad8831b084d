/** Faults of calls, books and answers at the InterPOS gateway: what the caller sees, and what became of the money. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type BankFault, MORNING, startBank } from '../../support/bank.ts'
import { until } from '../../support/until.ts'
import { use } from '../../support/use.ts'
import { type InterposAnswer, MERCHANT, openInterpos } from './interpos-client.ts'

const bank = use(() => startBank({ now: MORNING }))
let interpos: ReturnType<typeof openInterpos>
before(async () => {
  interpos = openInterpos(bank.url)
})

let orders = 0
const newOrder = (): string => `IF-${++orders}`
const net = async (order: string): Promise<number> => (await bank.control.order(MERCHANT, order))?.net ?? 0
const QUICK = { hold_ms: 50 }
const arm = (order: string, operation: string, fault: BankFault) =>
  bank.control.arm({ ...fault, match: { face: 'interpos', merchant: MERCHANT, order_id: order, operation } })

/** An answer's code, a status, or a broken line. */
const seen = async (call: Promise<InterposAnswer>): Promise<string> => {
  try {
    const { status, code, text } = await call
    if (status !== 200) return String(status)
    return code === '' ? (/<html/.test(text) ? 'html' : 'unreadable') : code
  } catch {
    return 'broken'
  }
}

const SOLD = 'N C S 149,90 0'
const SALES: [BankFault, sees: string, money: number, state: string][] = [
  [{ kind: 'timeout_before', parameters: QUICK }, 'broken', 0, '05'],
  [{ kind: 'timeout_after_charge', parameters: QUICK }, 'broken', 14990, SOLD],
  [{ kind: 'reset' }, 'broken', 0, '05'],
  [{ kind: 'http_5xx_before' }, '503', 0, '05'],
  [{ kind: 'http_5xx_after', parameters: { status: 502 } }, '502', 14990, SOLD],
  [{ kind: 'drop_half_body' }, 'broken', 14990, SOLD],
  [{ kind: 'slow', parameters: { delay_ms: 30 } }, '00', 14990, SOLD],
  [{ kind: 'html_instead' }, 'html', 14990, SOLD],
  [{ kind: 'html_instead', parameters: { booked: false } }, 'html', 0, '05'],
  [{ kind: 'json_instead' }, '503', 14990, SOLD],
  [{ kind: 'extra_fields' }, '00', 14990, SOLD],
  [{ kind: 'wrong_charset' }, '00', 14990, SOLD],
  [{ kind: 'declined_but_charged' }, '05', 14990, SOLD],
  [{ kind: 'approved_then_reversed' }, '00', 0, 'R V S 149,90 0'],
  [{ kind: 'stale_inquiry' }, '00', 14990, '05'],
  [{ kind: 'duplicate_reference' }, '00', 14990, SOLD],
  [{ kind: 'order_id_reused' }, '94', 0, '05'],
]
for (const [fault, sees, money, state] of SALES)
  test(`${fault.kind} ${JSON.stringify(fault.parameters ?? {})}: the caller sees ${sees}, ${money} moved`, async () => {
    const order = newOrder()
    await arm(order, 'sale', fault)
    assert.equal(await seen(interpos.sale(order)), sees)
    assert.equal(await net(order), money)
    assert.equal(await interpos.state(order), state)
  })

test('what was hidden is found after five minutes; an unknown name is in the answer; a duplicate is a reference', async () => {
  const [hidden, odd, first, second] = [newOrder(), newOrder(), newOrder(), newOrder()]
  await arm(hidden, 'sale', { kind: 'stale_inquiry' })
  await interpos.sale(hidden)
  assert.equal(await interpos.state(hidden), '05')
  await bank.control.advance(301)
  assert.equal(await interpos.state(hidden), SOLD)
  await arm(odd, 'sale', { kind: 'extra_fields' })
  assert.equal((await interpos.sale(odd)).field('NewField'), 'yeni alan: ğüşıöç')
  await arm(second, 'sale', { kind: 'duplicate_reference' })
  const key = (await interpos.sale(first)).field('HostRefNum')
  assert.equal((await interpos.sale(second)).field('HostRefNum'), key)
})

test('a late charge loses against the void before it', async () => {
  const [late, voided] = [newOrder(), newOrder()]
  for (const order of [late, voided])
    await arm(order, 'sale', { kind: 'late_charge', parameters: { after_ms: 300, hold_ms: 50 } })
  const calls = [seen(interpos.sale(late)), seen(interpos.sale(voided))]
  assert.equal((await interpos.void(voided)).code, '05')
  assert.deepEqual(await Promise.all(calls), ['broken', 'broken'])
  await until('the late charge', async () => (await net(late)) === 14990)
  assert.equal(await net(voided), 0)
  assert.equal((await bank.control.order(MERCHANT, voided)).state, 'tombstone')
})

test('lost and lying answers of captures and refunds', async () => {
  const [held, sold] = [newOrder(), newOrder()]
  await interpos.preauth(held)
  await arm(held, 'capture', { kind: 'drop_half_body' })
  assert.equal(await seen(interpos.capture(held, '100.00')), 'broken')
  assert.equal(await interpos.state(held), 'N K S 100,00 0')
  await interpos.sale(sold)
  await arm(sold, 'refund', { kind: 'declined_but_charged' })
  assert.equal(await seen(interpos.refund(sold, '49.90')), '05')
  assert.equal(await interpos.state(sold), 'N C S 149,90 49,90')
})

test('the day ends before a void or after it', async () => {
  const [before, after] = [newOrder(), newOrder()]
  await interpos.sale(before)
  await arm(before, 'void', { kind: 'void_race' })
  assert.equal((await interpos.void(before)).field('ErrorCode'), 'BE390006')
  await interpos.sale(after)
  await arm(after, 'void', { kind: 'void_race', parameters: { day_end: 'after' } })
  assert.equal((await interpos.void(after)).code, '00')
  assert.deepEqual([await net(before), await net(after)], [14990, 0])
})

test('a pending refund is not among the refunds before it ends, leaves the order open, and reserves its amount', async () => {
  for (const fails of [false, true]) {
    const order = newOrder()
    await interpos.sale(order)
    await arm(order, 'refund', { kind: 'refund_pending', parameters: { hours: 1, fails } })
    assert.equal((await interpos.refund(order, '100.00')).code, '00')
    assert.equal(await interpos.state(order), 'S C S 149,90 0')
    assert.equal((await interpos.refund(order, '100.00')).field('ErrorCode'), 'B130003')
    await bank.control.advance(2 * 3_600)
    assert.equal(await interpos.state(order), fails ? 'N C S 149,90 0' : 'N C S 149,90 100,00')
    assert.equal(await net(order), fails ? 14990 : 4990)
  }
})

test('an inquiry has faults only where they name it', async () => {
  const order = newOrder()
  await interpos.sale(order)
  await bank.control.arm({ kind: 'http_5xx_before', match: { order_id: order } })
  assert.equal(await seen(interpos.status(order)), '00')
  await bank.control.disarm()
  await arm(order, 'status', { kind: 'http_5xx_before' })
  assert.equal(await seen(interpos.status(order)), '503')
})

test('all accounts together are nothing', async () => {
  assert.equal((await bank.control.balances()).sum, 0)
})
