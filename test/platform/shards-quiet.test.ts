/** What belongs to an installation of several shards is no error: the log has none while nothing is wrong. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { newClient } from '../../src/infra/database/server-connection.ts'
import { admitTenant, closeTenant } from '../../src/infra/database/shards/move/close-on-shard.ts'
import { watch } from '../../src/monitors/watching/watch.ts'
import { statementsOn } from '../support/on-shards.ts'
import { makeKey, makeTenant, tokenOf } from '../support/tenants.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne({ shards: 2 })
const onShard = statementsOn(vezne)

/** A busy machine may lose a connection. */
const errorLines = (): string[] => {
  const path = join(vezne.dataDir, 'vezne.log')
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return text.split('\n').filter((line) => line.startsWith('{"level":"error"') && !line.includes('"event":"database.'))
}

test('monitors look at the second shard, which has no realm of the platform', async () => {
  const { runtime } = vezne
  await watch({ ...runtime, db: runtime.db.on(1) }, [])
  assert.deepEqual(errorLines(), [])
})

test('a request that is refused because its tenant moves is 503 and no error of the program', async () => {
  const tenant = await makeTenant(vezne, { shard: 1 })
  const token = await tokenOf(vezne, tenant, ['tenant-admin'])
  const setStep = (step: string): Promise<unknown> =>
    onShard(0, {
      text: `update tenant_shards set other_shard = 0, ${step}, version = (select max(version) + 1 from tenant_shards) where id = $1`,
      values: [tenant.id],
    })
  const list = () => vezne.request('identity', 'GET', '/api/v1/merchants', { token })
  await setStep(`move_step = 'draining', step_since = now()`)
  await until('it is refused', async () => (await list()).status === 503)
  await setStep('move_step = null, step_since = null')
  await until('it is open', async () => (await list()).status === 200)
  assert.deepEqual(errorLines(), [])
})

test('a process that has not heard of a move yet does not take the hidden realm for one that is gone', async () => {
  const tenant = await makeTenant(vezne, { shard: 1 })
  const key = await makeKey(vezne, tenant, ['tenant-admin'])
  const owner = newClient(vezne.shardUrls[1] as string)
  await owner.connect()
  const setStep = (step: string): Promise<unknown> =>
    onShard(
      0,
      'set session_replication_role = replica', // nobody is notified
      {
        text: `update tenant_shards set other_shard = 0, ${step}, version = (select max(version) + 1 from tenant_shards) where id = $1`,
        values: [tenant.id],
      },
    )
  await closeTenant(owner, tenant.id, 10_000)
  await setStep(`move_step = 'copying', step_since = now()`)
  const hidden = await key.signIn(240)
  assert.equal(hidden.status, 503, hidden.text)
  await admitTenant(owner, tenant.id, 10_000)
  await setStep('move_step = null, step_since = null')
  await owner.end()
  await until('it is open', async () => (await key.signIn(241)).status === 200)
})
