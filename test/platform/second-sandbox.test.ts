/** Another process on the database of a sandbox, at other ports: what the first one calls stays where it is. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { ShownProcess } from '../../src/cli/ps.ts'
import { asOwner } from '../resilience/chaos/platform-records.ts'
import { childEnv } from '../support/child-env.ts'
import { startProcess } from '../support/process.ts'
import { makeScratch } from '../support/scratch.ts'
import { startBeside } from '../support/second-process.ts'
import { discardFolder } from '../support/seen.ts'
import { testServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
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
  assert.match(refused.output(), /VEZNE_METRICS_PORT=auto/)
  assert.doesNotMatch(refused.output(), /VEZNE_PORT_BASE/)
  const own = vezne.config.ports.metrics + 5
  const worker = await startProcess({ ...env, VEZNE_METRICS_PORT: String(own) })
  await worker.ready
  assert.equal((await fetch(`http://127.0.0.1:${own}/metrics`)).status, 200)
  worker.kill('SIGTERM')
  assert.deepEqual(await worker.exit, { code: 0, signal: null })
})

test('VEZNE_METRICS_PORT=auto takes the next free port each, with health; vezne ps tells which, and what became of a process', async () => {
  const env = {
    VEZNE_DATA_DIR: folder,
    DATABASE_URL: vezne.ownerUrl,
    VEZNE_MASTER_KEYS: testServer().masterKeys,
    VEZNE_ROLE: 'worker',
    VEZNE_PORT_BASE: String(vezne.config.ports.console),
    VEZNE_METRICS_PORT: 'auto',
  }
  const workers = [await startProcess(env), await startProcess(env)] as const
  for (const worker of workers) await worker.ready
  const urlOf = (pid: number) => listed(env).find((each) => each.pid === pid)!.metrics!
  const urls = workers.map(({ pid }) => urlOf(pid))
  assert.equal(new Set([...urls, metricsOf(vezne.config.ports.metrics)]).size, 3)
  for (const [at, url] of urls.entries()) {
    assert.ok(workers[at]!.output().includes(url))
    for (const health of ['live', 'ready'])
      assert.equal((await fetch(new URL(`/health/${health}`, url))).status, 200, health)
  }
  assert.deepEqual(
    new Set(listed(env).map(({ role, state }) => `${role} ${state}`)),
    new Set(['api working', 'worker working']),
  )
  const [stopped, killed] = workers
  stopped.kill('SIGTERM')
  killed.kill('SIGKILL')
  await Promise.all([stopped.exit, killed.exit])
  const stateOf = (pid: number) => listed(env, '--all').find((each) => each.pid === pid)!.state
  assert.equal(stateOf(stopped.pid), 'stopped')
  await until('its session ends', async () => stateOf(killed.pid) === 'died')
  const table = spawnSync(process.execPath, ['src/cli/vezne.ts', 'ps'], {
    env: { ...childEnv(), ...env },
    encoding: 'utf8',
  })
  assert.match(table.stdout, /^ROLE +PID +HOST +VERSION +SINCE +STATE +METRICS\napi +\d+ .* working +http:/)
  assert.equal(table.status, 0)
})

const metricsOf = (port: number): string => `http://127.0.0.1:${port}/metrics`
const listed = (env: Record<string, string>, ...words: string[]): ShownProcess[] => {
  const { stdout, stderr } = spawnSync(process.execPath, ['src/cli/vezne.ts', 'ps', '--json', ...words], {
    env: { ...childEnv(), ...env },
    encoding: 'utf8',
  })
  assert.equal(stderr, '')
  return JSON.parse(stdout) as ShownProcess[]
}
