/** Another process on the database of a sandbox, at other ports: what the first one calls stays where it is. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { asOwner } from '../resilience/chaos/platform-records.ts'
import { startProcess } from '../support/process.ts'
import { makeScratch } from '../support/scratch.ts'
import { startBeside } from '../support/second-process.ts'
import { discardFolder } from '../support/seen.ts'
import { testServer } from '../support/test-server.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

let vezne: Vezne
let folder: string
before(async () => {
  vezne = await startVezne({ env: { VEZNE_ROLE: 'api' } })
  folder = makeScratch('vezne-second-')
})
after(async () => {
  await vezne.stop()
  discardFolder(folder)
})

const addresses = () =>
  asOwner(vezne.ownerUrl, async (owner) => {
    const all = async (sql: string): Promise<unknown[]> => (await owner.query(sql)).rows
    return {
      banks: await all(
        'select distinct api_endpoint_url as url from connector_configurations where api_endpoint_url is not null order by 1',
      ),
      hosts: await all('select host, port from connector_hosts where is_simulator'),
      inbox: await all('select url from webhook_subscriptions order by 1'),
      demo: JSON.parse(readFileSync(join(vezne.dataDir, 'demo.json'), 'utf8')).base_url,
    }
  })

for (const role of ['worker', 'api', 'all'])
  test(`the role ${role} beside a running sandbox leaves its addresses as they are`, async () => {
    const kept = await addresses()
    assert.match(JSON.stringify(kept.banks), new RegExp(`:${vezne.config.ports.bank}/`))
    const env = role === 'all' ? { VEZNE_DATA_DIR: folder } : {}
    const other = await startBeside(vezne, { VEZNE_ROLE: role, ...env })
    assert.notEqual(other.portBase, vezne.config.ports.console)
    other.kill('SIGTERM')
    await other.exit
    assert.deepEqual(await addresses(), kept)
  })

test('two roles on one machine: the message names the setting of the port of metrics, and with it the second one starts', async () => {
  const env = {
    VEZNE_DATA_DIR: folder,
    DATABASE_URL: vezne.ownerUrl,
    VEZNE_MASTER_KEYS: testServer().masterKeys,
    VEZNE_ROLE: 'worker',
    VEZNE_PORT_BASE: String(vezne.config.ports.console),
  }
  const refused = await startProcess(env)
  assert.deepEqual(await refused.exit, { code: 1, signal: null })
  const free = vezne.config.ports.metrics + 1
  assert.match(refused.output(), new RegExp(`VEZNE_METRICS_PORT=${free}`))
  assert.doesNotMatch(refused.output(), /VEZNE_PORT_BASE/)
  const worker = await startProcess({ ...env, VEZNE_METRICS_PORT: String(free) })
  await worker.ready
  assert.equal((await fetch(`http://127.0.0.1:${free}/metrics`)).status, 200)
  worker.kill('SIGTERM')
  assert.deepEqual(await worker.exit, { code: 0, signal: null })
})
