/** VEZNE_PROCESSES: several processes behind the same ports; one that is killed is replaced, and all end with the program, however it ends. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { demoClient } from '../support/demo.ts'
import { paymentBody } from '../support/payments.ts'
import { startProcess, type VezneProcess } from '../support/process.ts'
import { until } from '../support/until.ts'

let dataDir: string
let program: VezneProcess
before(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'vezne-processes-'))
  program = await startProcess({ VEZNE_DATA_DIR: dataDir, VEZNE_PROCESSES: '2', VEZNE_DRAIN_S: '0' })
  await program.ready
})
after(() => {
  rmSync(dataDir, { recursive: true, force: true })
})

const url = (offset: number, path: string): string => `http://127.0.0.1:${program.portBase + offset}${path}`
const token = async (): Promise<string> => {
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))
  const { client_id, client_secret } = demoClient(demo, 'admin', 'tenant-load')
  const answer = await fetch(url(40, '/api/v1/auth/tenant-load/token'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id, client_secret }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}
/** On a connection of its own, so that the processes take turns. */
const pay = async (bearer: string): Promise<number> => {
  const answer = await fetch(url(10, '/api/v1/payments'), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      'x-external-merchant-id': 'M-3001',
      connection: 'close',
    },
    body: JSON.stringify(paymentBody({})),
  })
  return answer.status
}
const requestProcesses = (): number[] =>
  execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, ...words]) => Number(parent) === program.pid && words.join(' ').includes('request-process.ts'))
    .map(([pid]) => Number(pid))
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('both answer, one that is killed is replaced, and the metrics are sums', async () => {
  const bearer = await token()
  const [first] = requestProcesses()
  assert.equal(requestProcesses().length, 2)
  assert.deepEqual(await Promise.all(Array.from({ length: 8 }, () => pay(bearer))), Array(8).fill(200))
  const metrics = await (await fetch(url(90, '/metrics'))).text()
  assert.match(metrics, /^vezne_bank_calls_total\{family="simbank",outcome="approved"\} 8$/m)

  process.kill(first!, 'SIGKILL')
  await until('another one is there', () => requestProcesses().length === 2 && !requestProcesses().includes(first!))
  assert.deepEqual(await Promise.all(Array.from({ length: 4 }, () => pay(bearer))), Array(4).fill(200))
})

test('a connection on its way to a process that is killed ends, and the metrics may be asked meanwhile', async () => {
  const bearer = await token()
  for (let round = 0; round < 3; round++) {
    const [victim] = requestProcesses()
    process.kill(victim!, 'SIGSTOP') // it takes nothing any more
    const ends: (number | 'closed')[] = []
    for (let sent = 0; sent < 6; sent++)
      void pay(bearer).then(
        (status) => ends.push(status),
        () => ends.push('closed'),
      )
    await until('the other one has answered', () => ends.length >= 4)
    process.kill(victim!, 'SIGKILL')
    const asked = Array.from({ length: 20 }, async () => (await fetch(url(90, '/metrics'))).status)
    await until('none is left open', () => ends.length === 6)
    assert.deepEqual(await Promise.all(asked), Array(20).fill(200))
    await until('another one is there', () => requestProcesses().length === 2 && !requestProcesses().includes(victim!))
  }
})

test('a clean stop ends them all; after kill -9 of the program they end by themselves', async () => {
  const pids = requestProcesses()
  program.kill('SIGTERM')
  assert.deepEqual(await program.exit, { code: 0, signal: null })
  assert.deepEqual(pids.filter(isAlive), [])
  program = await startProcess({ VEZNE_DATA_DIR: dataDir, VEZNE_PROCESSES: '2' })
  await program.ready
  const orphans = requestProcesses()
  program.kill('SIGKILL')
  await program.exit
  await until('they have ended', () => orphans.every((pid) => !isAlive(pid)))
})
