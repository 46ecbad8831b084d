/** The file of the master keys: a rotation by the root of a machine leaves it readable by the services, which read it as a group. */
import assert from 'node:assert/strict'
import { chmodSync, chownSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openFileKms } from '../../src/infra/crypto/local-kms.ts'
import { makeKeyFile, newMasterKey } from '../../src/infra/crypto/master-key-file.ts'
import { makeScratch } from '../support/scratch.ts'

const folder = makeScratch('vezne-keys-')
after(() => rmSync(folder, { recursive: true }))

test('a new key and the end of an old one leave owner, group and mode of the file', async () => {
  const path = join(folder, 'keys.json')
  makeKeyFile(path, () => [newMasterKey([], new Date())])
  chmodSync(path, 0o640)
  if (process.getuid?.() === 0) chownSync(path, 0, 12_345)
  const before = statSync(path)
  const kms = openFileKms(path)
  const made = await kms.makeKey!()
  await kms.keepOnly!([made])
  const now = statSync(path)
  assert.deepEqual([now.uid, now.gid, now.mode], [before.uid, before.gid, before.mode])
  assert.notEqual(now.ino, before.ino)
  assert.equal(readdirSync(folder).length, 2) // the file, and the one of what was taken out
})
