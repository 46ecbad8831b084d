/** Installments that are due on one morning, beside plain payments by the same connector; and what another tenant notices of it. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { advanceClock } from './clock.ts'
import { load } from './load.ts'
import { benchPayments, paymentBody, writeRequest } from './payments.ts'
import type { BenchServer } from './server.ts'

const PLANS = 100_000
const CONNECTIONS = 64
/** A plan that names its start has real months: all plans are made before the first installment is due, however long that takes. */
const START = '2020-01-01T00:00:00Z'
const MONTH_S = 31 * 86_400
const TOKEN_USED_MS = 200_000 // of 300 s
const LOOK_MS = 500
/** The last two digits of an amount make second installments fail in the sandbox, some for good. */
const WHOLE_LIRA = 100
const MERCHANT = 'X-External-Merchant-Id: M-3001\r\n'

export const benchInstallments = async (
  server: BenchServer,
  durationMs: number,
  say: (line: string) => void,
  plans = PLANS,
): Promise<void> => {
  const database = new pg.Client({ connectionString: server.databaseUrl })
  await database.connect()
  await database.query('set role vezne_platform') // the owner sees no rows of tenants
  try {
    const plain = await benchPayments(
      { cardsUrl: server.urls.cards, token: await server.token() },
      CONNECTIONS,
      durationMs,
    )
    say(
      `plain payments, ${CONNECTIONS} connections: ${plain.perSecond.toFixed(0)}/s, answers ${JSON.stringify(plain.statuses)}`,
    )
    const alone = await watchNeighbour(server, () => sleep(durationMs))
    const begun = performance.now()
    await makePlans(server, database, plans)
    say(`${plans} plans, each with its first payment, made in ${((performance.now() - begun) / 1_000).toFixed(0)} s`)
    await advanceClock(server, MONTH_S)
    const started = performance.now()
    const beside = await watchNeighbour(server, () => untilCharged(database))
    const perSecond = (plans / (performance.now() - started)) * 1_000
    say(
      `${plans} installments of one morning: ${perSecond.toFixed(0)}/s, ratio ${(perSecond / plain.perSecond).toFixed(2)} (aim 0.70)`,
    )
    say(
      `another tenant's payments, p50 and p99 ms: alone ${alone.p50.toFixed(0)}, ${alone.p99.toFixed(0)}; meanwhile ${beside.p50.toFixed(0)}, ${beside.p99.toFixed(0)} (p99 aim ${(alone.p99 * 1.2).toFixed(0)})`,
    )
    const { rows } = await database.query(
      `select count(*)::int as payments, count(distinct extra ->> 'recurring_plan_id')::int as plans from payments
        where operation_type = 'recurring' and extra ->> 'recurring_installment' = '2' and status = 'completed'`,
    )
    say(`charged: ${JSON.stringify(rows[0])}`)
  } finally {
    await database.end()
  }
}

const makePlans = async (server: BenchServer, database: pg.Client, plans: number): Promise<void> => {
  let sent = 0
  let token = await server.token()
  const next = (): Buffer => {
    const { installment: _, basket_items: __, billing_address: ___, ...body } = JSON.parse(paymentBody(sent++))
    body.amount.amount -= body.amount.amount % WHOLE_LIRA
    const json = JSON.stringify({ ...body, period: 'monthly', installment_count: 2, start_date: START })
    return writeRequest({ path: '/api/v1/recurring', token, json, headers: MERCHANT })
  }
  for (let made = 0; made < plans; ) {
    token = await server.token()
    await load({ url: server.urls.cards, connections: CONNECTIONS, durationMs: Math.min(5_000, plans - made), next })
    made = await count(database, 'select count(*)::int as n from recurring_plans')
  }
  await database.query(
    'delete from recurring_plans where id in (select id from recurring_plans order by id desc limit greatest(0, (select count(*) from recurring_plans) - $1))',
    [plans],
  )
}

const count = async (database: pg.Client, text: string): Promise<number> =>
  ((await database.query(text)).rows[0] as { n: number }).n

/** What cannot be charged ends as well: it is in the counts below. */
const untilCharged = async (database: pg.Client): Promise<void> => {
  const open = `select count(*)::int as n from (select 1 from recurring_installments
    where installment_index = 2 and status = 'pending' limit 1) as waiting`
  while ((await count(database, open)) > 0) await sleep(LOOK_MS)
}

/** Payments of another tenant, one after the other, while `work` runs. */
const watchNeighbour = async (
  server: BenchServer,
  work: () => Promise<void>,
): Promise<{ p50: number; p99: number }> => {
  const newToken = async () => ({ token: await server.token('admin', 'tenant-other'), at: performance.now() })
  let { token, at } = await newToken()
  const times: number[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      if (performance.now() - at > TOKEN_USED_MS) ({ token, at } = await newToken())
      const started = performance.now()
      const answer = await fetch(`${server.urls.cards}/api/v1/payments`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: paymentBody(times.length),
      })
      await answer.text()
      if (!answer.ok) throw new Error(`the other tenant got ${answer.status}`)
      times.push(performance.now() - started)
      await sleep(25)
    }
  })()
  await Promise.all([
    work().finally(() => {
      isOver = true
    }),
    watching,
  ])
  times.sort((a, b) => a - b)
  const within = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { p50: within(0.5), p99: within(0.99) }
}
