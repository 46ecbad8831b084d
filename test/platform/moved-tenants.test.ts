/** A tenant's rows move to another shard: closed meanwhile, copied exactly, and at work there as before. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { verifyChain } from '../../src/access/audit/verify-chain.ts'
import { LOCAL_ROWS } from '../../src/app/shards/local-rows.ts'
import { newClient, type ServerClient } from '../../src/infra/database/server-connection.ts'
import { admitTenant, closeTenant } from '../../src/infra/database/shards/move/close-on-shard.ts'
import { type Content, copyTenant, dropTenantRows } from '../../src/infra/database/shards/move/copy-tenant.ts'
import { findTenantTables } from '../../src/infra/database/shards/move/tenant-tables.ts'
import { paymentBody } from '../support/payments.ts'
import { startReceiver } from '../support/receiver.ts'
import { type MadeTenant, makeKey, makeTenant, tokenOf } from '../support/tenants.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne({ shards: 2 })
const receiver = use(async () => {
  const { origin, received, close } = await startReceiver()
  return { origin, received, stop: close }
})
const owners = use(async () => {
  const clients = vezne.shardUrls.map((url) => newClient(url))
  for (const client of clients) await client.connect()
  const [first, second] = clients as [ServerClient, ServerClient]
  return { first, second, stop: async () => void (await Promise.all(clients.map((client) => client.end()))) }
})
const PATIENCE_MS = 30_000

interface Shop {
  readonly tenant: MadeTenant
  readonly token: string
  pay(key?: string): ReturnType<typeof vezne.request>
  refund(paymentId: string): ReturnType<typeof vezne.request>
}

/** On the first shard. */
const openShop = async (): Promise<Shop> => {
  const tenant = await makeTenant(vezne, { shard: 0 })
  const token = await tokenOf(vezne, tenant, ['tenant-admin', 'pos-admin'])
  const send = async (path: string, body: unknown, key: string = randomUUID()) =>
    vezne.request(path.startsWith('/payments') ? 'cards' : 'identity', 'POST', `/api/v1${path}`, {
      token,
      body,
      headers: { 'x-external-merchant-id': 'M-1', 'idempotency-key': key },
    })
  const merchant = await send('/merchants', { name: 'Shop', external_id: 'M-1' })
  assert.equal(merchant.status, 201, merchant.text)
  return {
    tenant,
    token,
    pay: (key) => send('/payments', paymentBody(), key),
    refund: (id) => send(`/payments/${id}/refund`, { amount: { amount: 100, currency: 'TRY' } }),
  }
}

const move = ({ tenant }: Shop) => ({
  from: owners.first,
  to: owners.second,
  tenantId: tenant.id,
  local: LOCAL_ROWS,
})
const closeBoth = async ({ tenant }: Shop): Promise<void> => {
  for (const owner of [owners.second, owners.first]) await closeTenant(owner, tenant.id, PATIENCE_MS)
}
const admitOn = (owner: ServerClient, { tenant }: Shop) => admitTenant(owner, tenant.id, PATIENCE_MS)
const countAll = async (owner: ServerClient, { tenant }: Shop): Promise<number> => {
  let all = 0
  for (const { name } of await findTenantTables(owner)) {
    const { rows } = await owner.query(`select count(*)::int as n from ${name} where tenant_id = $1`, [tenant.id])
    all += Number(rows[0]?.n)
  }
  return all
}
const contentOf = (contents: readonly Content[], table: string): Content =>
  contents.find((each) => each.table === table) as Content

/** Acts for the tenant on the first shard, as a process does that has not heard of its move. */
const actStale = async ({ tenant }: Shop, statement: string): Promise<void> => {
  const { first } = owners
  await first.query('begin')
  try {
    await first.query(`select set_config('app.tenant_ids', '${tenant.id}', true)`)
    await first.query('set local role vezne_app')
    await first.query(statement)
  } finally {
    await first.query('rollback')
  }
}
const STALE = [
  'select from payments',
  "update merchants set name = 'Stale'",
  "insert into data_keys select tenant_id, uuidv7(), '2000-01', 0, master_key_id, wrapped, created from data_keys",
]

