/** Fourteen months by the clock, every upkeep killed at each of its steps: books, audit chains and totals as if nothing had happened. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { tenantsWithChains } from '../../src/access/audit/audit-store.ts'
import { cutChains } from '../../src/access/audit/cut-chains.ts'
import { verifyChain } from '../../src/access/audit/verify-chain.ts'
import { listTenantIds } from '../../src/access/callers/realm-lookup.ts'
import { CLOSED_LISTS } from '../../src/app/closed-lists.ts'
import { findMonths } from '../../src/cli/archive/archive-month.ts'
import type { Database } from '../../src/infra/database/database.ts'
import { createClosing } from '../../src/lists/upkeep/close-lists.ts'
import { type ArchiveRig, openArchiveRig } from '../support/archive-rig.ts'
import { keepPartitions, purgeDeliveries, rewriteParts } from '../support/kept-partitions.ts'
import { survive } from '../support/mortal.ts'
import { paymentBody } from '../support/payments.ts'
import { startReceiver } from '../support/receiver.ts'
import { setByTwo } from '../support/settings.ts'
import { item, startTransferTeam, TENANT } from '../support/transfers.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

/** Of each month; the long run has more. */
const SALES = Number(process.env.VEZNE_MONTHLY_SALES ?? 4)
/** Moments of an upkeep at which it is not killed, between two at which it is. */
const STRIDE = Number(process.env.VEZNE_KILL_STRIDE ?? 9)
const MONTHS = 14
const KEPT = { events: 13, api_request_logs: 13, fraud_checks: 13 }
const SIZES = { rows: 6, open: 2, fan: 2, deltas: 4 }

let rig: ArchiveRig
const sold: string[] = []
const team = use(startTransferTeam)
const target = use(startReceiver)
before(async () => {
  rig = await openArchiveRig(team)
  const hook = { url: `${target.origin}/hook`, events: ['*'] }
  assert.equal((await shop('POST', '/webhook-subscriptions', hook)).status, 201)
  await setByTwo(team.vezne, 'payments.refund_days', '3650')
})
after(async () => {
  await rig.close()
})

const shop = async (method: string, path: string, body?: unknown) =>
  team.vezne.request('cards', method, `/api/v1${path}`, {
    token: await team.vezne.token('admin', 'tenant-load'),
    headers: { 'x-external-merchant-id': 'M-3001' },
    ...(body === undefined ? {} : { body }),
  })
// biome-ignore lint/suspicious/noExplicitAny: rows of any statement
const rows = (sql: string, values: unknown[] = []): Promise<any[]> =>
  team.vezne.runtime.db.transaction({ as: 'platform' }, (tx) => tx.query(sql, values))
const sell = async (): Promise<string> => {
  const answer = await shop('POST', '/payments', paymentBody())
  assert.equal(answer.status, 200, answer.text)
  return answer.body.transaction_id
}
const refund = async (id: string, amount: number): Promise<void> => {
  const answer = await shop('POST', `/payments/${id}/refund`, { amount })
  assert.equal(answer.status, 200, answer.text)
}
const books = () => rows('select * from book_sums order by 1, 2')
const months = () => team.vezne.runtime.db.transaction({ as: 'platform' }, findMonths)

const live = async (month: number): Promise<void> => {
  const [earlier] = sold.slice(-SALES)
  for (let n = 0; n < SALES; n++) sold.push(await sell())
  if (earlier !== undefined) await refund(earlier, 100)
  const ids = await team.create([item({ external_id: `M-${month}` })])
  await team.approve(ids)
  await team.send(ids)
  await team.untilStates(ids, ['completed'])
  const setting = { key: `thirteen.months_${month}`, value: 'x', type: 'string' }
  await shop('POST', '/settings', setting)
  await until('every delivery has ended', async () => {
    const [waiting] = await rows(`select count(*)::int as n from webhook_deliveries where state = 'waiting'`)
    return waiting.n === 0
  })
}

/** To the second day of the next month, of Istanbul. */
const pass = async (): Promise<void> => {
  const now = new Date(team.vezne.runtime.clock.ms() + 3 * 3_600_000)
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2) - 3 * 3_600_000
  await team.vezne.moveClock(next - team.vezne.runtime.clock.ms())
}

