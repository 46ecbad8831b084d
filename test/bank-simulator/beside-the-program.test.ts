/** The bank beside the platform: started with it, restarted when it dies, stopped with it, and on the same clock. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { controlAt, startBank } from '../support/bank.ts'
import { freePortBase } from '../support/free-ports.ts'
import { startProcess, type VezneProcess } from '../support/process.ts'
import { makeScratch } from '../support/scratch.ts'
import { discardFolder } from '../support/seen.ts'
import { makeDatabase, testServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { startVezne } from '../support/vezne.ts'
import { MERCHANT, openNestpay } from './nestpay-client.ts'

let dataDir: string
let env: Record<string, string>
let database: Awaited<ReturnType<typeof makeDatabase>>
const running = new Set<VezneProcess>()
before(async () => {
  dataDir = makeScratch('vezne-beside-')
  database = await makeDatabase()
  env = { VEZNE_DATA_DIR: dataDir, DATABASE_URL: database.url, VEZNE_MASTER_KEYS: testServer().masterKeys }
})
after(async () => {
  for (const vezne of running) vezne.kill('SIGKILL')
  await Promise.all([...running].map(({ exit }) => exit))
  await database.drop()
  discardFolder(dataDir)
})
const start = async (more: Record<string, string> = {}): Promise<VezneProcess> => {
  const vezne = await startProcess({ ...env, ...more })
  running.add(vezne)
  void vezne.exit.then(() => running.delete(vezne))
  return vezne
}
const bankPid = (): number => Number(readFileSync(join(dataDir, 'bank/bank.pid'), 'utf8'))
const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/control/clock`).then(
    ({ ok }) => ok,
    () => false,
  )

test('up with the program, again after a kill with all that it acknowledged, gone with the program', async () => {
  const vezne = await start()
  await vezne.ready
  const url = `http://127.0.0.1:${vezne.portBase + 50}`
  assert.ok(vezne.output().includes(url))
  assert.equal((await openNestpay(url).sale('B-1')).response, 'Approved')
  const first = bankPid()
  process.kill(first, 'SIGKILL')
  await until('the bank is there again', async () => (await answers(url)) && bankPid() !== first)
  assert.equal((await controlAt(url).order(MERCHANT, 'B-1')).net, 14990)
  vezne.kill('SIGKILL')
  await vezne.exit
  await until('the bank is gone', async () => !(await answers(url)))
})

test('a taken port is named; a bank elsewhere is left to itself', async () => {
  const portBase = await freePortBase()
  const taken = createServer().listen(portBase + 50, '127.0.0.1')
  try {
    const refused = await start({ VEZNE_PORT_BASE: String(portBase) })
    assert.deepEqual(await refused.exit, { code: 1, signal: null })
    assert.match(refused.output(), new RegExp(`^Port ${portBase + 50} \\(bank\\) is taken`, 'm'))
    const elsewhere = await start({ VEZNE_PORT_BASE: String(portBase), VEZNE_BANK_URL: 'http://127.0.0.1:9' })
    await elsewhere.ready
    assert.ok(elsewhere.output().includes('http://127.0.0.1:9'))
    elsewhere.kill('SIGTERM')
    assert.deepEqual(await elsewhere.exit, { code: 0, signal: null })
  } finally {
    taken.close()
  }
})

test('moving the clock of the platform moves that of the bank', async () => {
  const vezne = await startVezne()
  const bank = await startBank({ port: vezne.config.ports.bank })
  try {
    const answer = await vezne.request('identity', 'POST', '/api/v1/sandbox/clock', {
      token: await vezne.token('admin', 'master'),
      body: { advance_s: 400 * 86_400 },
    })
    const apart = Math.abs(Date.parse(answer.body.now) - Date.parse(await bank.control.now()))
    assert.ok(apart < 60_000, `${apart} ms apart`)
  } finally {
    await vezne.stop()
    await bank.stop()
  }
})
