/** Faults of calls, books and answers at the Akbank gateway: what the caller sees, and what became of the money. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type BankFault, MORNING, startBank } from '../../support/bank.ts'
import { until } from '../../support/until.ts'
import { use } from '../../support/use.ts'
import { type AkbankAnswer, MERCHANT, openAkbank } from './akbank-client.ts'

const bank = use(() => startBank({ now: MORNING }))
let akbank: ReturnType<typeof openAkbank>
before(async () => {
  akbank = openAkbank(bank.url)
})

let orders = 0
const newOrder = (): string => `AF-${++orders}`
const net = async (order: string): Promise<number> => (await bank.control.order(MERCHANT, order))?.net ?? 0
const QUICK = { hold_ms: 50 }
const arm = (order: string, operation: string, fault: BankFault) =>
  bank.control.arm({ ...fault, match: { face: 'akbank', merchant: MERCHANT, order_id: order, operation } })

/** An answer's codes, a status, or a broken line. */
const seen = async (call: Promise<AkbankAnswer>): Promise<string> => {
  try {
    const { status, code, host, text } = await call
    if (status !== 200) return String(status)
    return code === '' ? (/<html/.test(text) ? 'html' : 'unreadable') : host === undefined ? code : `${code}/${host}`
  } catch {
    return 'broken'
  }
}

const SALES: [BankFault, sees: string, money: number, row: string | undefined][] = [
  [{ kind: 'timeout_before', parameters: QUICK }, 'broken', 0, undefined],
  [{ kind: 'timeout_after_charge', parameters: QUICK }, 'broken', 14990, '1000 N 149.9 VPS-0000 -'],
  [{ kind: 'reset' }, 'broken', 0, undefined],
  [{ kind: 'http_5xx_before' }, '503', 0, undefined],
  [{ kind: 'http_5xx_after', parameters: { status: 502 } }, '502', 14990, '1000 N 149.9 VPS-0000 -'],
  [{ kind: 'drop_half_body' }, 'broken', 14990, '1000 N 149.9 VPS-0000 -'],
  [{ kind: 'slow', parameters: { delay_ms: 30 } }, 'VPS-0000/00', 14990, '1000 N 149.9 VPS-0000 -'],
  [{ kind: 'html_instead' }, 'html', 14990, '1000 N 149.9 VPS-0000 -'],
  [{ kind: 'html_instead', parameters: { booked: false } }, 'html', 0, undefined],
  [{ kind: 'json_instead' }, '503', 14990, '1000 N 149.9 VPS-0000 -'],
  [{ kind: 'extra_fields' }, 'VPS-0000/00', 14990, '1000 N 149.9 VPS-0000 -'],
  [{ kind: 'wrong_charset' }, 'VPS-0000/00', 14990, '1000 N 149.9 VPS-0000 -'],
  [{ kind: 'declined_but_charged' }, 'VPS-1005/05', 14990, '1000 N 149.9 VPS-0000 -'],
  [{ kind: 'approved_then_reversed' }, 'VPS-0000/00', 0, '1000 R 149.9 VPS-0000 -'],
  [{ kind: 'stale_inquiry' }, 'VPS-0000/00', 14990, undefined],
  [{ kind: 'duplicate_reference' }, 'VPS-0000/00', 14990, '1000 N 149.9 VPS-0000 -'],
  [{ kind: 'order_id_reused' }, 'VPS-1013', 0, undefined],
]
for (const [fault, sees, money, row] of SALES)
  test(`${fault.kind} ${JSON.stringify(fault.parameters ?? {})}: the caller sees ${sees}, ${money} moved`, async () => {
    const order = newOrder()
    await arm(order, 'sale', fault)
    assert.equal(await seen(akbank.sale(order)), sees)
    assert.equal(await net(order), money)
    assert.deepEqual(await akbank.rows(order), row === undefined ? [] : [row])
  })

test('what was hidden is found after five minutes; an unknown member is in the answer; a duplicate is a reference', async () => {
  const [hidden, odd, first, second] = [newOrder(), newOrder(), newOrder(), newOrder()]
  await arm(hidden, 'sale', { kind: 'stale_inquiry' })
  await akbank.sale(hidden)
  assert.equal((await akbank.history(hidden)).code, 'VPS-1123')
  await bank.control.advance(301)
  assert.equal((await akbank.history(hidden)).code, 'VPS-0000')
  await arm(odd, 'sale', { kind: 'extra_fields' })
  assert.equal((await akbank.sale(odd)).body.newField, 'yeni alan: ğüşıöç')
  await arm(second, 'sale', { kind: 'duplicate_reference' })
  const { rrn } = (await akbank.sale(first)).body.transaction
  assert.equal((await akbank.sale(second)).body.transaction.rrn, rrn)
})

test('a late charge loses against the void before it', async () => {
  const [late, voided] = [newOrder(), newOrder()]
  for (const order of [late, voided])
    await arm(order, 'sale', { kind: 'late_charge', parameters: { after_ms: 300, hold_ms: 50 } })
  const calls = [seen(akbank.sale(late)), seen(akbank.sale(voided))]
  assert.equal((await akbank.void(voided)).code, 'VPS-1007')
  assert.deepEqual(await Promise.all(calls), ['broken', 'broken'])
  await until('the late charge', async () => (await net(late)) === 14990)
  assert.equal(await net(voided), 0)
  assert.equal((await bank.control.order(MERCHANT, voided)).state, 'tombstone')
})

test('the day ends before a void or after it', async () => {
  const [before, after] = [newOrder(), newOrder()]
  await akbank.sale(before)
  await arm(before, 'void', { kind: 'void_race' })
  assert.equal((await akbank.void(before)).code, 'VPS-1010')
  await akbank.sale(after)
  await arm(after, 'void', { kind: 'void_race', parameters: { day_end: 'after' } })
  assert.equal((await akbank.void(after)).code, 'VPS-0000')
  assert.deepEqual([await net(before), await net(after)], [14990, 0])
})

test('a pending refund is suspicious until it ends, done or not', async () => {
  for (const fails of [false, true]) {
    const order = newOrder()
    await akbank.sale(order)
    await arm(order, 'refund', { kind: 'refund_pending', parameters: { hours: 1, fails } })
    assert.equal((await akbank.refund(order, '100.00')).code, 'VPS-0000')
    assert.deepEqual((await akbank.rows(order)).at(-1), '1002 S 100 VPS-0000 -')
    assert.equal((await akbank.refund(order, '100.00')).code, 'VPS-1021')
    await bank.control.advance(2 * 3_600)
    assert.equal(await net(order), fails ? 14990 : 4990)
  }
})

test('an inquiry has faults only where they name it', async () => {
  const order = newOrder()
  await akbank.sale(order)
  await bank.control.arm({ kind: 'http_5xx_before', match: { order_id: order } })
  assert.equal(await seen(akbank.history(order)), 'VPS-0000')
  await bank.control.disarm()
  await arm(order, 'status', { kind: 'http_5xx_before' })
  assert.equal(await seen(akbank.history(order)), '503')
  await bank.control.arm({ kind: 'http_5xx_before', match: { face: 'akbank', operation: 'history' } })
  assert.equal(await seen(akbank.report({ batchNumber: 1 })), '503')
})

test('all accounts together are nothing', async () => {
  assert.equal((await bank.control.balances()).sum, 0)
})
