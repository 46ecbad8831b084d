/** A shard with tenants whose subscription is lost follows again and loses nothing; where it would, nothing is changed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { migrateApp } from '../../src/app/app.ts'
import { statementsOn } from '../support/on-shards.ts'
import { asPlatform, makeTenant, tokenOf } from '../support/tenants.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne({ shards: 2 })

const onShard = statementsOn(vezne)
const SLOT = `from pg_replication_slots where database = current_database() and slot_name like 'vezne\\_shard\\_1\\_%'`
/** As after a fail-over of the first shard that has sent everything. */
const loseSlot = async (): Promise<void> => {
  for (const table of ['plans', 'tenant_shards'])
    await until(`${table} have arrived`, async () => isDeepStrictEqual(await rowsOf(table, 1), await rowsOf(table, 0)))
  await onShard(1, 'alter subscription vezne_shard_1 disable')
  await until('nothing reads the slot', async () => (await onShard(0, `select ${SLOT} and active`)).length === 0)
  await onShard(0, `select pg_drop_replication_slot(slot_name) ${SLOT}`)
}
const migrate = async (): Promise<string[]> => {
  const lines: string[] = []
  await migrateApp({ ...vezne.config, role: 'migrate' }, (line) => lines.push(line))
  return lines
}
const makePlan = async (code: string): Promise<string> => {
  const plan = await asPlatform(vezne, 'POST', '/platform/plans', { code, name: code, ...FIGURES })
  assert.equal(plan.status, 201, plan.text)
  await until(`${code} is on the other shard`, async () => (await plansOf(1)).includes(code))
  return plan.body.id as string
}
const FIGURES = { daily_transaction_limit: 0, monthly_transaction_limit: 0, rate_limit_per_second: 5, burst: 5 }
const plansOf = async (shard: number): Promise<string[]> =>
  (await onShard<{ code: string }>(shard, 'select code from plans order by code')).map(({ code }) => code)
const rowsOf = (table: string, shard: number): Promise<unknown[]> =>
  onShard(shard, `select to_jsonb(r) as row from ${table} r order by id`)

test('its tenants keep their plans and work on, and every row of the platform is that of the first shard', async () => {
  const [mine, other, gone] = [await makePlan('mine'), await makePlan('other'), await makePlan('gone')]
  const tenant = await makeTenant(vezne, { shard: 1, plan_id: mine })
  const token = await tokenOf(vezne, tenant, ['tenant-admin'])
  await makeTenant(vezne, { shard: 1, plan_id: other })
  await loseSlot()
  // Two plans that are in use exchange their codes, one goes, one comes, and another is the default.
  await onShard(
    0,
    `update plans set code = 'x' where id = '${mine}'`,
    `update plans set code = 'mine' where id = '${other}'`,
    `update plans set code = 'other' where id = '${mine}'`,
    `delete from plans where id = '${gone}'`,
    'update plans set is_default = false',
    `update plans set is_default = true where id = '${mine}'`,
    `insert into plans select (jsonb_populate_record(p, '{"id": "00000000-0000-4000-8000-0000000000ff", "code": "came", "is_default": false}')).* from plans p where id = '${mine}'`,
  )
  const said = await migrate()
  assert.ok(said.includes('shard 1: follows the tables of the platform; it had other rows in plans'), said.join('\n'))
  assert.deepEqual(await rowsOf('plans', 1), await rowsOf('plans', 0))
  const read = await asPlatform(vezne, 'GET', `/platform/tenants/${tenant.slug}`)
  assert.deepEqual([read.body.plan_id, read.body.plan_code, read.body.shard], [mine, 'other', 1])
  const merchants = await vezne.request('identity', 'GET', '/api/v1/merchants', { token })
  assert.equal(merchants.status, 200, merchants.text)
  await makePlan('afterwards')
  await assert.rejects(onShard(1, `delete from plans where code = 'came'`), /written on the first shard/)
  assert.deepEqual(await migrate(), [], 'a shard that follows is left as it is')
})

test('a subscription that came with a dump follows nothing, and is made again', async () => {
  await loseSlot()
  await onShard(1, 'alter subscription vezne_shard_1 set (slot_name = none)', 'drop subscription vezne_shard_1')
  const connection = vezne.shardUrls[0] as string
  await onShard(
    1,
    `create subscription vezne_shard_1 connection '${connection}' publication vezne_platform with (connect = false)`,
  )
  assert.deepEqual(await migrate(), ['shard 1: follows the tables of the platform'])
  await makePlan('after-the-dump')
})

test('a row that tenants need and the first shard lacks: nothing is changed until they have another one', async () => {
  const lost = await makePlan('lost')
  const tenant = await makeTenant(vezne, { shard: 1, plan_id: lost })
  await loseSlot()
  await onShard(0, `delete from plans where id = '${lost}'`)
  await asPlatform(vezne, 'POST', '/platform/plans', { code: 'waits', name: 'waits', ...FIGURES })
  await assert.rejects(migrate(), /tenants of this shard need is not on the first shard: Key \(id\)=.*table "realms"/)
  assert.ok(!(await plansOf(1)).includes('waits'))
  const plans = await asPlatform(vezne, 'GET', '/platform/plans?page_size=100')
  const [another] = (plans.body.items as { id: string; is_default: boolean }[]).filter((plan) => plan.is_default)
  const given = await asPlatform(vezne, 'PUT', `/platform/tenants/${tenant.id}/plan`, { plan_id: another!.id })
  assert.equal(given.status, 200, given.text)
  assert.deepEqual(await migrate(), ['shard 1: follows the tables of the platform; it had other rows in plans'])
  assert.deepEqual(await rowsOf('plans', 1), await rowsOf('plans', 0))
})

test('tenants that the first shard does not place there are named, and nothing is changed', async () => {
  const tenant = await makeTenant(vezne, { shard: 1 })
  await loseSlot()
  const [place] = await onShard<{ version: string }>(
    0,
    `delete from tenant_shards where id = '${tenant.id}' returning version`,
  )
  await assert.rejects(migrate(), new RegExp(`does not place there: ${tenant.slug}\\.`))
  await onShard(
    0,
    `insert into tenant_shards (id, slug, shard, version) values ('${tenant.id}', '${tenant.slug}', 1, ${place!.version})`,
  )
  assert.deepEqual(await migrate(), ['shard 1: follows the tables of the platform'])
})
