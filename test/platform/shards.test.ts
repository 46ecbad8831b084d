/** Tenants spread over two databases: each lives on one of them and nowhere else, and the platform administers both. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startApp } from '../../src/app/app.ts'
import { statementsOn } from '../support/on-shards.ts'
import { paymentBody } from '../support/payments.ts'
import { startReceiver } from '../support/receiver.ts'
import { makeScratch } from '../support/scratch.ts'
import { discardFolder } from '../support/seen.ts'
import { asPlatform, makeTenant, tokenOf } from '../support/tenants.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import { testConfig, useVezne } from '../support/vezne.ts'

const vezne = useVezne({ shards: 2 })
const receiver = use(async () => {
  const opened = await startReceiver()
  return {
    ...opened,
    get received() {
      return opened.received
    },
    stop: () => opened.close(),
  }
})

const onShard = statementsOn(vezne)
const countOf = async (shard: number, table: string, tenantId: string): Promise<number> =>
  Number(
    (
      await onShard<{ n: string }>(shard, {
        text: `select count(*) as n from ${table} where tenant_id = $1`,
        values: [tenantId],
      })
    )[0]?.n,
  )

const pay = async (token: string, merchant: string) =>
  vezne.request('cards', 'POST', '/api/v1/payments', {
    token,
    body: paymentBody(),
    headers: { 'x-external-merchant-id': merchant },
  })

test('a tenant of the second shard pays and hears of it; nothing of it is on the first', async () => {
  const tenant = await makeTenant(vezne, { shard: 1 })
  assert.deepEqual(await onShard(0, { text: 'select shard from tenant_shards where id = $1', values: [tenant.id] }), [
    { shard: 1 },
  ])
  const token = await tokenOf(vezne, tenant, ['tenant-admin', 'pos-admin'])
  const merchant = await vezne.request('identity', 'POST', '/api/v1/merchants', {
    token,
    body: { name: 'Shop', external_id: 'M-1' },
  })
  assert.equal(merchant.status, 201, merchant.text)
  const hook = await vezne.request('cards', 'POST', '/api/v1/webhook-subscriptions', {
    token,
    body: { url: `${receiver.origin}/hook`, events: ['payment.completed'] },
  })
  assert.equal(hook.status, 201, hook.text)
  const paid = await pay(token, 'M-1')
  assert.equal(paid.status, 200, paid.text)
  await until('the event is delivered', async () => receiver.received.length > 0)
  for (const table of ['realms', 'payments', 'events', 'audit_log', 'data_keys']) {
    assert.ok((await countOf(1, table, tenant.id)) > 0, table)
    assert.equal(await countOf(0, table, tenant.id), 0, table)
  }
})

test('each server knows its number', async () => {
  for (const shard of [0, 1]) {
    assert.deepEqual(await onShard(shard, `select require_shard(${shard}) as is`), [{ is: true }])
    await assert.rejects(onShard(shard, `select require_shard(${1 - shard})`), /was named, and this is shard/)
  }
})

test('tenants of the first shard pay as before', async () => {
  const paid = await pay(await vezne.token('pos'), 'M-1001')
  assert.equal(paid.status, 200, paid.text)
})

test('a creation is repeated on the shard it began on', async () => {
  const slug = `tenant-${randomUUID().slice(0, 8)}`
  const body = { slug, display_name: 'Twice', contact_email: 'ops@test.example', shard: 1 }
  const headers = { 'idempotency-key': randomUUID() }
  const made = await asPlatform(vezne, 'POST', '/platform/tenants', body, headers)
  assert.equal(made.status, 201, made.text)
  const again = await asPlatform(vezne, 'POST', '/platform/tenants', body, headers)
  assert.equal(again.status, 201, again.text)
  assert.equal(again.body.id, made.body.id)
  const other = await asPlatform(vezne, 'POST', '/platform/tenants', body)
  assert.equal(other.status, 409, other.text)
  const elsewhere = await asPlatform(vezne, 'POST', '/platform/tenants', { ...body, shard: 0 })
  assert.equal(elsewhere.status, 409, elsewhere.text)
  const none = await asPlatform(vezne, 'POST', '/platform/tenants', { ...body, slug: `${slug}-2`, shard: 2 })
  assert.equal(none.status, 400, none.text)
})

test('a slug of a tenant that was there before the shards is taken on all of them', async () => {
  const body = { slug: 'tenant-demo', display_name: 'Demo', contact_email: 'ops@test.example', shard: 1 }
  assert.equal((await asPlatform(vezne, 'POST', '/platform/tenants', body)).status, 409)
})

test('the platform lists, reads and suspends tenants of every shard', async () => {
  const tenant = await makeTenant(vezne, { shard: 1 })
  const token = await tokenOf(vezne, tenant, ['tenant-admin'])
  const list = await asPlatform(vezne, 'GET', '/platform/tenants?page_size=100')
  const slugs = (list.body.items as { slug: string }[]).map(({ slug }) => slug)
  assert.ok(slugs.includes(tenant.slug) && slugs.includes('tenant-demo'), list.text)
  assert.equal(list.body.total_count, slugs.length, list.text)
  const read = await asPlatform(vezne, 'GET', `/platform/tenants/${tenant.slug}`)
  assert.equal(read.body.id, tenant.id, read.text)
  const suspended = await asPlatform(vezne, 'POST', `/platform/tenants/${tenant.id}/suspend`, {})
  assert.equal(suspended.status, 200, suspended.text)
  const refused = await vezne.request('identity', 'GET', '/api/v1/merchants', { token })
  assert.equal(refused.status, 403, refused.text)
})

test('what the platform writes reaches the other shard, which refuses to be written to', async () => {
  const plan = await asPlatform(vezne, 'POST', '/platform/plans', {
    code: 'spread',
    name: 'Spread',
    daily_transaction_limit: 0,
    monthly_transaction_limit: 0,
    rate_limit_per_second: 5,
    burst: 5,
  })
  assert.equal(plan.status, 201, plan.text)
  await until(
    'the plan is on the second shard',
    async () => (await onShard(1, { text: 'select 1 from plans where id = $1', values: [plan.body.id] })).length > 0,
  )
  const tenant = await makeTenant(vezne, { shard: 1, plan_id: plan.body.id })
  assert.equal(tenant.body.plan_code, 'spread')
  const kept = await asPlatform(vezne, 'DELETE', `/platform/plans/${plan.body.id}`)
  assert.equal(kept.status, 409, kept.text)
  await assert.rejects(
    onShard(1, { text: 'delete from plans where id = $1', values: [plan.body.id] }),
    /plans is written on the first shard/,
  )
})

test('a transaction is of tenants of one shard, and names its shard where it is of none', async () => {
  const { db } = vezne.runtime
  const [one, other] = [await makeTenant(vezne, { shard: 0 }), await makeTenant(vezne, { shard: 1 })]
  const nothing = async (): Promise<void> => undefined
  await assert.rejects(db.transaction({ of: [one.id, other.id] }, nothing), /tenants of one shard/)
  await assert.rejects(
    db.batch([one.id, other.id], { name: 'nothing', text: 'select 1', values: [] }),
    /tenants of one shard/,
  )
  await assert.rejects(db.transaction({ as: 'platform' }, nothing), /names its shard/)
  await assert.rejects(db.on(0).transaction({ of: other.id }, nothing), /by its own shard/)
  assert.deepEqual(db.shards, [0, 1])
})

test('a process starts while a shard other than the first is away: its tenants get 503, the others are served', async () => {
  const here = await makeTenant(vezne, { shard: 0 })
  const there = await makeTenant(vezne, { shard: 1 })
  const [own, other] = [await tokenOf(vezne, here, ['tenant-admin']), await tokenOf(vezne, there, ['tenant-admin'])]
  const [first] = vezne.config.shards as [string]
  const dataDir = makeScratch('vezne-away-')
  const config = await testConfig(vezne.ownerUrl, dataDir, {
    VEZNE_ROLE: 'api',
    VEZNE_SHARDS: `${first} postgres://127.0.0.1:1/none`,
    VEZNE_IDENTITY_URL: vezne.urls.identity,
  })
  const app = await startApp(config, () => undefined)
  const read = (token: string) =>
    fetch(`http://127.0.0.1:${config.ports.identity}/api/v1/merchants`, {
      headers: { authorization: `Bearer ${token}` },
    })
  try {
    assert.equal((await read(own)).status, 200)
    const refused = await read(other)
    assert.equal(refused.status, 503, await refused.text())
    assert.ok(refused.headers.has('retry-after'))
    assert.equal((await read(own)).status, 200)
  } finally {
    await app.close(5_000)
    discardFolder(dataDir)
  }
})
