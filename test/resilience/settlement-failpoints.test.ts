/** The program dies in any step that makes settlements: the next one makes the same, once. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { paymentBody } from '../support/payments.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import { besideTheServer } from './chaos/beside-the-server.ts'
import { SETTLEMENT_PLACES } from './chaos/plan.ts'
import { asOwner, endLeases } from './chaos/platform-records.ts'
import type { Program } from './chaos/program.ts'
import { triedPlaces } from './chaos/tried-places.ts'

/** Payments, rows of the bank, settlements, their end, completion. */
const STEPS = 5
const AMOUNTS = [1_000, 2_345]

const beside = use(besideTheServer)
let program: Program
before(async () => {
  program = await beside.open()
  await program.start()
})

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await program.http.request('cards', method, `/api/v1${path}`, {
    token: await program.token('tenant-load'),
    headers: { 'x-external-merchant-id': 'M-3001' },
    ...(body === undefined ? {} : { body }),
  })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}
const rows = (sql: string, values: unknown[]) =>
  asOwner(program.ownerUrl(), async (client) => (await client.query(sql, values)).rows)

/** Begun or all written, a step that is not committed leaves the same database: the second place is tried at the last one alone. */
const CASES = SETTLEMENT_PLACES.flatMap((at, place) =>
  Array.from({ length: STEPS }, (_, n) => ({ at, hit: n + 1 })).filter(({ hit }) => place === 0 || hit === STEPS),
)
/** The bank's rows and the end of the settlements are written as what is before and after them. */
const NEAR_ANOTHER = CASES.filter(({ hit }) => hit === 2 || hit === 4)
for (const { at, hit } of triedPlaces(CASES, NEAR_ANOTHER))
  test(`dies ${at.replaceAll('-', ' ')} ${hit}`, async () => {
    await program.startIfEnded()
    await program.moveClock(120)
    const sold: string[] = []
    for (const amount of AMOUNTS) {
      const { transaction_id } = await call('POST', '/payments', paymentBody({ amount: { amount, currency: 'TRY' } }))
      sold.push(transaction_id)
    }
    const [{ begun, ended }] = await rows(
      'select min(created) as begun, max(created) as ended from payments where id = any($1)',
      [sold],
    )
    const [merchant] = await rows(
      `select id from merchants where external_id = 'M-3001' and tenant_id = (select tenant_id from realms where slug = 'tenant-load')`,
      [],
    )
    const { id } = await call('POST', '/reconciliations/start', {
      scope: 'merchant',
      merchant_id: merchant.id,
      period: 'custom',
      period_start: begun.toISOString(),
      period_end: new Date(ended.getTime() + 1_000).toISOString(),
    })
    await program.arm({ at, act: 'die', hit })
    await call('POST', `/reconciliations/${id}/finalize`).catch(() => undefined)
    await until('it died', () => program.current().child.signalCode === 'SIGKILL')
    await endLeases(program.ownerUrl())
    await program.start()
    await until(
      'made',
      async () =>
        (await rows('select stage from settlement_runs where reconciliation_id = $1', [id]))[0]?.stage === 'done',
    )
    const made = await rows(
      `select s.gross_amount::int as gross, s.transaction_count as count, s.bank_commission::int as commission,
         (select count(*)::int from settlement_lines l where l.reconciliation_id = s.reconciliation_id) as lines,
         (select count(*)::int from settlement_entries e where e.settlement_id = s.id) as entries,
         (select array_agg(type) from events v where v.resource_id = s.id) as events
       from settlements s where s.reconciliation_id = $1`,
      [id],
    )
    assert.deepEqual(made, [
      { gross: 3_345, count: 2, commission: 36 + 83, lines: 2, entries: 2, events: ['settlement.created'] },
    ])
  })
