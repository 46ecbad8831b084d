/** Commits that hang because the synchronous standby does: 503 within the deadline, reads go on, and no payment is made twice. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { startLoadTeam } from '../support/load-team.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { onServer, testServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import { asOwner } from './chaos/platform-records.ts'

const SLOW_CARD = '4539450000000009'
const ANSWERED_MS = 20_000 // a commit hangs for ever; the deadline of a statement is six seconds
const PAST_THE_WINDOW_MS = 200_000
const WAITING = `select pid from pg_stat_activity where datname = current_database() and wait_event = 'SyncRep'`

const team = use(startLoadTeam)
before(async () => {
  await team.vezne.token('admin', 'tenant-load') // while every connection is there; it is remembered from here on
  const name = new URL(team.vezne.ownerUrl).pathname.slice(1)
  // The server of the tests confirms nothing; in this database commits wait as they do in production.
  await onServer(testServer(), `alter database ${name} set synchronous_commit = on`)
  await asOwner(team.vezne.ownerUrl, (owner) =>
    owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and usename <> current_user`,
    ),
  )
  const card = { card_number: SLOW_CARD, expected_result: 'Success', simulated_delay_ms: 5_000, ...LIKE_ANY }
  await until('the test card is made', async () => (await send('POST', '/test-cards', card)).status === 201)
})
after(async () => {
  await setStandby('there')
})

const LIKE_ANY = {
  expiry_month: 12,
  expiry_year: 2030,
  card_schema_type: 'Visa',
  card_type: 'Credit',
  card_brand: 'Other',
}

const setStandby = async (how: 'there' | 'hangs'): Promise<void> => {
  const server = testServer()
  await onServer(server, 'set synchronous_commit = off')
  await onServer(
    server,
    how === 'hangs'
      ? `alter system set synchronous_standby_names = 'nobody'`
      : 'alter system reset synchronous_standby_names',
  )
  await onServer(server, 'select pg_reload_conf()')
}
const send = async (method: string, path: string, body?: object, key?: string): Promise<Answer> =>
  team.vezne.request('cards', method, `/api/v1${path}`, {
    token: await team.vezne.token('admin', 'tenant-load'),
    headers: { 'x-external-merchant-id': 'M-3001', ...(key === undefined ? {} : { 'idempotency-key': key }) },
    ...(body === undefined ? {} : { body }),
  })
const pay = (key: string, number?: string): Promise<Answer> =>
  send('POST', '/payments', paymentBody(number === undefined ? {} : { card: { number } }), key)
const timed = async (call: Promise<Answer>): Promise<Answer & { ms: number }> => {
  const from = performance.now()
  const answer = await call
  return { ...answer, ms: performance.now() - from }
}
/** Of the transactions that requests and sweeps make; the library that runs jobs has connections of its own. */
const waiting = () =>
  asOwner(team.vezne.ownerUrl, async (owner) => (await owner.query(`${WAITING} and application_name = 'vezne'`)).rows)

const atBank = async (): Promise<boolean> => {
  const [found] = await team.rows("select from payments where status = 'processing' and bin = 453945")
  return found !== undefined
}

/** Repeats of a key until it is final, whatever became of the first call. */
const settled = async (key: string, number?: string): Promise<Answer> => {
  let answer = await pay(key, number)
  await until(`${key} is final`, async () => {
    await team.vezne.moveClock(PAST_THE_WINDOW_MS)
    answer = await pay(key, number)
    return answer.status === 200 || answer.status === 422
  })
  return answer
}

test('503 within the deadline; lists go on; afterwards each key is one payment', async () => {
  const sent = timed(pay('at-bank', SLOW_CARD))
  await until('it is at its bank', atBank)
  await setStandby('hangs')
  const keys = ['new-1', 'new-2', 'new-3']
  const answers = await Promise.all([sent, ...keys.map((key) => timed(pay(key)))])
  for (const [at, answer] of answers.entries()) {
    assert.ok(answer.ms < ANSWERED_MS, `${at}: ${answer.ms.toFixed(0)} ms`)
    assert.ok([202, 503].includes(answer.status), `${at}: ${answer.status} ${answer.text}`)
  }
  const held = (await waiting()).length
  const late = await Promise.all(Array.from({ length: 20 }, () => timed(pay('new-4'))))
  for (const answer of late) {
    assertProblem(answer, 'connector_unavailable', /waits for its synchronous standby.*same Idempotency-Key/)
    assert.ok(answer.ms < ANSWERED_MS, `${answer.ms.toFixed(0)} ms`)
  }
  const list = await send('GET', '/transactions')
  assert.equal(list.status, 200, list.text)
  assert.equal((await waiting()).length, held, 'no further commit hangs')

  await setStandby('there')
  await until('writes are taken', async () => (await pay('after')).status === 200)
  assert.equal((await settled('at-bank', SLOW_CARD)).body.status, 'completed')
  for (const key of [...keys, 'new-4']) await settled(key)
  const [made] = await team.rows('select count(*)::int as payments from payments')
  assert.equal(made.payments, keys.length + ['at-bank', 'new-4', 'after'].length)
  assert.deepEqual(
    await team.rows('select payment_id, kind from journal group by 1, 2, debit_account having count(*) > 1'),
    [],
  )
})

test('a wait that an administrator cancels is no success: the caller gets none, and the repeat finds the payment', async () => {
  const answer = pay('cancelled', SLOW_CARD)
  await until('it is at its bank', atBank)
  await setStandby('hangs')
  await until('the record of its result waits', async () => (await waiting()).length > 0)
  await asOwner(team.vezne.ownerUrl, (owner) => owner.query(`select pg_cancel_backend(pid) from (${WAITING}) waiting`))
  assert.ok([202, 503].includes((await answer).status), (await answer).text)
  await setStandby('there')
  assert.equal((await settled('cancelled', SLOW_CARD)).body.status, 'completed')
})
