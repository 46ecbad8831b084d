/** Expired alerts: shown as expired before the job runs, ended once by many processes, and one failure stops no other. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { OpenRuntime } from '../../src/app/open-runtime.ts'
import { checkOverdueWork } from '../../src/cli/doctor/background-work.ts'
import type { AlertDecision, AlertDecisionHandlers } from '../../src/fraud/alerts/alert-decision-handler.ts'
import { expireAlerts } from '../../src/fraud/alerts/expire-alerts.ts'
import { applyAlertDecision } from '../../src/payments/review/apply-payment-decision.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { heldId } from '../support/reviews.ts'
import { startBeside } from '../support/second-process.ts'
import { TENANT } from '../support/transfers.ts'
import { until } from '../support/until.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

const DAY_MS = 24 * 3_600_000

let vezne: Vezne
before(async () => {
  vezne = await startVezne({ env: { VEZNE_ROLE: 'api' } }) // no jobs in this process
})
after(() => vezne.stop())

const hold = async (): Promise<string> => {
  const answer = await vezne.request('cards', 'POST', '/api/v1/payments', {
    token: await vezne.token('admin'),
    headers: { 'x-external-merchant-id': 'M-1001' },
    body: paymentBody({ buyer: { email: 'review@demo.example' } }),
  })
  return heldId(answer)
}
const call = async (method: string, path: string) =>
  vezne.request('fraud', method, `/api/v1/fraud/alerts${path}`, { token: await vezne.token('fraud') })
// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
const rows = (text: string, values: unknown[] = []): Promise<any[]> =>
  vezne.runtime.db.transaction({ of: TENANT }, (tx) => tx.query(text, values))
const stored = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await rows('select status, count(*) as n from fraud_alerts group by 1')).map(({ status, n }) => [status, n]),
  )

test('before the job has come: listed and decided as expired', async () => {
  await hold()
  await vezne.moveClock(DAY_MS)
  const { body } = await call('GET', '?status=expired')
  assert.deepEqual([body.total_count, body.items[0].status], [1, 'expired'])
  assert.equal((await call('GET', '?status=open')).body.total_count, 0)
  for (const verb of ['approve', 'reject']) {
    const { detail } = assertProblem(await call('POST', `/${body.items[0].id}/${verb}`), 'invalid_state_transition')
    assert.match(detail, /nobody decided it in time/)
  }
  assert.deepEqual(await stored(), { open: 1 })
})

test('one that is not ended is reported by vezne doctor', async () => {
  await vezne.moveClock(20 * 60_000)
  const findings = await checkOverdueWork({ runtime: vezne.runtime } as OpenRuntime)
  const [found] = findings.filter(({ check }) => check === 'fraud alerts')
  assert.match(found?.message ?? '', /^1 overdue for more than 15 minutes/)
})

test('one that fails is due again and stops no other; an uncommitted decision has no effect', async () => {
  await hold()
  await vezne.moveClock(DAY_MS)
  const [broken] = await rows('select id, check_id from fraud_alerts order by id limit 1')
  const done: string[] = []
  let isBroken = true
  const effects: AlertDecisionHandlers = {
    sanal_pos: {
      async recordDecision(_tx, { id }, decision, actor) {
        assert.deepEqual([decision, actor], ['expired', null])
        if (isBroken && id === broken.id) throw new Error('not today')
        return true
      },
      async applyDecision({ id }) {
        done.push(id)
        throw new Error('a job comes back to it')
      },
    },
  }
  assert.equal(await expireAlerts(vezne.runtime, effects), 1)
  assert.equal(done.includes(broken.id), false)
  assert.deepEqual(await stored(), { open: 1, expired: 1 })
  isBroken = false
  // The connection of the broken one was given up; the server lets go of its lock a moment later.
  await until('it is ended', async () => (await expireAlerts(vezne.runtime, effects)) === 1)
  assert.equal(await expireAlerts(vezne.runtime, effects), 0)
  assert.deepEqual([done.length, done[1]], [2, broken.id])
  assert.deepEqual(await stored(), { expired: 2 })
})

/** A decision whose process died between its commit and carrying it out. */
const decideAndDie = async (payment: string, decision: AlertDecision): Promise<void> => {
  const by = decision === 'expired' ? '' : ", reviewed_by = 'R', assigned_to = 'R', reviewed_at = now()"
  await vezne.runtime.db.transaction({ of: TENANT }, async (tx) => {
    await tx.execute(`update fraud_alerts set status = $2${by} where tenant_id = $3 and check_id = $1`, [
      payment,
      decision,
      TENANT,
    ])
    assert.equal(
      await applyAlertDecision(tx, { tenant_id: TENANT, check_id: payment }, decision, vezne.runtime.clock.ms()),
      true,
    )
  })
}

test('many processes, many due alerts, and those a dead process left: each ends once, and each payment is announced once', async () => {
  const payments = await Promise.all(Array.from({ length: 40 }, hold))
  await vezne.moveClock(DAY_MS)
  const left: Record<AlertDecision, string> = { approved: await hold(), rejected: await hold(), expired: await hold() }
  for (const [decision, payment] of Object.entries(left)) await decideAndDie(payment, decision as AlertDecision)
  const workers = await Promise.all([
    startBeside(vezne, { VEZNE_ROLE: 'worker' }),
    startBeside(vezne, { VEZNE_ROLE: 'worker' }),
  ])
  try {
    await until('all have failed', async () => {
      const [{ n }] = await rows(
        `select count(*) as n from payments where tenant_id = $1 and id = any($2::uuid[]) and status = 'failed'`,
        [TENANT, payments],
      )
      return n === payments.length
    })
    await until('what was left is done', async () => {
      const ended = await rows('select id, status from payments where tenant_id = $1 and id = any($2::uuid[])', [
        TENANT,
        Object.values(left),
      ])
      const stateOf = (payment: string): string => ended.find(({ id }) => id === payment).status
      return (
        stateOf(left.approved) === 'completed' &&
        [left.rejected, left.expired].every((payment) => stateOf(payment) === 'failed')
      )
    })
  } finally {
    for (const worker of workers) worker.kill('SIGTERM')
    await Promise.all(workers.map(({ exit }) => exit))
  }
  const events = await rows('select type from events where tenant_id = $1 and resource_id = any($2::uuid[])', [
    TENANT,
    payments,
  ])
  assert.deepEqual(
    events.map(({ type }) => type),
    payments.map(() => 'payment.failed'),
  )
  assert.deepEqual(await stored(), { approved: 1, rejected: 1, expired: 43 })
})
