/** Tries that end late or at the same moment, and what the jobs make of sessions that nobody looks at. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dropOldSessions, endDueSessions } from '../../src/checkout/end-due-sessions.ts'
import { decideSession } from '../../src/checkout/model/decide-session.ts'
import { finishTry, startTry } from '../../src/checkout/sessions/checkout-session-store.ts'
import { newId } from '../../src/core/id.ts'
import { createSession, pay, paymentsOf, readSession } from '../support/checkout.ts'
import { CARDS } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { useShop } from '../support/shop.ts'

const MINUTE = 60_000
const NON_3D = { payment_mode: 'non_3d' }

const shop = useShop()

test("a payment that is stored after its session was opened again is the session's: there is no other beside it", async () => {
  const { session_id: id } = await createSession(shop)
  await pay(shop, id, { card: { number: CARDS.debit } })
  await shop.own(`update checkout_sessions set status = 'open', attempt_at = null where id_hash = sha256($1::bytea)`, [
    Buffer.from(id),
  ])
  assertProblem(await pay(shop, id, { card: { number: CARDS.debit } }), 'invalid_state_transition')
  assert.equal((await readSession(shop, id)).status, 'processing')
  assert.equal((await paymentsOf(shop, id)).length, 1)
  const open = { kind: 'session', status: 'open', max_attempts: 3, payment_id: id, is_attempting: false } as const
  const paid = { auth_code: '1', bin: 454671 }
  for (const [attempt_no, status, steps] of [
    [1, 'failed', []],
    [3, 'failed', ['pay', 'give_up']],
    [1, 'authorized', ['pay', 'succeed']],
    [3, 'created', ['pay']],
  ] as const) {
    const session = { ...open, attempt_no, expires_at: new Date(1) }
    assert.deepEqual(decideSession(session, { ...paid, status }, 0).steps, steps)
  }
})

test('of a try that was taken over, the first caller ends nothing', async () => {
  const { session_id: id } = await createSession(shop)
  const [row] = await shop.rows('select * from checkout_sessions where id_hash = sha256($1::bytea)', [Buffer.from(id)])
  const { clock, db } = shop.vezne.runtime
  const claim = { ...row, status: 'processing', attempt_no: 1, payment_id: newId(clock.ms()) }
  const start = () => db.transaction({ of: row.tenant_id }, (tx) => startTry(tx, claim, clock.now()))
  const end = (claimedAt: string) => db.transaction({ of: row.tenant_id }, (tx) => finishTry(tx, claim, claimedAt))
  const first = await start()
  const second = await start()
  await end(first)
  assert.equal((await readSession(shop, id)).status, 'processing')
  await end(second)
  assert.equal((await readSession(shop, id)).status, 'open')
})

test('one key at several sessions at once pays one of them, and is in use for the others', async () => {
  const sessions = await Promise.all([1, 2, 3, 4, 5, 6].map(() => createSession(shop, NON_3D)))
  const answers = await Promise.all(
    sessions.map(({ session_id: id }) => pay(shop, id, {}, { 'idempotency-key': 'of-many' })),
  )
  const others = answers.filter(({ status }) => status !== 200)
  assert.equal(others.length, 5)
  for (const other of others) assertProblem(other, 'idempotency_key_in_use')
})

test('a session that cannot be stored stops no other; and what is three years old goes, with its tries', async () => {
  const { session_id: broken } = await createSession(shop, { external_id: 'BROKEN' })
  const { session_id: sound } = await createSession(shop)
  const { runtime } = shop.vezne
  const statusOf = async (id: string) =>
    (await shop.rows('select status from checkout_sessions where id_hash = sha256($1::bytea)', [Buffer.from(id)]))[0]
      ?.status
  const refusal = `check (external_id is distinct from 'BROKEN' or status = 'open') not valid`
  await shop.own(`alter table checkout_sessions add constraint broken ${refusal}`, [])
  await shop.vezne.moveClock(31 * MINUTE)
  await endDueSessions(runtime)
  assert.deepEqual([await statusOf(broken), await statusOf(sound)], ['open', 'expired'])
  await shop.own('alter table checkout_sessions drop constraint broken', [])
  await endDueSessions(runtime)
  assert.equal(await statusOf(broken), 'expired')
  const { session_id: open } = await createSession(shop)
  const at = (months: number) => {
    const now = runtime.clock.now()
    now.setUTCMonth(now.getUTCMonth() + months)
    return { ...runtime, clock: { ...runtime.clock, now: () => now } }
  }
  const left = async () => (await shop.rows('select count(*)::int as rows from checkout_attempts', []))[0].rows
  assert.ok((await left()) > 0)
  await dropOldSessions(at(35))
  assert.equal(await statusOf(sound), 'expired')
  await dropOldSessions(at(37))
  const kept = await shop.rows('select distinct status from checkout_sessions', [])
  for (const { status } of kept) assert.ok(['open', 'processing'].includes(status), status)
  assert.deepEqual([await statusOf(sound), await statusOf(open)], [undefined, 'open'])
})
