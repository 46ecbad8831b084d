/** Each fault of the calls once: the response, and the true effect on the money. Those of callbacks: callback-faults.test.ts; of transfers: account-faults.test.ts. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { FAULTS } from '../../simulators/bank/faults/catalogue.ts'
import { type BankFault, type BankProcess, MORNING, startBank } from '../support/bank.ts'
import { until } from '../support/until.ts'
import { type Cc5Answer, MERCHANT, openNestpay } from './nestpay-client.ts'

let bank: BankProcess
let nestpay: ReturnType<typeof openNestpay>
before(async () => {
  bank = await startBank({ now: MORNING })
  nestpay = openNestpay(bank.url)
})
after(() => bank.stop())

let orders = 0
const newOrder = (): string => `X-${++orders}`
const net = async (order: string): Promise<number> => (await bank.control.order(MERCHANT, order))?.net ?? 0
const QUICK = { hold_ms: 50 }

/** What a caller saw: an answer, a status, or a broken line. */
const seen = async (call: Promise<Cc5Answer>): Promise<string> => {
  try {
    const { status, code, text } = await call
    if (status !== 200) return String(status)
    return code === '' ? (/<html/.test(text) ? 'html' : 'unreadable') : code
  } catch {
    return 'broken'
  }
}

const SALES: [BankFault, sees: string, money: number][] = [
  [{ kind: 'timeout_before', parameters: QUICK }, 'broken', 0],
  [{ kind: 'timeout_after_charge', parameters: QUICK }, 'broken', 14990],
  [{ kind: 'reset' }, 'broken', 0],
  [{ kind: 'http_5xx_before' }, '503', 0],
  [{ kind: 'http_5xx_after', parameters: { status: 502 } }, '502', 14990],
  [{ kind: 'drop_half_body' }, 'broken', 14990],
  [{ kind: 'slow', parameters: { delay_ms: 30 } }, '00', 14990],
  [{ kind: 'html_instead' }, 'html', 14990],
  [{ kind: 'json_instead' }, '503', 14990],
  [{ kind: 'json_instead', parameters: { booked: false, status: 502 } }, '502', 0],
  [{ kind: 'html_instead', parameters: { booked: false } }, 'html', 0],
  [{ kind: 'extra_fields' }, '00', 14990],
  [{ kind: 'wrong_charset' }, '00', 14990],
  [{ kind: 'declined_but_charged' }, '05', 14990],
  [{ kind: 'approved_then_reversed' }, '00', 0],
  [{ kind: 'stale_inquiry' }, '00', 14990],
  [{ kind: 'duplicate_reference' }, '00', 14990],
  [{ kind: 'order_id_reused' }, '99', 0],
]
for (const [fault, sees, money] of SALES)
  test(`${fault.kind} ${JSON.stringify(fault.parameters ?? {})}: the caller sees ${sees}, ${money} moved`, async () => {
    const order = newOrder()
    const [armed] = await bank.control.arm({ ...fault, match: { order_id: order, operation: 'sale' } })
    assert.equal(await seen(nestpay.sale(order)), sees)
    assert.equal(await net(order), money)
    const fired = (await bank.control.journal()).filter(({ kind, id }) => kind === 'fault_fired' && id === armed.id)
    const moved = money > 0 || fault.kind === 'approved_then_reversed'
    assert.deepEqual(
      fired.map(({ money }) => money),
      [moved ? 'moved' : 'not_moved'],
    )
    const isKnown = moved && fault.kind !== 'stale_inquiry'
    assert.equal(await seen(nestpay.status(order)), isKnown ? '00' : '99')
  })

test('refuse_connect: the port is closed for a while', async () => {
  await bank.control.call('PUT', '/faults', { kind: 'refuse_connect', parameters: { for_ms: 300 } })
  assert.equal(await seen(nestpay.sale(newOrder())), 'broken')
  await until('it is open again', () =>
    bank.control.now().then(
      () => true,
      () => false,
    ),
  )
  assert.equal(await seen(nestpay.sale(newOrder())), '00')
})

test('late_charge: silence, and the charge comes later; after a void it does not come at all', async () => {
  const [late, reversed] = [newOrder(), newOrder()]
  const parameters = { after_ms: 120, hold_ms: 10 }
  await bank.control.arm({ kind: 'late_charge', parameters, times: 2 })
  assert.equal(await seen(nestpay.sale(late)), 'broken')
  assert.equal(await seen(nestpay.status(late)), '99')
  await until('it is booked', async () => (await net(late)) === 14990)
  assert.equal(await seen(nestpay.sale(reversed)), 'broken')
  assert.equal((await nestpay.void(reversed)).error, 'CORE-2008')
  await until('it has come', async () => (await bank.control.faults()).at(-1).fired === 2)
  assert.equal((await bank.control.order(MERCHANT, reversed)).state, 'tombstone')
  assert.equal(await net(reversed), 0)
})

