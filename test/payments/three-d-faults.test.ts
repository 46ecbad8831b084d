/** The bank's own faults around a challenge: 502, what is certain is stored, nothing is guessed. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { assertProblem } from '../support/problems.ts'
import { CARDS_3D, openThreeD, type ThreeD } from '../support/three-d.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()
let shop: ThreeD
let owner: pg.Client
before(async () => {
  shop = openThreeD(vezne)
  owner = new pg.Client({ connectionString: vezne.ownerUrl })
  await owner.connect()
})
after(async () => {
  await owner.end()
})

/** The simulated bank without its records. */
const whileBroken = async <T>(work: () => Promise<T>): Promise<T> => {
  await owner.query('alter table simbank_challenges rename to away')
  try {
    return await work()
  } finally {
    await owner.query('alter table away rename to simbank_challenges')
  }
}

test('the init fails at the bank: 502, the payment has failed, a repeat of the key returns that', async () => {
  const headers = { 'idempotency-key': 'broken-start' }
  const { answer } = await whileBroken(() => shop.init(CARDS_3D.challenge, {}, headers))
  const { transaction_id } = assertProblem(answer, 'three_ds_init_exception')
  const { status, error_code } = await shop.payment(transaction_id)
  assert.deepEqual([status, error_code], ['failed', 'three_ds_init_exception'])
  assert.deepEqual(
    (await shop.events(transaction_id)).map(({ type }) => type),
    ['payment.failed'],
  )
  const again = await shop.init(CARDS_3D.challenge, {}, headers)
  assert.deepEqual([again.answer.status, again.answer.body.code], [422, 'payment_failed'])
})

test('the bank cannot report how a challenge ended: 502, and nothing has changed', async () => {
  const started = await shop.init(CARDS_3D.challenge)
  const asked = { need_verification: true }
  assertProblem(await whileBroken(() => shop.complete(started.id, asked)), 'three_ds_complete_exception')
  assert.equal((await shop.payment(started.id)).status, 'pending_3ds')
  assert.match((await shop.pass(started)).headers.location ?? '', /status=completed$/)
})
