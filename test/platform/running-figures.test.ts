/** What tells an operator that work is not done: the doctor, the metrics, and the health of each process, workers too. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { CheckResult } from '../../src/cli/doctor/check-result.ts'
import { examine } from '../../src/cli/doctor/doctor.ts'
import type { VezneProcess } from '../support/process.ts'
import { startBeside } from '../support/second-process.ts'
import { useShop } from '../support/shop.ts'
import { testServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const others: VezneProcess[] = []
const shop = useShop({ env: { VEZNE_ROLE: 'api' } })
after(async () => {
  for (const other of others) other.kill('SIGKILL')
  await Promise.all(others.map(({ exit }) => exit))
})

const beside = async (env: Record<string, string>): Promise<VezneProcess> => {
  const other = await startBeside(shop.vezne, env)
  others.push(other)
  return other
}
const doctor = async (check: string): Promise<CheckResult> => {
  const findings = await examine({
    VEZNE_DATA_DIR: shop.vezne.dataDir,
    DATABASE_URL: shop.vezne.ownerUrl,
    VEZNE_MASTER_KEYS: testServer().masterKeys,
    VEZNE_PORT_BASE: String(shop.vezne.config.ports.console),
  })
  const found = findings.filter((finding) => finding.check === check)
  return found.find(({ state }) => state !== 'ok') ?? (found[0] as CheckResult)
}
const figures = async (port = shop.vezne.config.ports.metrics): Promise<Map<string, number>> => {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return new Map(
    [...text.matchAll(/^(vezne_\S+(?:\{.*\})?) (\S+)$/gm)].map(([, name, value]) => [name!, Number(value)]),
  )
}
const shows = (name: string, holds: (value: number | undefined) => boolean): Promise<void> =>
  until(`${name} in the metrics`, async () => holds((await figures()).get(name)))
// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
const healthAt = async (port: number, path = '/health/ready'): Promise<{ status: number; body: any }> => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  return { status: answer.status, body: await answer.json() }
}

test('what is due and late has its age in the metrics, and the doctor names it: jobs and mails, too', async () => {
  await shop.own(
    `insert into mail_outbox (tenant_id, id, purpose, mail_sealed, next_try_at, give_up_at, created)
     select tenant_id, gen_random_uuid(), 'invitation', '\\x00', now() - interval '1 hour', now() + interval '1 day', now()
       from merchants limit 1`,
    [],
  )
  await shop.own(`select graphile_worker.add_job('nobody', run_at => now() - interval '1 hour')`, [])
  for (const work of ['mails', 'jobs']) {
    const found = await doctor(work)
    assert.equal(found.state, 'warn', `${work}: ${found.message}`)
    assert.match(found.message, /^1 overdue for more than 15 minutes, the oldest since 2/)
    await shows(`vezne_oldest_due_seconds{work="${work}"}`, (age) => age !== undefined && age >= 3_600)
  }
  await shows('vezne_oldest_due_seconds{work="payments"}', (age) => age === 0)
  await shop.own('delete from mail_outbox', [])
})

test('no worker, one at work, one that is stopped, and one that goes on', async () => {
  const none = await doctor('workers')
  assert.deepEqual([none.state, none.message.startsWith('none runs')], ['fail', true])
  await shows('vezne_workers{state="working"}', (count) => count === 0)
  const worker = await beside({ VEZNE_ROLE: 'worker' })
  assert.equal((await doctor('workers')).state, 'ok')
  await shows('vezne_workers{state="working"}', (count) => count === 1)

  worker.kill('SIGSTOP')
  // Half a minute passes: it cannot say any more that it is at work.
  await shop.own(`update processes set seen = now() - interval '31 seconds' where runs_jobs`, [])
  const held = await doctor('workers')
  assert.equal(held.state, 'fail', held.message)
  assert.match(held.message, /^1 are held up and none is at work/)
  assert.match((await doctor('processes')).message, new RegExp(`held up: pid ${worker.pid} on `))
  await shows('vezne_workers{state="silent"}', (count) => count === 1)

  worker.kill('SIGCONT')
  await until('it is at work', async () => (await doctor('workers')).state === 'ok')
})

test('a worker tells its health at the port of its metrics', async () => {
  const worker = await beside({ VEZNE_ROLE: 'worker' })
  assert.deepEqual(await healthAt(worker.portBase + 90, '/health/live'), { status: 200, body: { status: 'healthy' } })
  const ready = await healthAt(worker.portBase + 90)
  assert.deepEqual([ready.status, ready.body.status], [200, 'healthy'])
  assert.deepEqual(
    ready.body.checks.map(({ name }: { name: string }) => name),
    ['database', 'clock'],
  )
})

/** The clock of one machine, ten minutes ahead. */
const AHEAD = `--import=data:text/javascript,${encodeURIComponent(
  `const now = Date.now.bind(Date); const Real = Date; globalThis.Date = class extends Real { constructor(...of) { of.length ? super(...of) : super(now() + 600000) } static now() { return now() + 600000 } }`,
)}`
test('a process whose clock is ten minutes off is not ready, and says why', async () => {
  const off = await beside({ VEZNE_ROLE: 'api', NODE_OPTIONS: AHEAD })
  for (const port of [10, 90]) {
    const { status, body } = await healthAt(off.portBase + port)
    assert.equal(status, 503)
    const clock = body.checks.find(({ name }: { name: string }) => name === 'clock')
    assert.equal(clock.status, 'unhealthy')
    assert.match(clock.description, /^this machine is (?:599|600|601) s ahead of the database/)
  }
  assert.ok((await figures(off.portBase + 90)).get('vezne_clock_skew_seconds')! > 590)
  assert.equal((await healthAt(shop.vezne.config.ports.cards)).status, 200)
})