test('stale_inquiry ends with its minutes', async () => {
  const order = newOrder()
  await bank.control.arm({ kind: 'stale_inquiry', parameters: { minutes: 5 } })
  await nestpay.sale(order)
  assert.equal((await nestpay.history(order)).code, '05')
  await bank.control.advance(301)
  assert.equal((await nestpay.status(order)).field('TRANS_STAT'), 'C')
})

test('duplicate_reference repeats the reference of the charge before', async () => {
  const first = await nestpay.sale(newOrder())
  await bank.control.arm({ kind: 'duplicate_reference' })
  const second = await nestpay.sale(newOrder())
  assert.equal(second.field('HostRefNum'), first.field('HostRefNum'))
})

test('wrong_charset: the bytes do not match the declared charset', async () => {
  await bank.control.arm({ kind: 'wrong_charset' })
  assert.equal(
    (await nestpay.sale(newOrder())).field('CARDISSUER'),
    Buffer.from('SİMÜLE BANKA A.Ş.').toString('latin1'),
  )
})

test('void_race: the day ends before the void is decided, or right after', async () => {
  const [lost, won] = [newOrder(), newOrder()]
  await nestpay.sale(lost)
  await bank.control.arm({ kind: 'void_race' })
  assert.equal((await nestpay.void(lost)).error, 'CORE-2008')
  assert.equal(await net(lost), 14990)
  await nestpay.sale(won)
  await bank.control.arm({ kind: 'void_race', parameters: { day_end: 'after' } })
  assert.equal(await seen(nestpay.void(won)), '00')
  assert.equal(await net(won), 0)
})

test('refund_pending: accepted, done or refused when its hours have passed', async () => {
  for (const fails of [false, true]) {
    const order = newOrder()
    await nestpay.sale(order)
    await bank.control.arm({ kind: 'refund_pending', parameters: { hours: 2, fails } })
    assert.equal(await seen(nestpay.refund(order, '100.00')), '00')
    assert.equal((await nestpay.history(order)).field('TRX1').split('\t')[1], 'PN')
    assert.equal((await nestpay.refund(order, '49.91')).error, 'CORE-2503', 'what is under way is not offered again')
    assert.equal(await net(order), 14990)
    await bank.control.advance(2 * 3_600)
    assert.equal(await net(order), fails ? 14990 : 4990)
  }
})

test('faults match by merchant, card, amount and operation, apply as often as set, and by probability repeatably', async () => {
  await bank.control.disarm()
  const match = { card: '4546711234567894', amount: 700, operation: 'sale', merchant: MERCHANT, face: 'nestpay' }
  await bank.control.arm({ kind: 'http_5xx_before', match, times: 2 })
  const sale = (Total: string) => seen(nestpay.sale(newOrder(), { Total }))
  assert.deepEqual(
    [await sale('7.01'), await sale('7.00'), await sale('7.00'), await sale('7.00')],
    ['00', '503', '503', '00'],
  )
  const runs: string[] = []
  for (const _ of [1, 2]) {
    await bank.control.disarm()
    await bank.control.arm({ id: 'chance', kind: 'http_5xx_before', times: null, probability: 0.5, seed: '42' })
    const run: string[] = []
    for (let n = 0; n < 12; n++) run.push(await sale('1.00'))
    runs.push(run.join(' '))
  }
  assert.equal(runs[0], runs[1])
  assert.ok(runs[0]!.includes('503') && runs[0]!.includes('00'))
  await bank.control.disarm()
})

test('an unknown fault, member or parameter is refused', async () => {
  for (const body of [
    { kind: 'nope' },
    { kind: 'slow', parameters: { ms: 1 } },
    { kind: 'slow', when: 1 },
    { kind: 'slow', parameters: { delay_ms: 'x' } },
  ])
    assert.equal((await bank.control.call('PUT', '/faults', body)).status, 400)
})

test('armed faults survive a kill', async () => {
  await bank.control.arm({ id: 'stays', kind: 'http_5xx_before', times: 2 })
  assert.equal(await seen(nestpay.sale(newOrder())), '503')
  await bank.kill()
  const { dataDir, port } = bank
  bank = await startBank({ dataDir, port })
  assert.equal((await bank.control.faults()).find(({ id }) => id === 'stays').fired, 1)
  assert.deepEqual([await seen(nestpay.sale(newOrder())), await seen(nestpay.sale(newOrder()))], ['503', '00'])
})

test('every fault is tested here, with the callbacks or with the transfers, and documented in the README', () => {
  const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
  const files = ['faults', 'callback-faults', 'nestpay-3d', 'account-faults', 'settled-days']
  const tests = files.map((name) => read(`${name}.test.ts`)).join('')
  const readme = read('../../simulators/bank/README.md')
  for (const [name, { does }] of Object.entries(FAULTS)) {
    assert.ok(tests.includes(`'${name}'`), name)
    assert.ok(readme.includes(`| ${name} |`) && readme.includes(does), `${name} in the README`)
  }
})
