/** A worker that charges installments is stopped for two minutes, or has company it does not expect: each installment is charged once, none is skipped. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { startBank } from '../support/bank.ts'
import { paymentBody } from '../support/payments.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import { besideTheServer } from './chaos/beside-the-server.ts'
import { asOwner, endLeases } from './chaos/platform-records.ts'
import { asLoad, type Program } from './chaos/program.ts'
import { triedPlaces } from './chaos/tried-places.ts'

const MONTH_S = 31 * 86_400
const PAST_THE_WINDOW_S = 200
const TWO_MINUTES_S = 120
const PLANS = 4
const LONG_AGO = '2020-01-01T00:00:00Z'

/** Takes calls, charges nothing by itself. */
let rig: Program
let configuration: string
const bank = use(startBank)
const beside = use(besideTheServer)
before(async () => {
  rig = await open('api')
  await rig.start()
  const [row] = await rows(
    `select c.id from connector_configurations c join connectors k on k.tenant_id = c.tenant_id and k.id = c.connector_id
      join realms r on r.tenant_id = c.tenant_id where r.slug = 'tenant-load' and k.code = 'NEST_PAY'`,
  )
  configuration = row.id
})

const open = (role: string): Promise<Program> => beside.open({ VEZNE_BANK_URL: bank.url, VEZNE_ROLE: role })
const rows = (text: string, values: unknown[] = []) =>
  asOwner(rig.ownerUrl(), async (client) => (await client.query(text, values)).rows)

const makePlans = async (installment_count: number): Promise<string[]> => {
  const { installment: _, ...body } = paymentBody({
    period: 'monthly',
    installment_count,
    start_date: LONG_AGO,
    connector_config_id: configuration,
  })
  const made = Array.from({ length: PLANS }, () =>
    asLoad(rig, 'POST', '/api/v1/recurring', { body, headers: { 'x-external-merchant-id': 'M-3001' } }),
  )
  return (await Promise.all(made)).map(({ status, text, body: answer }) => {
    assert.equal(status, 200, text)
    return answer.plan.id
  })
}

const started = async (
  plans: readonly string[],
): Promise<{ is_trying: boolean; status: string; transaction_id: string | null }[]> =>
  rows('select is_trying, status, transaction_id from recurring_installments where plan_id = any($1::uuid[])', [plans])

/** What no process holds any more by the database's own time. */
const endAllLeases = async (): Promise<void> => {
  await endLeases(rig.ownerUrl())
  await rows(`update recurring_installments set lease_until = now() - interval '1 s' where lease_until > now()`)
}

const untilCompleted = (plans: readonly string[], meanwhile: () => Promise<unknown>): Promise<void> =>
  until(
    'all have ended',
    async () => {
      const [left] = await rows(
        `select count(*)::int as n from recurring_plans where id = any($1::uuid[]) and status = 'active'`,
        [plans],
      )
      if (left.n > 0) await meanwhile()
      return left.n === 0
    },
    90_000,
  )

const requestsOfCards = async (): Promise<number> =>
  (await bank.control.requests()).filter(({ path }: { path: string }) => path.startsWith('/nestpay')).length

const stopped = async (program: Program): Promise<void> => {
  program.current().kill('SIGTERM')
  await program.current().exit
}

/** By the bank's own ledger: what each installment has cost the cardholder. */
const assertChargedOnce = async (plans: readonly string[], count: number): Promise<void> => {
  const { orders } = await bank.control.orders()
  const payments = await rows(
    `select key_reference, extra ->> 'recurring_plan_id' as plan, extra ->> 'recurring_installment' as n from payments
      where operation_type = 'recurring' and extra ->> 'recurring_plan_id' = any($1::text[])`,
    [plans],
  )
  const charged = payments.filter(({ key_reference }) =>
    orders.some(({ order_id, net }) => net > 0 && order_id.toLowerCase().includes(key_reference.replaceAll('-', ''))),
  )
  assert.deepEqual(
    charged.map(({ plan, n }) => `${plan} ${n}`).toSorted(),
    plans.flatMap((plan) => Array.from({ length: count }, (_, at) => `${plan} ${at + 1}`)).toSorted(),
  )
  assert.deepEqual(
    (await started(plans)).map(({ status }) => status),
    Array(plans.length * count).fill('completed'),
  )
}

for (const at of triedPlaces(['before-prepare', 'before-call'] as const, ['before-prepare']))
  test(`stopped ${at.replace('-', ' ')} for two minutes, while another worker goes on`, async () => {
    const plans = await makePlans(2)
    const sleeper = await open('worker')
    await sleeper.start({ failpoint: { at, act: 'hold' } })
    await rig.moveClock(MONTH_S)
    await until('all are claimed', async () => (await started(plans)).filter((each) => each.is_trying).length >= PLANS)
    sleeper.current().kill('SIGSTOP')
    const other = await open('worker')
    await other.start()
    await endAllLeases()
    await rig.moveClock(TWO_MINUTES_S)
    await untilCompleted(plans, () => rig.moveClock(PAST_THE_WINDOW_S))
    const decided = await requestsOfCards()
    sleeper.current().kill('SIGCONT')
    for (const each of [sleeper, other]) await stopped(each) // what is in flight is finished
    assert.equal(await requestsOfCards(), decided, 'the sleeper says nothing more to the bank')
    await assertChargedOnce(plans, 2)
  })

test('two workers at once on the same installments: leases that end while they are held', async () => {
  const plans = await makePlans(4)
  const workers = await Promise.all([open('worker'), open('worker')])
  await Promise.all(workers.map((worker) => worker.start()))
  await rig.moveClock(MONTH_S)
  await untilCompleted(plans, async () => {
    // Both believe that it is theirs.
    await rows(`update recurring_installments set lease_until = now() - interval '1 s' where lease_until > now()`)
    await rig.moveClock(MONTH_S)
  })
  for (const each of workers) await stopped(each)
  await assertChargedOnce(plans, 4)
})
