/** Claims of idempotency keys: exact over the cut of a day, whatever the clock says, kept as long as the key lives, and dropped whole. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dropEmptyOperationClaims } from '../../src/payments/model/operation-store.ts'
import { findKnownOperations } from '../../src/payments/operations/prepare-operations.ts'
import { keepClaimDays } from '../../src/payments/persistence/claim-days.ts'
import { explainEach, type Reads } from '../support/explained.ts'
import { asOtherCaller } from '../support/other-caller.ts'
import { CARDS, paymentBody } from '../support/payments.ts'
import { openShop, type Shop } from '../support/shop.ts'

const HOUR_MS = 3_600_000
let shop: Shop
before(async () => {
  shop = await openShop({ env: { VEZNE_ROLE: 'api' } }) // without a worker: its hourly job would keep them as well
})
after(() => shop.vezne.stop())

const pay = (key: string, change: object = {}) =>
  shop.call('POST', '/payments', paymentBody(change), { 'idempotency-key': key })
const payments = async (key: string): Promise<number> =>
  (await shop.rows('select count(*)::int as n from payments where idempotency_key = $1', [`pay:${key}`]))[0].n
const days = async (): Promise<number[]> =>
  (await shop.rows('select no from claim_days order by no', [])).map(({ no }) => no)
/** As if the newest day had begun a day ago. */
const age = () => shop.own(`update claim_days set begun_at = begun_at - interval '1 day'`, [])
const keep = () => keepClaimDays(shop.vezne.runtime)
const holders = async (id: string): Promise<number[]> =>
  (await shop.rows('select day_no from idempotency_claims where holder = $1 order by 1', [id])).map(
    ({ day_no }) => day_no,
  )

test('days begin while keys are raced for: every key is one payment, before, at and after the cut', async () => {
  const races = Array.from({ length: 30 }, (_, n) => `cut-${n}`)
  const answers: Promise<unknown>[] = []
  for (const [at, key] of races.entries()) {
    for (let n = 0; n < 8; n++) answers.push(pay(key))
    if (at % 6 === 5) {
      await age()
      const [newest] = (await days()).slice(-1) as [number]
      await Promise.all([keep(), keep()]) // two workers
      assert.equal((await days()).at(-1), newest + 1)
    }
  }
  await Promise.all(answers)
  for (const key of races) {
    assert.equal((await pay(key)).headers['idempotent-replayed'], 'true')
    const made = await shop.rows('select id from payments where idempotency_key = $1', [`pay:${key}`])
    assert.equal(made.length, 1, key)
    assert.equal((await holders(made[0].id)).length, 1, key)
  }
})

test('whoever stands still in an open transaction holds up the next day, and nothing else', async () => {
  const { db } = shop.vezne.runtime
  const { tenant_id, merchant_id } = (await shop.rows('select tenant_id, merchant_id from payments limit 1', []))[0]
  await age()
  const before = await days()
  const claim = `select claim_keys(array[$1::uuid], array[payment_claim($2, $3)], array[uuidv7()], array[null::uuid])`
  await db.transaction({ of: tenant_id }, async (tx) => {
    await tx.query(claim, [tenant_id, merchant_id, 'pay:paused'])
    await assert.rejects(asOtherCaller(keep), /lock timeout/)
    assert.equal((await pay('meanwhile')).status, 200)
  })
  assert.deepEqual(await days(), before)
  await keep()
  assert.equal((await days()).length, before.length + 1)
  assert.equal(
    (await db.transaction({ of: tenant_id }, (tx) => tx.query(claim, [tenant_id, merchant_id, 'pay:paused']))).length,
    0,
  )
})