test('a tenant is copied, its shard changes, and it works on there as before', async () => {
  const shop = await openShop()
  const { tenant, token } = shop
  const other = await openShop()
  const key = await makeKey(vezne, tenant, ['tenant-admin'])
  const hook = await vezne.request('cards', 'POST', '/api/v1/webhook-subscriptions', {
    token,
    body: { url: `${receiver.origin}/hook`, events: ['payment.completed'] },
  })
  assert.equal(hook.status, 201, hook.text)
  const once = randomUUID()
  const paid = await shop.pay(once)
  assert.equal(paid.status, 200, paid.text)
  const refunded = await shop.refund(paid.body.transaction_id)
  assert.equal(refunded.status, 200, refunded.text)
  await until('the first event is delivered', async () => receiver.received.length === 1)

  await closeBoth(shop)
  const refused = await shop.pay()
  assert.equal(refused.status, 503, refused.text)
  assert.equal(refused.headers['retry-after'], '1')
  const unseen = await vezne.request('cards', 'GET', `/api/v1/payments/${paid.body.transaction_id}`, { token })
  assert.equal(unseen.status, 503, unseen.text)
  assert.equal((await other.pay()).status, 200)
  const hidden = await vezne.runtime.db.transaction({ as: 'platform', on: 0 }, (tx) =>
    tx.query('select from payments where tenant_id = $1', [tenant.id]),
  )
  assert.deepEqual(hidden, [])

  const contents = await copyTenant(move(shop))
  assert.deepEqual(await copyTenant(move(shop)), contents)
  assert.equal(contentOf(contents, 'payments').rows, '2')
  assert.equal(contentOf(contents, 'payments').sums.refunded, '100')
  assert.ok(Number(contentOf(contents, 'audit_log').rows) > 0)
  assert.ok(Number(contentOf(contents, 'journal').sums.amount) > 0)
  assert.equal((await shop.pay()).status, 503)

  await owners.first.query(
    'update tenant_shards set shard = 1, version = (select max(version) + 1 from tenant_shards) where id = $1',
    [tenant.id],
  )
  await vezne.runtime.db.refreshTenants()
  assert.equal(vezne.runtime.db.shardOf(tenant.id), 1)
  assert.equal((await shop.pay()).status, 503)
  await admitOn(owners.second, shop)

  const repeated = await shop.pay(once)
  assert.equal(repeated.status, 200, repeated.text)
  assert.equal(repeated.body.transaction_id, paid.body.transaction_id)
  const again = await shop.pay()
  assert.equal(again.status, 200, again.text)
  await until('the event of the new shard is delivered', async () => receiver.received.length === 2)
  assert.equal((await shop.refund(paid.body.transaction_id)).status, 200)
  const read = await vezne.request('cards', 'GET', `/api/v1/payments/${paid.body.transaction_id}`, { token })
  assert.equal(read.status, 200, read.text)
  assert.equal((await key.signIn(149)).status, 200)
  const list = await vezne.request('cards', 'GET', '/api/v1/transactions', { token })
  assert.equal(list.body.total_count, 4, list.text)
  const { db, sealer } = vezne.runtime
  const chain = await verifyChain((work) => db.transaction({ of: tenant.id }, work), sealer, tenant.id)
  assert.equal(chain.fault, null)
  assert.ok(chain.entries > 0)

  for (const statement of STALE) await assert.rejects(actStale(shop, statement), /moves to another shard/)
  const before = await countAll(owners.first, other)
  await dropTenantRows(owners.first, tenant.id)
  assert.equal(await countAll(owners.first, shop), 0)
  assert.equal(await countAll(owners.first, other), before)
  for (const statement of STALE) await assert.rejects(actStale(shop, statement), /moves to another shard/)
  await admitOn(owners.first, shop)
  assert.equal((await other.pay()).status, 200)
})

test('a shard is not closed to a tenant while a transaction has rows of it, and all of them come along', async () => {
  const shop = await openShop()
  const { tenant } = shop
  const writer = newClient(vezne.shardUrls[0] as string, { application_name: 'a long dump' })
  await writer.connect()
  try {
    await writer.query('begin')
    await writer.query(`select set_config('app.tenant_ids', '${tenant.id}', true)`)
    await writer.query('set local role vezne_app')
    await writer.query('update merchants set name = $1 where tenant_id = $2', ['Late', tenant.id])
    const inUse = /were in use for 300 ms; by process \d+ \(a long dump, since/
    await assert.rejects(closeTenant(owners.first, tenant.id, 300), inUse)
    await writer.query('commit')
  } finally {
    await writer.end()
  }
  await closeBoth(shop)
  await copyTenant(move(shop))
  const { rows } = await owners.second.query('select name from merchants where tenant_id = $1', [tenant.id])
  assert.deepEqual(rows, [{ name: 'Late' }])
  await admitOn(owners.first, shop)
  assert.equal((await shop.pay()).status, 200)
})

test('a copy that fails or differs leaves nothing, and the tenant opens again where it was', async () => {
  const shop = await openShop()
  assert.equal((await shop.pay()).status, 200)
  await closeBoth(shop)
  await owners.second.query(`
    create function lose_row() returns trigger language plpgsql as 'begin return null; end';
    create trigger lose_row before insert on merchants for each row execute function lose_row();
    alter table merchants enable always trigger lose_row`)
  await assert.rejects(copyTenant(move(shop)), /merchants differs/)
  assert.equal(await countAll(owners.second, shop), 0)
  await owners.second.query('drop trigger lose_row on merchants; drop function lose_row()')

  const killed = newClient(vezne.shardUrls[1] as string)
  killed.on('error', () => undefined)
  await killed.connect()
  const { rows } = await killed.query<{ pid: number }>('select pg_backend_pid() as pid')
  await owners.second.query(`
    create function end_session() returns trigger language plpgsql as
      'begin perform pg_terminate_backend(${rows[0]?.pid}); return new; end';
    create trigger end_session before insert on payments for each row execute function end_session();
    alter table payments enable always trigger end_session`)
  await assert.rejects(copyTenant({ ...move(shop), to: killed }))
  assert.equal(await countAll(owners.second, shop), 0)
  await owners.second.query('drop trigger end_session on payments; drop function end_session()')

  await copyTenant(move(shop))
  for (const owner of [owners.first, owners.second]) await admitOn(owner, shop)
  assert.equal((await shop.pay()).status, 200)
})