const UPKEEP: Readonly<Record<string, (db: Database) => Promise<unknown>>> = {
  keep: (db) => keepPartitions({ ...team.vezne.runtime, db }, KEPT),
  purge: (db) => purgeDeliveries({ ...team.vezne.runtime, db }),
  close: (db) => createClosing({ db, lists: CLOSED_LISTS, tenantIds: listTenantIds, sizes: SIZES })(),
  rewrite: (db) => rewriteParts({ ...team.vezne.runtime, db }, 3, undefined, { lot: 50, rest: 0 }),
  cut: (db) => cutChains({ ...team.vezne.runtime, db }, 12),
}

const LISTS: readonly (readonly [path: string, sql: string])[] = [
  ['/transactions', `select count(*)::int as n from payments where tenant_id = $1`],
  [
    '/transactions?status=completed',
    `select count(*)::int as n from payments where tenant_id = $1 and status = 'completed'`,
  ],
  [
    '/transactions?operation_type=refund',
    `select count(*)::int as n from payments where tenant_id = $1 and operation_type = 'refund'`,
  ],
  ['/refunds', `select count(*)::int as n from payment_operations where tenant_id = $1 and kind = 'refund'`],
]

const checkAll = async (when: string, sums: unknown): Promise<void> => {
  const { db, sealer } = team.vezne.runtime
  assert.deepEqual(await books(), sums, `books ${when}`)
  for (const { tenant_id, slug } of await db.transaction({ as: 'platform' }, tenantsWithChains))
    assert.equal(
      (await verifyChain((work) => db.transaction({ of: tenant_id }, work), sealer, tenant_id)).fault,
      null,
      `${slug} ${when}`,
    )
  const [load] = await rows(`select tenant_id from realms where slug = 'tenant-load'`)
  for (const [path, sql] of LISTS) {
    const answer = await shop('GET', path)
    const [counted] = await rows(sql, [load.tenant_id])
    assert.equal(answer.body.total_count, counted.n, `${path} ${when}: ${answer.text.slice(0, 200)}`)
  }
  const listed = await team.call('maker', 'GET', '/api/v1/transfers')
  const [transfers] = await rows('select count(*)::int as n from transfers where tenant_id = $1', [TENANT])
  assert.equal(listed.body.total_count, transfers.n, `transfers ${when}`)
}

test('parts come and go, and what they add up to stays, whoever is killed', async (t) => {
  let killed = 0
  for (let month = 0; month <= MONTHS; month++) {
    await live(month)
    await pass()
    const sums = await books()
    for (const run of Object.values(UPKEEP)) killed += await survive(team.vezne.runtime.db, run, STRIDE)
    await checkAll(`after month ${month}`, sums)
  }
  const parts = await rows('select table_name, count(*)::int as n from partitions group by 1 order by 1')
  const [cut] = await rows('select count(*)::int as n from audit_cuts')
  const [dense] = await rows(`select count(*)::int as n from part_rewrites where done_at is not null`)
  t.diagnostic(
    `killed ${killed} times; ${parts.map(({ table_name, n }) => `${table_name} ${n}`).join(', ')}; ${dense.n} written anew`,
  )
  assert.ok(cut.n > 0 && dense.n > 0, `${cut.n} cuts, ${dense.n} rewritten`)
})

test('an old payment is read and refunded, leaves with its month, and is refunded once more when that is back', async (t) => {
  const [first] = sold as [string]
  assert.equal((await shop('GET', `/transactions/${first}`)).status, 200)
  await refund(first, 200)
  await until(
    'its delivery has ended',
    async () => (await rows(`select from webhook_deliveries where state = 'waiting'`)).length === 0,
  )
  const sums = await books()
  const away: string[] = []
  let isAway = false
  for (const { label, here, isOld } of await months()) {
    if (here.length === 0 || !isOld || isAway) continue
    const steps = await rig.outKilled(label)
    t.diagnostic(`${label}: ${steps.join(', ')}`)
    away.push(label)
    await checkAll(`without ${label}`, sums)
    isAway = here.includes('payments')
  }
  const gone = await shop('GET', `/transactions/${first}`)
  assert.equal(gone.status, isAway ? 404 : 200)
  if (isAway) assert.match(gone.body.detail, /are in the archive \(\d{4}-\d{2}\)/)
  for (const label of away.reverse()) {
    await rig.backKilled(label)
    await checkAll(`with ${label}`, sums)
  }
  assert.equal((await shop('GET', `/transactions/${first}`)).body.id, first)
  await refund(first, 300)
  const [row] = await rows('select refunded from payments where id = $1', [first])
  assert.equal(row.refunded, 600)
})