test('a day is dropped when its keys are over; what is open keeps its key; a clock moved back finds everything', async () => {
  const { moveClock } = shop.vezne
  await age()
  await keep()
  const done = await pay('done')
  const open = await pay('open', { card: { number: CARDS.timeout } })
  assert.deepEqual([done.status, open.status], [200, 202])
  const sold = await shop.sell()
  await shop.follow(sold, 'refund', { amount: 100 }, 'refunded')
  const refunded = (await shop.rows('select id from payment_operations where payment_id = $1', [sold]))[0].id
  const [day] = (await holders(done.body.transaction_id)) as [number]
  assert.deepEqual([await holders(open.body.transaction_id), await holders(refunded)], [[day], [day]])

  for (let n = 0; n < 3; n++) {
    await moveClock(13 * HOUR_MS)
    await keep()
    if (n === 1) assert.ok((await days()).includes(day), 'its keys may be of the last moment before the next day')
    if (n === 0) assert.equal((await pay('done')).text, done.text)
  }
  await moveClock(13 * HOUR_MS)
  await keep()
  assert.ok(!(await days()).includes(day))
  assert.deepEqual([await holders(done.body.transaction_id), await holders(refunded)], [[], []])
  assert.equal((await pay('open', { card: { number: CARDS.timeout } })).body.transaction_id, open.body.transaction_id)
  const later = await pay('done')
  assert.equal(later.status, 200)
  assert.notEqual(later.body.transaction_id, done.body.transaction_id)
  await shop.follow(sold, 'refund', { amount: 100 }, 'refunded')
  assert.equal((await shop.rows('select 1 from payment_operations where payment_id = $1', [sold])).length, 2)

  await moveClock(-60 * HOUR_MS)
  for (const _ of 'twice') await keep()
  assert.equal((await pay('done')).text, later.text, 'of a moment that is yet to come')
  assert.equal(await payments('done'), 2)
})

test('two operations with one key: the second is refused, as by an index', async () => {
  const id = await shop.sell()
  await shop.follow(id, 'refund', { amount: 100 }, 'twice')
  const copy = shop.rows(
    `insert into payment_operations (tenant_id, id, payment_id, merchant_id, kind, status, amount, currency, state_before,
       configuration_id, connector_code, attempt_no, attempt_at, path, correlation_id, client_id, created_by, request_body,
       created, last_modified, idempotency_key)
     select tenant_id, gen_random_uuid(), payment_id, merchant_id, kind, status, amount, currency, state_before,
       configuration_id, connector_code, attempt_no, attempt_at, path, correlation_id, client_id, created_by, request_body,
       created, last_modified, idempotency_key from payment_operations where payment_id = $1`,
    [id],
  )
  await assert.rejects(copy, { code: '23505' })
})

test('a claim that nothing stands behind is taken away by whoever wants the key; one that stays is a 503, and nothing loops', async () => {
  const { tenant_id, merchant_id } = (await shop.rows('select tenant_id, merchant_id from payments limit 1', []))[0]
  const id = await shop.sell()
  const refund = (words: string) => shop.follow(id, 'refund', { amount: 100 }, words)
  const count = async (): Promise<number> =>
    (await shop.rows('select 1 from payment_operations where payment_id = $1', [id])).length
  await refund('first')
  const [{ key }] = await shop.rows('select idempotency_key as key from payment_operations where payment_id = $1', [id])
  await age()
  await keep()
  // In every day.
  await shop.own(
    `insert into idempotency_claims (tenant_id, claim, holder, payment_id, day_no)
     select $1, w.claim, uuidv7(), w.payment_id, d.no from claim_days d, (values
       (payment_claim($2, 'pay:orphan'), null::uuid), (operation_claim($3), $4::uuid)) as w (claim, payment_id)`,
    [tenant_id, merchant_id, key.replace('first', 'orphan'), id],
  )
  await shop.own(`create function stay() returns trigger language plpgsql as 'begin return null; end'`, [])
  await shop.own('create trigger stay before delete on idempotency_claims for each row execute function stay()', [])
  for (const answer of [await pay('orphan'), await refund('orphan')])
    assert.deepEqual([answer.status, answer.body.code], [503, 'service_unavailable'])
  assert.deepEqual([await payments('orphan'), await count()], [0, 1])
  await shop.own('drop function stay cascade', [])

  const answers = await Promise.all([1, 2, 3].flatMap(() => [pay('orphan'), refund('orphan')]))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  assert.deepEqual([await payments('orphan'), await count()], [1, 2])
})

test('the claim of an operation is looked up, however many its tenant has', async () => {
  const { tenant_id, id } = (await shop.rows('select tenant_id, id from payments limit 1', []))[0]
  const CLAIMS = 3_000
  await shop.own(
    `insert into idempotency_claims select $1, uuidv7(), $2, $2, (select max(no) from claim_days) from generate_series(1, ${CLAIMS})`,
    [tenant_id, id],
  )
  const keys = ['first', 'second']
  const request = { tenant_id, id, payment_id: id, equivalentKeys: keys }
  const reads: Reads[] = []
  await shop.vezne.runtime.db.transaction({ of: tenant_id }, async (tx) => {
    await findKnownOperations(explainEach(tx, reads), [request])
    await dropEmptyOperationClaims(
      explainEach(tx, reads),
      keys.map((key) => ({ tenant_id, key })),
    )
  })
  for (const { text, rows } of reads) assert.ok(rows < CLAIMS / 100, `${rows} rows are read by ${text}`)
})
