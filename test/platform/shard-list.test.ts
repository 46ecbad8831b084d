/** What the platform's people see of two databases that tenants are spread over, and how a plan goes that both could have. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startApp } from '../../src/app/app.ts'
import { statementsOn } from '../support/on-shards.ts'
import { makeScratch } from '../support/scratch.ts'
import { discardFolder } from '../support/seen.ts'
import { asPlatform, makeTenant } from '../support/tenants.ts'
import { until } from '../support/until.ts'
import { testConfig, useVezne } from '../support/vezne.ts'

const vezne = useVezne({ shards: 2 })
const onShard = statementsOn(vezne)

const connect = async (shard: number): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: vezne.shardUrls[shard] as string })
  await client.connect()
  return client
}
const figures = async (port: number): Promise<string> => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

test('each shard says how it is, without a user or a password', async () => {
  await makeTenant(vezne, { shard: 1 })
  const { body, status, text } = await asPlatform(vezne, 'GET', '/platform/shards')
  assert.equal(status, 200, text)
  const [first, second, ...more] = body.items
  assert.deepEqual(more, [])
  for (const [shard, each] of [first, second].entries()) {
    const url = new URL(vezne.shardUrls[shard] as string)
    assert.equal(each.shard, shard)
    assert.equal(each.address, `${url.host}${url.pathname}`)
    assert.deepEqual([each.is_available, each.is_closed], [true, false])
    assert.ok(each.size_bytes > 1_000_000 && each.connections > 0 && each.connections_max >= each.connections)
    assert.match(each.schema_version, /^[0-9]{4}_/)
  }
  assert.equal(second.tenants, 1)
  assert.ok(first.tenants > 1)
  assert.deepEqual([first.is_following, first.behind_bytes], [null, null])
  assert.equal(second.is_following, true)
  assert.ok(second.behind_bytes >= 0)
})

test('a tenant names its shard, in the list and by itself', async () => {
  const tenant = await makeTenant(vezne, { shard: 1 })
  assert.equal(tenant.body.shard, 1)
  const list = await asPlatform(vezne, 'GET', '/platform/tenants?page_size=100')
  const shardOf = (slug: string) => list.body.items.find((each: { slug: string }) => each.slug === slug).shard
  assert.deepEqual([shardOf(tenant.slug), shardOf('tenant-demo')], [1, 0])
})

test('the metrics say since when a tenant has been on its way', async () => {
  const tenant = await makeTenant(vezne, { shard: 0 })
  const placed = (values: string) => onShard(0, `update tenant_shards set ${values} where id = '${tenant.id}'`)
  const seconds = async (): Promise<number> => {
    const text = await figures(vezne.config.ports.metrics)
    return Number(/^vezne_tenant_move_seconds (\S+)$/m.exec(text)?.[1])
  }
  assert.equal(await seconds(), 0)
  await placed(`move_step = 'draining', other_shard = 1, step_since = now() - interval '1 hour'`)
  await until('the move is an hour old', async () => (await seconds()) >= 3_600)
  await placed('move_step = null, other_shard = null, step_since = null')
  await until('no move is open', async () => (await seconds()) === 0)
})

test('a shard that is away is listed as such, and counted by the metrics', async () => {
  await until('the figures of both shards', async () => {
    const text = await figures(vezne.config.ports.metrics)
    return /^vezne_shard_following\{shard="1"\} 1$/m.test(text) && /^vezne_shard_size_bytes\{shard="1"\} /m.test(text)
  })
  const [first] = vezne.config.shards as [string]
  const dataDir = makeScratch('vezne-away-')
  const config = await testConfig(vezne.ownerUrl, dataDir, {
    VEZNE_ROLE: 'api',
    VEZNE_SHARDS: `${first} postgres://127.0.0.1:1/none`,
    VEZNE_IDENTITY_URL: vezne.urls.identity,
  })
  const app = await startApp(config, () => undefined)
  try {
    const answer = await fetch(`http://127.0.0.1:${config.ports.identity}/api/v1/platform/shards`, {
      headers: { authorization: `Bearer ${await vezne.token('admin', 'master')}` },
    })
    assert.equal(answer.status, 200)
    const { items } = (await answer.json()) as { items: Record<string, unknown>[] }
    assert.deepEqual(
      items.map(({ shard, address, is_available, tenants, size_bytes }) => [
        shard,
        address,
        is_available,
        tenants === null,
        size_bytes === null,
      ]),
      [
        [0, items[0]!.address, true, false, false],
        [1, '127.0.0.1:1/none', false, true, true],
      ],
    )
    const text = await figures(config.ports.metrics)
    assert.match(text, /^vezne_shard_away\{shard="0"\} 0$/m)
    assert.match(text, /^vezne_shard_away\{shard="1"\} 1$/m)
  } finally {
    await app.close(5_000)
    discardFolder(dataDir)
  }
})

const makePlan = async (code: string) => {
  const figuresOfPlan = { daily_transaction_limit: 0, monthly_transaction_limit: 0, rate_limit_per_second: 5, burst: 5 }
  const body = { code, name: code, ...figuresOfPlan }
  const plan = await asPlatform(vezne, 'POST', '/platform/plans', body)
  assert.equal(plan.status, 201, plan.text)
  const id = plan.body.id as string
  const client = await connect(1)
  await until(
    'the plan has arrived',
    async () => (await client.query('select from plans where id = $1', [id])).rowCount === 1,
  )
  await client.end()
  return { id, switchOff: () => asPlatform(vezne, 'PUT', `/platform/plans/${id}`, { ...body, is_active: false }) }
}
const remove = (id: string) => asPlatform(vezne, 'DELETE', `/platform/plans/${id}`)

test('a plan is switched off before it is deleted, and then goes from both', async () => {
  const { id, switchOff } = await makePlan('short-lived')
  const active = await remove(id)
  assert.equal(active.status, 409, active.text)
  assert.match(active.text, /switch the plan off first/)
  assert.equal((await switchOff()).status, 200)
  const gone = await remove(id)
  assert.equal(gone.status, 204, gone.text)
  assert.equal((await remove(id)).status, 404)
  await until('it is gone from the other shard', async () => {
    const client = await connect(1)
    const { rowCount } = await client.query('select from plans where id = $1', [id])
    await client.end()
    return rowCount === 0
  })
})

test('a plan that a tenant of another shard is given at the same moment stays', async () => {
  const { id, switchOff } = await makePlan('wanted')
  const tenant = await makeTenant(vezne, { shard: 1 })
  // What gives the plan has read it while it was active, and has not committed yet.
  const [giving, looking] = [await connect(1), await connect(1)]
  try {
    await giving.query('begin')
    await giving.query('select from plans where id = $1 and is_active for key share', [id])
    await giving.query('update realms set plan_id = $1 where tenant_id = $2', [id, tenant.id])
    assert.equal((await switchOff()).status, 200)
    const deleting = remove(id)
    await until('the deletion waits for it', async () => (await looking.query(WAITING)).rowCount === 1)
    await giving.query('commit')
    const refused = await deleting
    assert.equal(refused.status, 409, refused.text)
    assert.match(refused.text, /Tenants or API keys have this plan/)
  } finally {
    await Promise.all([giving.end(), looking.end()])
  }
  const read = await asPlatform(vezne, 'GET', `/platform/tenants/${tenant.slug}`)
  assert.equal(read.body.plan_id, id)
})
const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  and query like '%from plans%for update'`
