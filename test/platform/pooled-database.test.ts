/** A pooler before the database: what needs a session of its own goes past it, and is never believed through it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openRuntime } from '../../src/app/open-runtime.ts'
import { examine } from '../../src/cli/doctor/doctor.ts'
import { openProcessRegistry } from '../../src/infra/database/processes/process-registry.ts'
import { loadConfig } from '../../src/infra/process/config.ts'
import { paymentBody } from '../support/payments.ts'
import { openPoolerGreeting, type PoolerGreeting } from '../support/pooler-greeting.ts'
import { assertProblem } from '../support/problems.ts'
import { asPlatform } from '../support/tenants.ts'
import { testServer } from '../support/test-server.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

const DEMO = '00000000-0000-4000-8000-000000000010'
let vezne: Vezne
let pooler: PoolerGreeting
const env: Record<string, string> = {}
before(async () => {
  vezne = await startVezne({
    env,
    reach: async (url) => {
      pooler = await openPoolerGreeting(url)
      const { host, pathname } = new URL(url)
      env.DATABASE_DIRECT_URL = `postgres://${host}${pathname}`
      return pooler.url
    },
  })
})
after(async () => {
  await vezne.stop()
  await pooler.close()
})

const keys = { VEZNE_MASTER_KEYS: testServer().masterKeys, VEZNE_LOG_LEVEL: 'error' }

test('it pays, every transaction has its deadlines, and a suspended tenant is refused at once', async () => {
  const token = await vezne.token('pos')
  const pay = () =>
    vezne.request('cards', 'POST', '/api/v1/payments', {
      token,
      body: paymentBody(),
      headers: { 'x-external-merchant-id': 'M-1001' },
    })
  const paid = await pay()
  assert.deepEqual([paid.status, paid.body.status], [200, 'completed'], paid.text)
  const settings = `select current_setting('statement_timeout') as statement, current_setting('enable_seqscan') as scan,
    current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit`
  const expected = { statement: '5s', scan: 'off', idle: '3s', jit: 'off' }
  assert.deepEqual(await vezne.runtime.db.transaction({ of: [] }, (tx) => tx.query(settings)), [expected])
  assert.deepEqual(await vezne.runtime.db.batch([], { name: 'settings', text: settings, values: [] }), [expected])
  assert.ok(vezne.runtime.notifications.freshness.isCurrent())
  assert.equal((await asPlatform(vezne, 'POST', `/platform/tenants/${DEMO}/suspend`)).status, 200)
  assertProblem(await pay(), 'realm_suspended')
})

test('the doctor looks through the pooler and past it', async () => {
  const found = await examine({ ...keys, DATABASE_URL: pooler.url, ...env })
  for (const check of ['pooler', 'notifications', 'schema'])
    assert.equal(found.find((one) => one.check === check)?.state, 'ok', check)
  const without = await examine({ ...keys, DATABASE_URL: pooler.url })
  assert.match(without.find((one) => one.check === 'notifications')?.action ?? '', /DATABASE_DIRECT_URL/)
})

test('without the direct address it does not start, neither as the owner nor as the role', async () => {
  const says = /reached through a connection pooler.*DATABASE_DIRECT_URL/
  await assert.rejects(
    openRuntime(loadConfig({ ...keys, DATABASE_URL: pooler.url }), () => undefined),
    says,
  )
  await assert.rejects(
    openProcessRegistry(pooler.url, () => undefined),
    says,
  )
})
