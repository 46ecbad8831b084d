/** A database that is read-only, too slow or cut off: a 503 with the reason, or a range to choose; never a 500. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import pg from 'pg'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { until } from '../support/until.ts'
import { type Surface, useVezne } from '../support/vezne.ts'
import { asOwner } from './chaos/platform-records.ts'

const vezne = useVezne()
let token: string
let tenant: string
before(async () => {
  token = await vezne.token('admin', 'tenant-load')
  tenant = vezne.demo.tenants.find(({ slug }) => slug === 'tenant-load')!.tenant_id
})

const get = (surface: Surface, path: string) =>
  vezne.request(surface, 'GET', path, { token, headers: { 'x-tenant-id': tenant } })
const pay = (key: string) =>
  vezne.request('cards', 'POST', '/api/v1/payments', {
    token,
    body: paymentBody(),
    headers: { 'idempotency-key': key },
  })

/** The request waits for the table, and is ended there as the deadline of a statement ends it. */
const cutShort = async <T>(table: string, send: () => Promise<T>): Promise<T> => {
  const locker = new pg.Client({ connectionString: vezne.ownerUrl })
  await locker.connect()
  try {
    await locker.query(`begin; lock table ${table} in access exclusive mode`)
    const answer = send()
    await until('the request waits for the table', async () => {
      const { rows } = await asOwner(vezne.ownerUrl, (owner) =>
        owner.query(
          `select pg_cancel_backend(pid) from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query ilike '%${table}%'`,
        ),
      )
      return rows.length > 0
    })
    return await answer
  } finally {
    await locker.end()
  }
}

const LISTS: [
  surface: Surface,
  path: string,
  table: string,
  code: 'validation_failed' | 'invalid_filter',
  name: string,
][] = [
  ['cards', '/api/v1/transactions', 'payments', 'validation_failed', 'start_date'],
  ['transfers', '/api/v1/transfers', 'transfers', 'invalid_filter', 'from_date'],
  ['fraud', '/api/v1/fraud/logs', 'fraud_checks', 'validation_failed', 'from'],
]
for (const [surface, path, table, code, name] of LISTS)
  test(`${path} over too much: 422 that names ${name}`, async () => {
    const answer = await cutShort(table, () => get(surface, path))
    assertProblem(answer, code, /choose a narrower range/, `${name} out_of_range`)
  })

test('a statement cut short that no range makes quicker: 503', async () => {
  assertProblem(await cutShort('users', () => get('identity', '/api/v1/users')), 'connector_unavailable', /took longer/)
})

test('a database that takes no writes: lists go on, writes are 503, and the same key pays when it does again', async () => {
  const name = new URL(vezne.ownerUrl).pathname.slice(1)
  const setReadOnly = (value: 'on' | 'off') =>
    asOwner(vezne.ownerUrl, async (owner) => {
      await owner.query('set default_transaction_read_only = off')
      await owner.query(`alter database ${name} set default_transaction_read_only = ${value}`)
      await owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and usename <> current_user`,
      )
    })
  await setReadOnly('on')
  try {
    let refused = await pay('read-only-1')
    await until('every connection is a new one', async () => {
      refused = await pay('read-only-1')
      return /takes no writes/.test(refused.text)
    })
    assertProblem(refused, 'connector_unavailable', /takes no writes right now.*same Idempotency-Key/)
    assert.equal((await get('cards', '/api/v1/transactions')).status, 200)
  } finally {
    await setReadOnly('off')
  }
  let paid = await pay('read-only-1')
  await until('it takes writes', async () => {
    paid = await pay('read-only-1')
    return paid.status < 500
  })
  assert.deepEqual([paid.status, paid.body.status], [200, 'completed'])
})
