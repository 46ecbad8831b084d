/** demo.json follows the addresses of a later start and keeps its credentials. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { refreshDemoAddresses } from '../../src/identity/seed/demo-file.ts'
import { loadConfig } from '../../src/infra/process/config.ts'
import { makeScratch } from '../support/scratch.ts'

test('another port base moves the addresses, nothing else', () => {
  const dataDir = makeScratch('vezne-demo-')
  const path = join(dataDir, 'demo.json')
  try {
    const config = (base: string) => loadConfig({ VEZNE_DATA_DIR: dataDir, VEZNE_PORT_BASE: base })
    refreshDemoAddresses(config('5000')) // no file: nothing is made up
    writeFileSync(path, JSON.stringify({ base_url: 'http://127.0.0.1:4010', tenants: [{ slug: 'tenant-demo' }] }), {
      mode: 0o600,
    })
    refreshDemoAddresses(config('5000'))
    const demo = JSON.parse(readFileSync(path, 'utf8'))
    assert.equal(demo.base_url, 'http://127.0.0.1:5010')
    assert.equal(demo.auth_url, 'http://127.0.0.1:5040')
    assert.deepEqual(demo.tenants, [{ slug: 'tenant-demo' }])
    assert.equal(statSync(path).mode & 0o777, 0o600)
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})

/** Moves the addresses to and fro. */
const MOVER = `
  import { refreshDemoAddresses } from '${new URL('../../src/identity/seed/demo-file.ts', import.meta.url)}'
  import { loadConfig } from '${new URL('../../src/infra/process/config.ts', import.meta.url)}'
  for (let turn = 0; turn < 200; turn++)
    refreshDemoAddresses(loadConfig({ VEZNE_DATA_DIR: process.argv[1], VEZNE_PORT_BASE: turn % 2 ? '5000' : '5100' }))`

test('three processes of one data folder move them at the same moment', async () => {
  const dataDir = makeScratch('vezne-demo-')
  writeFileSync(join(dataDir, 'demo.json'), JSON.stringify({ tenants: [] }), { mode: 0o600 })
  try {
    const args = ['--input-type=module-typescript', '--eval', MOVER, dataDir]
    const cwd = fileURLToPath(new URL('../..', import.meta.url))
    await Promise.all([1, 2, 3].map(() => promisify(execFile)(process.execPath, args, { cwd })))
    assert.deepEqual(readdirSync(dataDir), ['demo.json'])
    assert.deepEqual(JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')).tenants, [])
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})
