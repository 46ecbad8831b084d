/** `npm run bench [-- <part> ... [--rows N]]`: starts a clean server and prints its figures beside a reference of the same run. */
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { benchCheckout } from './checkout.ts'
import { benchChallenges, benchCycles, benchWire } from './cycles.ts'
import { benchDeliveries } from './deliveries.ts'
import { benchBacktest } from './fraud/backtest.ts'
import { benchBlacklist } from './fraud/blacklist.ts'
import { benchJudging } from './fraud/judging.ts'
import { benchScreening } from './fraud/screening.ts'
import { benchInstallments } from './installments.ts'
import { benchLists } from './lists.ts'
import { benchManyRealms } from './many-realms.ts'
import { benchMonths } from './months.ts'
import { benchPayments } from './payments.ts'
import { benchProcesses } from './processes.ts'
import { benchQuotas } from './quotas.ts'
import { benchReconciliation } from './reconciliation.ts'
import { openReference } from './reference.ts'
import { type BenchServer, startBenchServer } from './server.ts'
import { benchSizes } from './sizes.ts'
import { benchTokenChecks } from './token-checks.ts'
import { benchTokens } from './tokens.ts'
import { benchTracing } from './tracing.ts'
import { benchTransfers } from './transfers.ts'
import { benchWeight } from './weight.ts'

const CONNECTIONS = [1, 16, 64, 256]
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10)

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const { values: options, positionals: wanted } = parseArgs({
  options: { rows: { type: 'string' } },
  allowPositionals: true,
})
const row = (...cells: (string | number)[]): string =>
  cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(cell < 10 ? 2 : 0) : cell).padStart(12)).join('')

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const payments = async (server: BenchServer): Promise<void> => {
  await subscribe(server)
  const reference = await openReference(server.databaseUrl)
  say(`\npayments: the whole path, two durable writes each; reference: ${reference.name}, in turn with it`)
  say(row('connections', 'payments/s', 'p50 ms', 'p95 ms', 'p99 ms', 'reference/s', 'ratio', 'resident MB'))
  for (const connections of CONNECTIONS) {
    const token = await server.token()
    const before = await reference.measure(connections, SECONDS / 2)
    const result = await benchPayments({ cardsUrl: server.urls.cards, token }, connections, SECONDS * 1000)
    const after = await reference.measure(connections, SECONDS / 2)
    const best = (before + after) / 2
    say(
      row(
        String(connections),
        result.perSecond,
        result.p50,
        result.p95,
        result.p99,
        best,
        result.perSecond / best,
        residentMb(server.pid),
      ),
    )
    const others = Object.entries(result.statuses).filter(([status]) => status !== '200')
    if (others.length > 0) say(`  other answers: ${JSON.stringify(Object.fromEntries(others))}`)
  }
  await reference.close()
}

/** One subscription of the tenant, so that every payment writes a delivery; in the role `api` the senders wait. */
const subscribe = async (server: BenchServer): Promise<void> => {
  const answer = await fetch(`${server.urls.cards}/api/v1/webhook-subscriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await server.token()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'http://127.0.0.1:49321/nobody', events: ['payment.completed'] }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

const rowsAsked = (): number | undefined => (options.rows === undefined ? undefined : Number(options.rows))

interface Part {
  role: 'all' | 'api'
  run: (server: BenchServer) => Promise<void>
}
const PARTS: Record<string, Part> = {
  payments: { role: 'api', run: payments },
  weight: { role: 'api', run: (server) => benchWeight(server, SECONDS * 1000, say) },
  sizes: { role: 'all', run: (server) => benchSizes(server, SECONDS * 1000, say, rowsAsked()) },
  tokens: {
    role: 'all',
    run: (server) => benchTokens(server, SECONDS * 1000, say),
  },
  'token-checks': { role: 'all', run: (server) => benchTokenChecks(server, say) },
  realms: { role: 'all', run: (server) => benchManyRealms(server, SECONDS * 1000, say) },
  lists: { role: 'all', run: (server) => benchLists(server, say, rowsAsked()) },
  cycles: { role: 'all', run: (server) => benchCycles(server, SECONDS * 1000, say) },
  wire: { role: 'all', run: (server) => benchWire(server, SECONDS * 1000, say) },
  challenges: { role: 'all', run: (server) => benchChallenges(server, SECONDS * 1000, say) },
  checkout: { role: 'api', run: (server) => benchCheckout(server, SECONDS * 1000, say) },
  deliveries: { role: 'all', run: (server) => benchDeliveries(server, say) },
  judging: { role: 'all', run: async () => benchJudging(say) },
  backtest: { role: 'all', run: (server) => benchBacktest(server, say) },
  screening: { role: 'api', run: (server) => benchScreening(server, SECONDS * 1000, say) },
  quotas: { role: 'api', run: (server) => benchQuotas(server, SECONDS * 1000, say) },
  processes: {
    role: 'api',
    run: () => benchProcesses((env) => startBenchServer('api', env), SECONDS * 1000, say),
  },
  tracing: { role: 'api', run: () => benchTracing((env) => startBenchServer('api', env), SECONDS * 1000, say) },
  months: { role: 'api', run: () => benchMonths(() => startBenchServer('api'), SECONDS * 1000, say) },
  transfers: { role: 'all', run: (server) => benchTransfers(server, SECONDS, say) },
  installments: {
    role: 'all',
    run: (server) => benchInstallments(server, SECONDS * 1000, say, rowsAsked()),
  },
  reconciliation: { role: 'all', run: (server) => benchReconciliation(server, say, rowsAsked()) },
  blacklist: { role: 'all', run: (server) => benchBlacklist(server, say) },
}

say(`${cpus().length} cores, Node ${process.version}; the program, PostgreSQL and the load generator share them`)
for (const [name, part] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const server = await startBenchServer(part.role)
  try {
    const { first, later } = server.startSeconds
    say(
      `\n${name} (role ${part.role}; first start ${first.toFixed(1)} s, later ${later.toFixed(1)} s, ${residentMb(server.pid).toFixed(0)} MB resident)`,
    )
    await part.run(server)
    say(`resident at the end: ${residentMb(server.pid).toFixed(0)} MB`)
  } finally {
    await server.stop()
  }
}
