/** The figures of `/metrics`: those of the database, banks, payments and tenants are there, and each is in the list. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPlatform } from '../../src/app/running/platform-figures.ts'
import { METRICS } from '../../src/infra/process/metric-list.ts'
import { useShop } from '../support/shop.ts'
import { until } from '../support/until.ts'

const shop = useShop()

const text = async (): Promise<string> =>
  (await fetch(`http://127.0.0.1:${shop.vezne.config.ports.metrics}/metrics`)).text()
/** The sum of a metric over the series whose labels contain these. */
const figure = async (name: string, labels = ''): Promise<number | undefined> => {
  const found = [...(await text()).matchAll(new RegExp(`^${name}(\\{.*\\})? (\\S+)$`, 'gm'))]
    .filter(([, of = '']) => of.includes(labels))
    .map(([, , value]) => Number(value))
  return found.length === 0 ? undefined : found.reduce((sum, value) => sum + value)
}

test('each metric that a process tells is in the list, with its type and its labels', async () => {
  await shop.sell({})
  const told = await text()
  const types = [...told.matchAll(/^# TYPE ((?:vezne|http|db)_\S+) (\S+)$/gm)].map(([, name, type]) => [name, type])
  assert.ok(types.length > 40, `${types.length}`)
  const listed = Object.entries(METRICS).map(([name, { type }]) => [name, type])
  assert.deepEqual(types.toSorted(), listed.toSorted())
})

test('a database tells its size, its connections and its open transactions; a pool how full it is', async () => {
  const size = await figure('vezne_database_size_bytes')
  assert.ok(size! > 1_000_000, `${size}`)
  const [used, most] = [await figure('vezne_database_connections'), await figure('vezne_database_connections_max')]
  assert.ok(used! > 0 && used! <= most!, `${used} of ${most}`)
  assert.equal(await figure('vezne_database_closed'), 0)
  assert.ok((await figure('vezne_database_pool_connections_max'))! >= shop.vezne.config.databaseConnections)
  await until('nothing waits for a connection', async () => (await figure('vezne_database_pool_waiting')) === 0)
})

test('a payment counts by its state, its bank and its tenant', async () => {
  const approved = 'call="sale",outcome="approved"'
  const before = (await figure('vezne_bank_calls_total', approved)) ?? 0
  const completed = (await figure('vezne_payments_total', 'status="completed"')) ?? 0
  await shop.sell({})
  assert.equal(await figure('vezne_bank_calls_total', approved), before + 1)
  assert.equal(await figure('vezne_payments_total', 'status="completed"'), completed + 1)
  assert.ok((await figure('vezne_bank_call_seconds_count', 'bank="'))! >= 1)
})

test('what a proxy or nobody gives is missing, not 0', async () => {
  await until('the figures are read', async () => (await figure('vezne_workers')) !== undefined)
  assert.equal(await figure('vezne_backup_age_seconds'), undefined)
  assert.equal(await figure('vezne_certificate_expires_seconds'), undefined)
  assert.equal(await figure('vezne_database_replication_lag_seconds'), undefined)
})

test('the newest backup that is known tells its age, until it is forgotten', async () => {
  const read = () => shop.vezne.runtime.db.transaction({ as: 'platform', mode: 'read' }, readPlatform)
  for (const hours of [30, 2])
    await shop.own(
      `insert into backups (made, made_by, place, master_key_ids, schema_version)
       values (now() - $1 * interval '1 hour', 'test', 'somewhere', '{}', '0030')`,
      [hours],
    )
  const forget = (hours: number) =>
    shop.own(
      `update backups set forgotten = now(), forgotten_by = 'test' where made > now() - $1 * interval '1 hour'`,
      [hours],
    )
  const age = async (): Promise<number | undefined> => {
    await read()
    return figure('vezne_backup_age_seconds')
  }
  const isOf = (hours: number, seconds: number | undefined): boolean =>
    seconds !== undefined && seconds >= hours * 3_600 && seconds < (hours + 1) * 3_600
  assert.ok(isOf(2, await age()))
  await forget(3)
  assert.ok(isOf(30, await age()))
  await forget(31)
  assert.equal(await age(), undefined)
})
