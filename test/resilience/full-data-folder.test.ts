/** The disk of a sandbox with its own database is full: it goes on when there is room. And what ends such a program ends its database, too. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { runningUrl } from '../../src/infra/database/embedded-server/embedded-postgres.ts'
import { runningPostmaster, stopPostmaster } from '../../src/infra/database/embedded-server/postmaster.ts'
import { type Demo, demoClient } from '../support/demo.ts'
import { paymentBody } from '../support/payments.ts'
import { startProcess, type VezneProcess } from '../support/process.ts'
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts'
import { until } from '../support/until.ts'

/** A fault of ours that nobody catches, at a signal. */
const PLANTED = `--import=data:text/javascript,${encodeURIComponent(
  `process.on('SIGUSR2', () => setTimeout(() => { throw new Error('planted') }))`,
)}`
const DISK_MB = 600

let disk: SmallDisk | undefined
let vezne: VezneProcess
before(async () => {
  disk = mountSmallDisk(DISK_MB)
  if (!disk) return
  vezne = await startProcess({ VEZNE_DATA_DIR: disk.path, NODE_OPTIONS: PLANTED })
  await vezne.ready
})
after(async () => {
  if (!disk) return
  vezne.kill('SIGKILL')
  await vezne.exit
  const server = await runningPostmaster(join(disk.path, 'postgres'))
  if (server) await stopPostmaster(server)
  disk.remove()
})

const demo = (): Demo => JSON.parse(readFileSync(join(disk!.path, 'demo.json'), 'utf8'))
const at = (offset: number, path: string): string => `http://127.0.0.1:${vezne.portBase + offset}/api/v1${path}`
// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
const post = async (url: string, body: unknown, headers: Record<string, string> = {}): Promise<any> => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  })
  return { http: answer.status, ...((await answer.json()) as object) }
}
const token = async (): Promise<string> => {
  const { client_id, client_secret } = demoClient(demo(), 'admin', 'tenant-load')
  return (await post(at(40, '/auth/tenant-load/token'), { client_id, client_secret })).access_token
}
const pay = (bearer: string) => post(at(10, '/payments'), paymentBody(), { authorization: `Bearer ${bearer}` })

test('its database meets the full disk and stops: payments are refused, and taken again when there is room', async (t) => {
  if (!disk) return t.skip('nothing can be mounted here')
  const bearer = await token()
  assert.equal((await pay(bearer)).http, 200)
  disk.fill()
  const owner = new pg.Client({ connectionString: (await runningUrl(disk.path)) as string })
  owner.on('error', () => undefined)
  await owner.connect()
  // Each needs a new file of the write-ahead log; the server cannot go on without.
  await until('the server stops', () =>
    owner.query('create table if not exists t (n int); insert into t values (1); select pg_switch_wal()').then(
      () => false,
      () => true,
    ),
  )
  owner.end().catch(() => undefined)
  await until('payments are refused', async () => (await pay(bearer)).http === 503)
  disk.makeRoom()
  await until('payments are taken', async () => (await pay(bearer)).http === 200, 60_000)
  assert.equal(vezne.child.exitCode, null)
})

test('a fault that nobody catches ends it, and its database with it', async (t) => {
  if (!disk) return t.skip('nothing can be mounted here')
  const server = await runningPostmaster(join(disk.path, 'postgres'))
  assert.ok(server)
  vezne.kill('SIGUSR2')
  assert.deepEqual(await vezne.exit, { code: 1, signal: null })
  assert.match(vezne.output(), /"message":"planted"/)
  await until('the server has ended', () => !server.isAlive())
  assert.ok(!existsSync(join(disk.path, 'postgres/postmaster.pid')), 'in good order')
})
