/** VEZNE_PROCESSES: several processes behind the same ports; one that is killed is replaced, and all end with the program, however it ends. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { demoClient } from '../support/demo.ts'
import { type Listed, listProcesses } from '../support/listed-processes.ts'
import { paymentBody } from '../support/payments.ts'
import { startProcess, type VezneProcess } from '../support/process.ts'
import { CARDS_3D, encode, formIn, formType, INIT, SHOP, SHOP_CANCEL } from '../support/three-d.ts'
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
const token = async (realm = 'tenant-load'): Promise<string> => {
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))
  const { client_id, client_secret } = demoClient(demo, 'admin', realm)
  const answer = await fetch(url(40, `/api/v1/auth/${realm}/token`), {
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
    .filter(([, parent, ...words]) => Number(parent) === program.pid && words.join(' ').includes('/request-process.'))
    .map(([pid]) => Number(pid))
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('both answer, one that is killed is replaced and listed as such, and the metrics are sums', async () => {
  const bearer = await token()
  const [first] = requestProcesses()
  assert.equal(requestProcesses().length, 2)
  assert.deepEqual(await Promise.all(Array.from({ length: 8 }, () => pay(bearer))), Array(8).fill(200))
  const metrics = await (await fetch(url(90, '/metrics'))).text()
  assert.match(metrics, /^vezne_bank_calls_total\{family="simbank",bank="[a-z_]+",call="sale",outcome="approved"\} 8$/m)

  const operator = await token('master')
  const listed = async () =>
    new Map((await listProcesses(url(40, ''), operator)).map((each): [number, Listed] => [each.pid, each]))
  const running = await listed()
  assert.equal(running.size, 3)
  assert.partialDeepStrictEqual(running.get(program.pid), { serves_requests: false, runs_jobs: true, ended: null })
  for (const pid of requestProcesses())
    assert.partialDeepStrictEqual(running.get(pid), { status: 'running', serves_requests: true, runs_jobs: false })

  process.kill(first!, 'SIGKILL')
  await until('another one is there', () => requestProcesses().length === 2 && !requestProcesses().includes(first!))
  assert.deepEqual(await Promise.all(Array.from({ length: 4 }, () => pay(bearer))), Array(4).fill(200))
  await until('the platform sees it', async () => {
    const now = await listed()
    return requestProcesses().every((pid) => now.get(pid)?.status === 'running')
  })
  const dead = (await listed()).get(first!)
  assert.deepEqual([dead?.status, dead?.ended !== null], ['died', true])
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

/** While the other one is stopped, so that this one answers: one connection at most is handed to the other, and ends later. */
const at = async <T>(pid: number, work: () => Promise<T>): Promise<T> => {
  const [other] = requestProcesses().filter((each) => each !== pid)
  process.kill(other!, 'SIGSTOP')
  const ended: unknown[] = []
  const probes = [1, 2].map(() =>
    fetch(url(10, '/health/live'), { headers: { connection: 'close' } }).then((answer) => ended.push(answer.status)),
  )
  await until('one has answered', () => ended.length > 0)
  try {
    return await work()
  } finally {
    process.kill(other!, 'SIGCONT')
    await Promise.all(probes)
  }
}

test('3-D Secure: begun by one process, shown by the other, its result taken by the first, read by the other', async () => {
  const bearer = await token()
  const [one, other] = requestProcesses()
  const send = async (address: string, method = 'GET', fields?: Record<string, string>) =>
    (
      await fetch(address, {
        method,
        redirect: 'manual',
        headers: { ...formType, connection: 'close' },
        ...(fields ? { body: encode(fields) } : {}),
      })
    ).text()
  const headers = {
    authorization: `Bearer ${bearer}`,
    'content-type': 'application/json',
    'x-external-merchant-id': 'M-3001',
    connection: 'close',
  }
  for (const [first, second] of [
    [one!, other!],
    [other!, one!],
  ] as const) {
    const body = paymentBody({ card: { number: CARDS_3D.challenge }, return_url: SHOP, cancel_url: SHOP_CANCEL })
    const begun = await at(first, async () => {
      const answer = await fetch(url(10, INIT), { method: 'POST', headers, body: JSON.stringify(body) })
      return (await answer.json()) as { transaction_id: string; extra_properties: { redirect_url: string } }
    })
    const page = begun.extra_properties.redirect_url
    const done = await at(second, async () => {
      await send(page)
      return send(page, 'POST', { code: '123456', action: 'submit' })
    })
    const { action, fields } = formIn(done)
    await at(first, () => send(action, 'POST', fields))
    const read = await at(second, async () => {
      const answer = await fetch(url(10, `/api/v1/payments/${begun.transaction_id}`), { headers })
      return (await answer.json()) as { status: string }
    })
    assert.equal(read.status, 'completed')
    await at(second, () => send(action, 'POST', fields)) // the bank's form once more, at the other process
    const again = await (await fetch(url(10, `/api/v1/payments/${begun.transaction_id}`), { headers })).json()
    assert.deepEqual(again, read)
  }
})

test('a token whose key was taken away is soon refused by every process', async () => {
  const call = async (bearer: string, method: string, path: string, body?: object) => {
    const answer = await fetch(url(40, path), {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', connection: 'close' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  const admin = await token()
  const made = await call(admin, 'POST', '/api/v1/tenants/me/api-keys', {
    display_name: 'Taken away',
    roles: ['pos-viewer'],
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, client_id } = made.body.api_key
  const issued = await call(admin, 'POST', '/api/v1/auth/tenant-load/token', {
    client_id,
    client_secret: made.body.secret,
  })
  const taken = issued.body.access_token as string
  const me = async (): Promise<number> => (await call(taken, 'GET', '/api/v1/me')).status
  assert.deepEqual([await me(), await me(), await me()], [200, 200, 200], 'known to both')
  assert.equal((await call(admin, 'DELETE', `/api/v1/tenants/me/api-keys/${id}`)).status, 204)
  let refused = 0
  await until('ten requests in turn, to whichever process, are refused', async () => {
    refused = (await me()) === 401 ? refused + 1 : 0
    return refused === 10
  })
})

test('one that ends is started again, however often', async () => {
  for (let round = 0; round < 3; round++) {
    const known = requestProcesses()
    const victim = round === 0 ? known[0] : youngest
    process.kill(victim!, 'SIGKILL')
    await until('it is gone', () => !requestProcesses().includes(victim!))
    await until('another one is there', () => requestProcesses().some((pid) => !known.includes(pid)))
    youngest = requestProcesses().find((pid) => !known.includes(pid))!
  }
  assert.equal(await pay(await token()), 200, 'the other one answers')
})
let youngest = 0

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
