/** A rule tested on 50,000 check logs: its duration, and the latency of other calls meanwhile. */
import pg from 'pg'
import { newId } from '../../src/core/id.ts'
import { packVariables } from '../../src/fraud/expressions/packed-variables.ts'
import type { BenchServer } from '../server.ts'

const LOGS = 50_000
const RULES = 100
const REPEATS = 5
const DAY_MS = 86_400_000
const LOAD_TENANT = '00000000-0000-4000-8000-000000000012'
const MERCHANT = '00000000-0000-4000-8000-000000000030'

const amount = (least: number) => JSON.stringify({ '>=': [{ var: 'amount_minor' }, least] })
const counting = (name: string, limit: number) => JSON.stringify({ '>': [{ var: name }, limit] })

export const benchBacktest = async (server: BenchServer, say: (line: string) => void): Promise<void> => {
  const token = await server.token()
  const call = async (path: string, body: object) => {
    const answer = await fetch(`${server.urls.fraud}/api/v1/fraud/rules${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json() as Promise<Record<string, unknown>>
  }
  let tried = ''
  for (let at = 0; at < RULES; at++) {
    const isCounting = at % 5 === 0
    const { id } = await call('', {
      ...{ process: 'sanal_pos', code: `BENCH-${at}`, name: 'BankControl', type: 'custom', action: 'review' },
      expression_json: isCounting ? counting('velocity.card.1h.count', 100 + at) : amount(10_000_000 + at),
    })
    tried = id as string
  }
  await fill(server.databaseUrl)
  say(`\na rule tested on ${LOGS} check logs of 30 days, among ${RULES} active ones; best and worst of ${REPEATS}, ms`)
  const tests: [what: string, body: object][] = [
    ['an amount', { expression_json: amount(90_000) }],
    ['a velocity of the log', { expression_json: counting('velocity.card.1h.count', 2) }],
    ['five velocities counted again', { expression_json: five }],
    ['half of the decisions changed', { expression_json: amount(50_000), action: 'block' }],
  ]
  for (const [what, body] of tests) {
    const watch = watchOthers(server.urls.fraud)
    const times: number[] = []
    let told: Record<string, unknown> = {}
    for (let repeat = 0; repeat < REPEATS; repeat++) {
      const since = performance.now()
      told = await call(`/${tried}/test`, { days: 30, ...body })
      times.push(performance.now() - since)
    }
    const waited = await watch.stop()
    const [best, worst] = [Math.min(...times), Math.max(...times)]
    say(
      `  ${what.padEnd(32)} ${best.toFixed(0)} to ${worst.toFixed(0)}; ${told.checked} checked, ${told.matched} matched, ${told.not_recomputable} left out; another call waits ${waited}`,
    )
  }
}

const five = JSON.stringify({
  or: ['email.1h.count', 'ip.24h.count', 'card.7d.amount_minor', 'device.1h.distinct_cards', 'merchant.10m.count'].map(
    (name) => ({ '>': [{ var: `velocity.${name}` }, 1_000_000] }),
  ),
})

/** Asks all the time how long a call that does nothing takes. */
const watchOthers = (fraudUrl: string) => {
  const times: number[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      const since = performance.now()
      await (await fetch(`${fraudUrl}/health/live`)).text()
      times.push(performance.now() - since)
    }
  })()
  return {
    async stop(): Promise<string> {
      isOver = true
      await asking
      times.sort((one, other) => one - other)
      return `${times[times.length >> 1]?.toFixed(1)} ms (p99 ${times[Math.floor(times.length * 0.99)]?.toFixed(1)}, worst ${times.at(-1)?.toFixed(1)})`
    },
  }
}

const fill = async (ownerUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('alter table fraud_checks no force row level security')
    const now = Date.now()
    for (let from = 0; from < LOGS; from += 5_000)
      await client.query(
        `insert into fraud_checks (tenant_id, id, process, merchant_id, amount, currency, score, decision, reason_codes,
           matched_rule_ids, latency_us, provider, variables, card, checked_at)
         select tenant_id, id, 'sanal_pos', '${MERCHANT}', amount, 'TRY', 0, 'approve', null, null, 10, 'builtin', variables,
           card, checked_at from jsonb_populate_recordset(null::fraud_checks, $1)`,
        [JSON.stringify(Array.from({ length: 5_000 }, (_, at) => logOf(from + at, now)))],
      )
    await client.query('alter table fraud_checks force row level security')
    await client.query('vacuum analyze fraud_checks')
  } finally {
    await client.end()
  }
}

const logOf = (at: number, now: number) => {
  const atMs = Math.floor(now - 29 * DAY_MS + (at * 29 * DAY_MS) / LOGS)
  const amount_minor = (at * 7_919) % 100_000
  return {
    tenant_id: LOAD_TENANT,
    id: newId(atMs),
    amount: amount_minor,
    card: at % 20_000,
    checked_at: new Date(atMs),
    variables: packVariables({
      ...{ process: 'sanal_pos', operation: 'sale', channel: 'api', tenant_id: LOAD_TENANT, merchant: MERCHANT },
      ...{ merchant_external_id: 'M-3001', amount_minor, currency: 'TRY', installment: 1, is_3d_secure: at % 2 === 0 },
      ...{ 'card.bin': '454671', 'card.last4': '7894', 'card.scheme': 'Visa', 'card.type': 'Credit' },
      ...{ 'card.brand': 'Bonus', 'card.country': 'TR', 'card.bank_code': '00062', 'customer.id': `c-${at % 9_000}` },
      ...{ 'customer.email': `buyer${at % 15_000}@example.com`, 'customer.email_domain': 'example.com' },
      ...{ 'customer.phone': '905550001122', 'customer.ip': `85.105.${at % 256}.34`, 'customer.country': 'TR' },
      ...{
        'device.fingerprint': `fp_${at % 12_000}`,
        'device.user_agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
      },
      ...{ 'time.hour': at % 24, 'time.weekday': 1 + (at % 7), 'velocity.card.1h.count': at % 4 },
    }),
  }
}
