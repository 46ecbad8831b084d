/** Rotation of keys where tenants are on two databases: begun once, carried out on each, broken off and gone on with, ended when both are done. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { OpenRuntime } from '../../src/app/open-runtime.ts'
import { SEALED_TABLES } from '../../src/app/sealed-tables.ts'
import { withAllShards } from '../../src/cli/attach-runtime.ts'
import { countOldValues } from '../../src/infra/crypto/begin-rotation.ts'
import { advanceRotation } from '../../src/infra/crypto/rotation.ts'
import { newClient } from '../../src/infra/database/server-connection.ts'
import { admitTenant, closeTenant, hideTenant } from '../../src/infra/database/shards/move/close-on-shard.ts'
import { loadConfig } from '../../src/infra/process/config.ts'
import { statementsOn } from '../support/on-shards.ts'
import { makeScratch } from '../support/scratch.ts'
import { makeTenant, tokenOf } from '../support/tenants.ts'
import { testServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'
import { runVezne, runVezneWell } from '../support/vezne-command.ts'

const file = join(makeScratch('vezne-shard-keys-'), 'keys')
writeFileSync(file, `${testServer().masterKeys}\n`, { mode: 0o600 })
const vezne = useVezne({ shards: 2, config: { masterKeys: undefined, masterKeysFile: file } })

const settings = (): Record<string, string> => ({
  VEZNE_DATA_DIR: vezne.dataDir,
  DATABASE_URL: vezne.ownerUrl,
  VEZNE_SHARDS: vezne.config.shards.join(' '),
  VEZNE_MASTER_KEYS_FILE: file,
  VEZNE_PORT_BASE: String(vezne.config.ports.console),
})
const run = (...words: string[]) => runVezne(settings(), ...words)
const runWell = (...words: string[]) => runVezneWell(settings(), ...words)
const onShard = statementsOn(vezne)
const isFinished = async (): Promise<boolean> =>
  (await onShard(0, 'select from key_rotations where generation = 1 and finished_at is not null')).length > 0
const generationsOf = async (shard: number): Promise<number[]> =>
  (await onShard<{ generation: number }>(shard, 'select distinct generation from data_keys order by 1')).map(
    ({ generation }) => generation,
  )

/** Each call is a process of its own that has just begun; `shards`: whose work it does. */
const asWorker = <T>(work: (advance: (shards: number[]) => Promise<number>, open: OpenRuntime) => Promise<T>) =>
  withAllShards(async (open) => {
    const { runtime, kms, sealedTables, sealer } = open
    const shards = open.shards.map((each) => each.runtime.db)
    return work(async (own) => {
      await sealer.refresh()
      let worked = 0
      for (const shard of own) {
        const parts = { runtime: { ...runtime, db: runtime.db.on(shard) }, kms, sealedTables, shards, settleMs: 0 }
        worked += await advanceRotation(parts)
      }
      return worked
    }, open)
  }, loadConfig(settings()))

test('keys are rotated on every shard, however often what does it is broken off', async () => {
  const tenants = [await makeTenant(vezne, { shard: 0 }), await makeTenant(vezne, { shard: 1 })] as const
  const away = tenants[1]
  await runWell('backup', 'note', 'repo', '--shard', '1')
  assert.match(await runWell('keys', 'rotate', '--wait', 'no'), /rotation 1 to master key k1 is under way/)
  assert.match(await runWell('keys', 'rotate', '--wait', 'no'), /rotation 1 to master key k1 is under way/)

  await until('every process knows the keys, and the other shard of it', async () => {
    await asWorker((advance) => advance([1]))
    return (await onShard(1, 'select from key_rotations where generation = 1 and known_at is not null')).length > 0
  })
  assert.deepEqual(
    (await run('keys', 'drop-old', '--yes')).err,
    'a rotation is under way; vezne keys status tells how far it is\n',
  )

  await until('the worker of the other shard has done its part', () =>
    asWorker(async (advance) => {
      await advance([1])
      const open = await onShard(1, 'select from key_rotation_steps where finished_at is null')
      return open.length === 0 && (await onShard(1, 'select from key_rotation_steps')).length > 0
    }),
  )
  assert.deepEqual(await generationsOf(1), [0, 1])
  assert.equal(await isFinished(), false)

  // A tenant that moves is on neither shard for what works across tenants: the end waits for it. It stays away from the first way of leaving to
  // the last, because the program of this test works at the rotation, too, and ends it as soon as it sees all tenants.
  const owner = newClient(vezne.shardUrls[1] as string, {})
  await owner.connect()
  try {
    for (const leave of [closeTenant, hideTenant]) {
      await leave(owner, away.id, 10_000)
      await asWorker(async (advance) => {
        for (let turn = 0; turn < 20; turn++) await advance([0])
      })
      assert.deepEqual(await onShard(0, 'select from key_rotation_steps where finished_at is null'), [])
      assert.equal(await isFinished(), false)
      const refused = await run('keys', 'drop-old', '--yes')
      assert.equal(refused.code, 2, refused.out)
    }
    await admitTenant(owner, away.id, 10_000)
  } finally {
    await owner.end()
  }
  await until('it is finished', () =>
    asWorker(async (advance) => {
      await advance([0])
      return isFinished()
    }),
  )
  await asWorker(async (_advance, { runtime }) => {
    assert.equal(await countOldValues(runtime.db, SEALED_TABLES, 1), 0)
  })
  assert.match(await runWell('keys', 'status'), /generation 1 .*in force[\s\S]*rotation 1 finished/)
  for (const tenant of tenants) await tokenOf(vezne, tenant, ['tenant-admin'])
})

test('old keys go from every shard, once no backup of any of them needs the master key', async () => {
  const refused = await run('keys', 'drop-old', '--yes')
  assert.match(refused.err, /^the backup repo of .* of shard 1 needs the master key test\. .*vezne backup forget/)
  assert.equal(refused.code, 2)
  const [, id] = /forget ([^;]+);/.exec(refused.err) as unknown as [string, string]
  await runWell('backup', 'forget', id)

  assert.match(await runWell('keys', 'drop-old', '--yes'), /master keys test moved from/)
  for (const shard of [0, 1]) assert.deepEqual(await generationsOf(shard), [1])
  assert.doesNotMatch(readFileSync(file, 'utf8'), /"test"/)
  assert.equal(await runWell('keys', 'drop-old', '--yes'), 'no key is old\n')
  await tokenOf(vezne, await makeTenant(vezne, { shard: 1 }), ['tenant-admin'])
})
