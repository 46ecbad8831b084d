/**
 * A process whose database is reached through PgBouncer in transaction mode, beside one that reaches it directly: payments through few sessions,
 * a suspension made at the other process, the register after kill -9, and the refusal to start without the direct address.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { examine } from '../../src/cli/doctor/doctor.ts'
import { buildUrls } from '../../src/infra/process/config.ts'
import { portsFrom } from '../../src/infra/process/ports.ts'
import { asOwner } from '../resilience/chaos/platform-records.ts'
import { asPlatform } from '../resilience/chaos/program.ts'
import { openHttp } from '../support/http.ts'
import { paymentBody } from '../support/payments.ts'
import { pgbouncerVersion, startPgbouncer } from '../support/pgbouncer-server.ts'
import { startProcess } from '../support/process.ts'
import { makeScratch } from '../support/scratch.ts'
import { discardFolder } from '../support/seen.ts'
import type { Check } from './check.ts'
import { openFleet } from './fleet.ts'

const SESSIONS = 6
const LANES = 32
const LOAD_MS = 10_000
const SUSPENDED_MS = 1_000
const REGISTER_MS = 2_000
const REALM = 'tenant-load'
const REGISTERED = `select count(*)::int as n from pg_locks where locktype = 'advisory' and classid = 7281001 and granted`

export const pgbouncer: Check = async (say) => {
  const version = pgbouncerVersion()
  if (version === undefined || Number(version.split('.')[1]) < 21) {
    say(
      `this check needs PgBouncer 1.21 or newer (prepared statements in transaction mode), in the path or as VEZNE_PGBOUNCER=/path; here is ${version ?? 'none'}`,
    )
    return false
  }
  const fleet = await openFleet(1)
  const folder = makeScratch(`vezne-test-${process.pid}-pooled-`)
  const direct = fleet.program.ownerUrl()
  const pooler = await startPgbouncer(direct, SESSIONS)
  const { host, pathname } = new URL(direct)
  const env = {
    VEZNE_DATA_DIR: folder,
    VEZNE_ROLE: 'api',
    VEZNE_LOG_TO: 'stdout',
    VEZNE_DATABASE_CONNECTIONS: String(LANES),
    DATABASE_URL: pooler.url,
    VEZNE_MASTER_KEYS_FILE: `${fleet.program.dataDir}/keys.json`,
    VEZNE_IDENTITY_URL: fleet.program.urls.identity as string,
    VEZNE_BANK_URL: 'http://127.0.0.1:9',
  }
  const there = { DATABASE_DIRECT_URL: `postgres://${host}${pathname}` }
  const count = () => asOwner(direct, async (owner) => (await owner.query<{ n: number }>(REGISTERED)).rows[0]!.n)
  try {
    const without = await startProcess(env)
    const isRefused = await without.ready.then(
      () => false,
      (error: Error) => /DATABASE_DIRECT_URL/.test(error.message),
    )
    say(
      `PgBouncer ${version}, ${SESSIONS} sessions; without the direct address ${isRefused ? 'it is refused' : 'IT STARTS'}`,
    )
    if (!isRefused) without.kill('SIGKILL')

    const before = await count()
    const pooled = await startProcess({ ...env, ...there })
    await pooled.ready
    const urls = buildUrls('127.0.0.1', portsFrom(pooled.portBase), { allowHttp: true, isTls: false })
    const http = openHttp(urls as unknown as Record<string, string>, { isLimited: true })
    const token = await fleet.token('admin', REALM)
    const pay = () =>
      http.request('cards', 'POST', '/api/v1/payments', {
        token,
        body: paymentBody(),
        headers: { 'x-external-merchant-id': 'M-3001' },
      })
    const statuses: Record<number, number> = {}
    const until = performance.now() + LOAD_MS
    await Promise.all(
      Array.from({ length: LANES }, async () => {
        while (performance.now() < until) {
          const { status } = await pay()
          statuses[status] = (statuses[status] ?? 0) + 1
        }
      }),
    )
    say(`payments in ${LOAD_MS / 1_000} s by status: ${JSON.stringify(statuses)}`)
    const findings = (await examine({ ...env, ...there })).filter(({ check }) =>
      ['pooler', 'notifications'].includes(check),
    )
    for (const { check, state, message } of findings) say(`doctor: ${state} ${check}, ${message}`)

    const tenant = fleet.program.demo().tenants.find(({ slug }) => slug === REALM)?.tenant_id
    const suspended = await asPlatform(fleet.program, 'identity', 'POST', `/api/v1/platform/tenants/${tenant}/suspend`)
    const from = performance.now()
    let served = 0
    while ((await pay()).status === 200) served = performance.now() - from
    say(`suspended at the other process (${suspended.status}): still served for ${served.toFixed(0)} ms`)

    pooled.kill('SIGKILL')
    const killed = performance.now()
    await pooled.exit
    while ((await count()) > before && performance.now() - killed < 10 * REGISTER_MS) await sleep(20)
    const left = performance.now() - killed
    say(`kill -9: out of the register after ${left.toFixed(0)} ms`)
    await http.close()
    return (
      isRefused &&
      Object.keys(statuses).join() === '200' &&
      findings.length === 2 &&
      findings.every(({ state }) => state === 'ok') &&
      served < SUSPENDED_MS &&
      left < REGISTER_MS
    )
  } finally {
    await pooler.stop()
    await fleet.end()
    discardFolder(folder)
  }
}
