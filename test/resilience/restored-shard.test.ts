/** A shard that was restored is closed for its tenants only, which the platform's own audit log says. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRuntime } from '../../src/app/open-runtime.ts'
import { withRuntime } from '../../src/cli/attach-runtime.ts'
import { finishRestore } from '../../src/cli/restore.ts'
import { settingsOfOne } from '../../src/cli/shards/each-shard.ts'
import { loadConfig } from '../../src/infra/process/config.ts'
import { passLateness } from '../support/backups.ts'
import { makeScratch } from '../support/scratch.ts'
import { asPlatform, makeTenant, tokenOf } from '../support/tenants.ts'
import { onServer, testServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne({ shards: 2 })
const databaseOf = (shard: number): string => new URL(vezne.shardUrls[shard] as string).pathname.slice(1)

test('its tenants are read and not written, the others go on, and a person opens it', async () => {
  const here = await makeTenant(vezne, { shard: 0 })
  const there = await makeTenant(vezne, { shard: 1 })
  const own = await tokenOf(vezne, here, ['tenant-admin'])
  const other = await tokenOf(vezne, there, ['tenant-admin'])
  const write = (token: string, id: string) =>
    vezne.request('identity', 'POST', '/api/v1/merchants', { token, body: { name: id, external_id: id } })
  const read = (token: string) => vezne.request('identity', 'GET', '/api/v1/merchants', { token })
  const operations = async (): Promise<string[]> =>
    (
      await onServer<{ operation: string }>(
        testServer(),
        `select operation from audit_log where kind = 'restore' order by seq`,
        databaseOf(0),
      )
    ).map(({ operation }) => operation)
  const open = await write(other, 'M-1')
  assert.equal(open.status, 201, open.text)

  const config = loadConfig({
    VEZNE_DATA_DIR: makeScratch('vezne-restored-shard-'),
    VEZNE_ROLE: 'api',
    VEZNE_LOG_LEVEL: 'error',
    DATABASE_URL: vezne.ownerUrl,
    VEZNE_SHARDS: vezne.config.shards.join(' '),
    VEZNE_MASTER_KEYS: testServer().masterKeys,
  })
  // As a restored dump is met: the rows say that they were of another database.
  await onServer(testServer(), 'update database_identity set database_oid = 1', databaseOf(1))
  await (await openRuntime(config, () => undefined)).close()
  // A look of its own may find the shard open still; the next merchant is another one.
  let looks = 0
  const writeAnother = () => write(other, `L-${++looks}`)
  await until('its tenants are refused', async () => (await writeAnother()).status === 503)
  assert.equal((await read(other)).status, 200)
  const written = await write(own, 'M-1')
  assert.equal(written.status, 201, written.text)
  assert.equal(vezne.runtime.restores.askBanksFrom(here.id), null)
  assert.notEqual(vezne.runtime.restores.askBanksFrom(there.id), null)
  const plans = await asPlatform(vezne, 'GET', '/platform/plans')
  assert.equal(plans.status, 200, plans.text)
  await until('the platform knows of it', async () => (await operations()).length > 0)

  // The clock is shared: it is moved on the first shard.
  await passLateness(testServer(), databaseOf(0))
  const clockOf = (shard: number) => onServer(testServer(), 'select offset_ms from platform_clock', databaseOf(shard))
  const moved = JSON.stringify(await clockOf(0))
  await until('the shard has the clock', async () => JSON.stringify(await clockOf(1)) === moved)
  await withRuntime(({ runtime }) => finishRestore(runtime, 'Ayşe Yılmaz'), settingsOfOne(config, '1'))
  await until('it is open', async () => (await writeAnother()).status === 201)
  assert.deepEqual(await operations(), ['database.restored', 'vezne restore finish'])
  assert.notEqual(vezne.runtime.restores.askBanksFrom(there.id), null)
  assert.equal(vezne.runtime.restores.askBanksFrom(here.id), null)
})
