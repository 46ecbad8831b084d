/** Random histories of one payment: captures, voids, refunds, time-outs of the bank, time, against plain arithmetic. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Asked, PaymentModel } from '../support/operation-model.ts'
import { useShop } from '../support/shop.ts'
import { until } from '../support/until.ts'

const SEED = Number(process.env.VEZNE_CHAOS_SEED ?? 20261121)
const SEQUENCES = 60
/** The model reads the clock a moment before the program does. */
const EDGE_MS = 60_000
const HOUR_MS = 3_600_000

const shop = useShop()

type Step = { what: 'ask'; asked: Asked } | { what: 'pass'; hours: number }

const amount = fc.option(fc.constantFrom(0, 1, 1, 100, 300, 400, 1_000, 1_001), { nil: undefined, freq: 6 })
const simulate = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: fc.constant('99') },
  { weight: 1, arbitrary: fc.constantFrom('05', '51') },
)
const ask = (kind: Asked['kind']): fc.Arbitrary<Step> =>
  fc
    .record({ amount: kind === 'void' ? fc.constant(undefined) : amount, simulate })
    .map((rest) => ({ what: 'ask', asked: { kind, ...rest } as Asked }))
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: ask('capture') },
    { weight: 1, arbitrary: ask('void') },
    { weight: 6, arbitrary: ask('refund') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(1, 13, 24 * 7 + 1, 24 * 181).map((hours): Step => ({ what: 'pass', hours })),
    },
  ),
  { minLength: 4, maxLength: 12 },
)

test(`${SEQUENCES} histories of a payment, seed ${SEED}`, async (t) => {
  const seen = new Map<string, number>()
  const property = fc.asyncProperty(fc.constantFrom(true, false, false), steps, async (isSale, life) => {
    await awayFromMidnight()
    const whole = { amount: { amount: 1_000, currency: 'TRY' }, card: { expire_year: '2099' } }
    const id = await (isSale ? shop.sell(whole) : shop.authorize(whole))
    const model = new PaymentModel(isSale, shop.vezne.runtime.clock.ms())
    for (const step of life) {
      if (step.what === 'pass') await pass(id, model, step.hours)
      else await compare(id, model, step.asked, seen)
    }
    await pass(id, model, 1)
    await compareBooks(id, model)
  })
  await fc.assert(property, { seed: SEED, numRuns: SEQUENCES, endOnFailure: true })
  t.diagnostic([...seen].map(([word, count]) => `${word}: ${count}`).join(', '))
  for (const word of WORDS) assert.ok(seen.has(word), `${word} was never seen`)
})
const WORDS = [
  'capture completed',
  'capture payment_already_captured',
  'capture payment_not_pre_auth',
  'void payment_not_voidable',
  'refund partially_refunded',
  'refund pending',
  'refund refund_exceeds_original',
  'refund payment_not_refundable',
]

/** A comparison must not fall on the change of the day; time passes in whole hours. */
const awayFromMidnight = async (): Promise<void> => {
  const leftOfHour = HOUR_MS - (shop.vezne.runtime.clock.ms() % HOUR_MS)
  if (leftOfHour < 2 * EDGE_MS) await shop.vezne.moveClock(3 * EDGE_MS)
}

const pass = async (id: string, model: PaymentModel, hours: number): Promise<void> => {
  await shop.vezne.moveClock(hours * HOUR_MS)
  const nowMs = shop.vezne.runtime.clock.ms()
  if (model.open.length === 0) return
  await until('the enquiry has settled it', async () => {
    const [row] = await shop.rows(
      "select count(*)::int as n from payment_operations where payment_id = $1 and status = 'processing'",
      [id],
    )
    return row.n === 0
  })
  model.settle(nowMs)
}

const compare = async (id: string, model: PaymentModel, asked: Asked, seen: Map<string, number>): Promise<void> => {
  const { kind, amount: asks, simulate: bank } = asked
  const told = model.take(asked, shop.vezne.runtime.clock.ms())
  const answer = await shop.follow(id, kind, {
    ...(asks === undefined ? {} : { amount: asks }),
    ...(bank === undefined ? {} : { extra_properties: { simulate: bank } }),
  })
  const found = { status: answer.status, word: answer.body.code ?? answer.body.status }
  assert.deepEqual(found, told, `${JSON.stringify(asked)}: ${answer.text}`)
  const word = `${kind} ${told.word}`
  seen.set(word, (seen.get(word) ?? 0) + 1)
  const [row] = await shop.rows('select status, captured, refunded, refunding from payments where id = $1', [id])
  assert.deepEqual(row, {
    status: model.status,
    captured: model.captured,
    refunded: model.refunded,
    refunding: model.captured - model.refunded - model.refundable,
  })
}

const compareBooks = async (id: string, model: PaymentModel): Promise<void> => {
  const types = await shop.events(id)
  // The inquiry resolves simultaneously open operations in an order of its own.
  assert.deepEqual(types.toSorted(), model.events.toSorted())
  const [row] = await shop.rows(
    `select coalesce(sum(case when credit_account like 'merchant:%' then amount else -amount end), 0)::int as booked
     from journal where payment_id = $1`,
    [id],
  )
  assert.equal(row.booked, model.booked)
}
