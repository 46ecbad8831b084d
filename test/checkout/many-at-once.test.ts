/** Many shoppers at once: their sessions and their tries share commits, and each keeps what is its own. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { createSession, openShopper, paymentsOf, readSession, SESSIONS, titleOf } from '../support/checkout.ts'
import { CARDS } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { useShop } from '../support/shop.ts'
import { until } from '../support/until.ts'

const SHOPPERS = 12
const asked = (amount: number) => ({ amount, currency: 'TRY', payment_mode: 'non_3d' })

const shop = useShop()

/** Holds rows that the first of them needs until all of them have been sent: the others arrive while it waits. */
const behindALock = async <T>(lock: string, values: unknown[], start: () => readonly Promise<T>[]): Promise<T[]> => {
  const client = new pg.Client({ connectionString: shop.vezne.ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(lock, values)
    const started = start()
    await until('one of them waits', async () => {
      const { rows } = await client.query(
        'select from pg_stat_activity where datname = current_database() and pg_backend_pid() = any(pg_blocking_pids(pid))',
      )
      return rows.length > 0
    })
    await shop.call('GET', `${SESSIONS}/${'0'.repeat(32)}`) // answered after the others have been read
    await client.query('commit')
    return await Promise.all(started)
  } finally {
    await client.end()
  }
}

const hashesOf = (ids: readonly string[]): Buffer[] => ids.map((id) => Buffer.from(id))
const OF_THESE = 'id_hash in (select sha256(i) from unnest($1::bytea[]) i)'

test('sessions made at once share commits; each has its audit entry, and a key its one answer', async () => {
  const make = (amount: number, key?: string) =>
    shop.call('POST', SESSIONS, asked(amount), key === undefined ? {} : { 'idempotency-key': key })
  await createSession(shop, asked(15_000)) // the tenant's chain has a head from its first entry on
  const answers = await behindALock('select from audit_heads for update', [], () => [
    ...Array.from({ length: SHOPPERS }, () => make(15_000)),
    make(15_001, 'same'),
    make(15_001, 'same'),
  ])
  for (const { status, text } of answers) assert.equal(status, 201, text)
  const [first, second] = answers.slice(-2)
  assert.equal(first?.text, second?.text)
  const ids = new Set(answers.map(({ body }) => body.session_id as string))
  assert.equal(ids.size, SHOPPERS + 1)
  const [{ sessions, commits }] = await shop.rows(
    `select count(*)::int as sessions, count(distinct xmin::text)::int as commits from checkout_sessions where ${OF_THESE}`,
    [hashesOf([...ids])],
  )
  assert.equal(sessions, ids.size)
  assert.ok(commits < sessions, `${commits} commits`)
  const [entries] = await shop.rows(
    `select count(distinct a.correlation_id)::int as told from checkout_sessions s
       join audit_log a on a.correlation_id = s.correlation_id and a.operation = 'POST /api/v1/checkout/sessions' and a.outcome = 'done'
      where ${OF_THESE}`,
    [hashesOf([...ids])],
  )
  assert.equal(entries.told, ids.size)
})

test('a request that is refused among them fails alone', async () => {
  const refused = { ...asked(15_000), amount: 15_003 }
  await shop.call('POST', SESSIONS, asked(15_002), { 'idempotency-key': 'taken' })
  const [other, ...made] = await behindALock('select from audit_heads for update', [], () => [
    shop.call('POST', SESSIONS, refused, { 'idempotency-key': 'taken' }),
    ...Array.from({ length: 3 }, () => shop.call('POST', SESSIONS, asked(15_000))),
  ])
  assertProblem(other!, 'idempotency_key_in_use')
  assert.deepEqual(
    made.map(({ status }) => status),
    [201, 201, 201],
  )
})

test('tries begun at once share commits, and so do their ends; a form sent twice pays once', async () => {
  const made = await Promise.all(Array.from({ length: SHOPPERS }, () => createSession(shop, asked(15_000))))
  const ids: string[] = made.map(({ session_id }) => session_id)
  const shopper = openShopper(shop)
  const lock = `select from checkout_sessions where ${OF_THESE} order by id for update`
  const pages = await behindALock(lock, [hashesOf(ids)], () =>
    [...ids, ids[0] as string].map((id) => shopper.pay(id, CARDS.success)),
  )
  assert.ok(pages.some((page) => titleOf(page) === 'Payment received'))
  for (const id of ids) {
    assert.equal((await readSession(shop, id)).status, 'completed')
    assert.equal((await paymentsOf(shop, id)).length, 1)
  }
  const [commits] = await shop.rows(
    `select count(distinct a.xmin::text)::int as begun, count(distinct s.xmin::text)::int as ended
       from checkout_sessions s join checkout_attempts a on a.session_id = s.id where ${OF_THESE}`,
    [hashesOf(ids)],
  )
  assert.ok(commits.begun < SHOPPERS && commits.ended < SHOPPERS, JSON.stringify(commits))
})
