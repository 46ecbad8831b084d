/** What a standby is for: long reads, with everything that was answered before, and a promotion, which nobody takes for harmless. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openRuntime } from '../../src/app/open-runtime.ts'
import { withRuntime } from '../../src/cli/attach-runtime.ts'
import { accept } from '../../src/cli/database-command.ts'
import { examine } from '../../src/cli/doctor/doctor.ts'
import { findPromotions } from '../../src/infra/database/promotions/promotion-list.ts'
import { loadConfig } from '../../src/infra/process/config.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { makeScratch } from '../support/scratch.ts'
import { startServerPair } from '../support/server-pair.ts'
import { testServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

const TENANT = '00000000-0000-4000-8000-000000000010'
const pair = use(startServerPair)
let vezne: Vezne
let settings: Record<string, string>
before(async () => {
  await pair.primary.run('alter database vezne set synchronous_commit = on') // off as in all tests, the standby hears late
  const hosts = `127.0.0.1:${pair.standby.port},127.0.0.1:${pair.primary.port}`
  settings = {
    DATABASE_URL: pair.urlOf(pair.primary, pair.standby),
    DATABASE_READ_URL: `postgres://${hosts}/vezne`,
    VEZNE_MASTER_KEYS: testServer().masterKeys,
  }
  vezne = await startVezne({ env: settings })
})
after(async () => {
  await vezne.stop()
})

const pay = async () =>
  vezne.request('cards', 'POST', '/api/v1/payments', {
    token: await vezne.token('pos'),
    body: paymentBody(),
    headers: { 'x-external-merchant-id': 'M-1001' },
  })
const newestListed = async (): Promise<string> => {
  const { body, status, text } = await vezne.request('cards', 'GET', '/api/v1/transactions?page_size=1', {
    token: await vezne.token('pos'),
  })
  assert.equal(status, 200, text)
  return body.items[0].id
}
const isFromStandby = (): Promise<boolean> =>
  vezne.runtime.db.transaction({ of: TENANT, mode: 'replica' }, async (tx) => {
    const [row] = await tx.query<{ is: boolean }>('select pg_is_in_recovery() as is')
    return row!.is
  })

test('lists come from the standby, hold what was answered before, and see one tenant', async () => {
  await until('the standby has the schema', isFromStandby)
  let fromStandby = 0
  for (let round = 0; round < 20; round++) {
    const paid = await pay()
    assert.equal(paid.status, 200, paid.text)
    assert.equal(await newestListed(), paid.body.transaction_id)
    if (await isFromStandby()) fromStandby++
  }
  assert.ok(fromStandby > 10, `${fromStandby} of 20`)
  const seen = await vezne.runtime.db.transaction({ of: TENANT, mode: 'replica' }, (tx) =>
    tx.query<{ tenant_id: string }>('select distinct tenant_id from payments'),
  )
  assert.deepEqual(seen, [{ tenant_id: TENANT }])
  const [all] = await vezne.runtime.db.transaction({ as: 'platform', mode: 'replica' }, (tx) =>
    tx.query<{ n: number }>('select count(distinct tenant_id)::int as n from realms'),
  )
  assert.ok(all!.n > 1)
  await assert.rejects(
    vezne.runtime.db.transaction({ of: TENANT, mode: 'replica' }, (tx) => tx.query('select 1 / 0')),
    { code: '22012' },
  )
})

test('a standby that is behind: the primary answers', async () => {
  await pair.standby.run('select pg_wal_replay_pause()')
  try {
    const paid = await pay()
    assert.equal(await newestListed(), paid.body.transaction_id)
    assert.equal(await isFromStandby(), false)
  } finally {
    await pair.standby.run('select pg_wal_replay_resume()')
  }
  await until('it is read again', isFromStandby)
})

test('promoted without the last payments: lists go on, nothing is written until it is accepted', async () => {
  const kept = await pay()
  await until('the standby has it', isFromStandby)
  await pair.standby.run(`alter system set primary_conninfo = ''`, 'select pg_reload_conf()')
  await until('the standby hears nothing', async () => {
    const rows = await pair.primary.run('select from pg_stat_replication')
    return rows.length === 0
  })
  const lost = await pay()
  assert.deepEqual([kept.status, lost.status], [200, 200])
  const file = vezne.config.dataDir
  pair.primary.kill()
  await pair.standby.run('select pg_promote()')
  await until('the promotion is met', async () => /lacks the last writes/.test((await pay()).body.detail))
  assertProblem(await pay(), 'connector_unavailable')
  assert.equal(await newestListed(), kept.body.transaction_id)

  const found = await examine({ ...settings, VEZNE_DATA_DIR: file })
  const told = found.find(({ check }) => check === 'promotion')
  assert.equal(told?.state, 'fail')
  assert.match(told?.action ?? '', /compare what the banks booked.*accept-promotion/)

  // A start elsewhere, which knows nothing itself, writes nothing either.
  const elsewhere = await openRuntime(
    loadConfig({
      ...settings,
      VEZNE_DATA_DIR: makeScratch('vezne-elsewhere-'),
      VEZNE_ROLE: 'api',
      VEZNE_LOG_LEVEL: 'error',
    }),
    () => undefined,
  )
  await assert.rejects(
    elsewhere.runtime.db.transaction({ of: [] }, (tx) => tx.query('update promotions set seen = seen')),
    /promoted without its last writes/,
  )
  await elsewhere.close()

  const [open] = await vezne.runtime.db.transaction({ of: [] }, findPromotions)
  assert.equal(open?.isOpen, true)
  const acceptNow = () =>
    withRuntime(({ runtime }) => accept(runtime, open!, new Date()), loadConfig({ ...settings, VEZNE_DATA_DIR: file }))
  await assert.rejects(acceptNow(), /not before/)
  await pair.standby.run('update platform_clock set offset_ms = offset_ms + 120000')
  await acceptNow()
  await until('payments are taken', async () => (await pay()).status === 200)
})
