/** demo.json follows the addresses of a later start and keeps its credentials. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { refreshDemoAddresses } from '../../src/identity/seed/demo-file.ts'
import { loadConfig } from '../../src/infra/process/config.ts'

test('another port base moves the addresses, nothing else', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vezne-demo-'))
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
