/**
 * What an installation has to have for a million payments: processor time of program and database, write-ahead log, and the disk that each table
 * takes, fresh and after its month was written anew; from those the disk of a month and of ten years.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { KEPT } from '../src/infra/process/kept-months.ts'
import { advanceClock } from './clock.ts'
import { cpuTimesOf } from './cpu-time.ts'
import { benchPayments } from './payments.ts'
import { openReceiver } from './receiver.ts'
import type { BenchServer } from './server.ts'
import { countPayments, sizesOf } from './weight.ts'

type Say = (line: string) => void
type Sizes = Awaited<ReturnType<typeof sizesOf>>

const CONNECTIONS = 16
/** So many payments at least: an index of fewer has pages that are mostly empty. */
const PAYMENTS_MIN = 20_000
const DAY_S = 86_400
const MONTHS = 120
const LOOK_MS = 500
/** Months for which rows are there that no setting keeps: deliveries for thirty days, claimed keys for one. What is not named here stays. */
const OTHERS: Readonly<Record<string, number>> = { webhook_deliveries: 1, idempotency_claims: 1 / 30 }

export const benchSizes = async (
  server: BenchServer,
  durationMs: number,
  say: Say,
  least = PAYMENTS_MIN,
): Promise<void> => {
  const owner = new pg.Client({ connectionString: server.databaseUrl })
  await owner.connect()
  const receiver = await openReceiver()
  try {
    await subscribe(server, receiver.url)
    const pay = async () =>
      benchPayments({ cardsUrl: server.urls.cards, token: await server.token() }, CONNECTIONS, durationMs)
    await pay() // it warms up, and the first pages of every table are there
    await untilQuiet(receiver)
    const [before, first] = [await sizesOf(owner), await countPayments(owner)]
    const [times, position] = [cpuTimesOf(server), await logPosition(owner)]
    const spent = times()
    let made = 0
    while (made < least) {
      await pay()
      made = (await countPayments(owner)) - first
    }
    await untilQuiet(receiver)
    const used = times()
    say(
      `\nsizes: ${made} payments at ${CONNECTIONS} connections, each with its event and delivery; for a million of them`,
    )
    const minutes = (from: number, to: number): string => (((to - from) * 1_000) / made / 60).toFixed(0)
    say(
      `processor: ${minutes(spent.program, used.program)} minutes of the program, ${minutes(spent.database, used.database)} of the database's sessions`,
    )
    const log = await logSince(owner, position)
    say(`write-ahead log: ${gigabytes(log / made)} GB, full pages after a checkpoint with it`)
    const fresh = added(before, await sizesOf(owner), made)
    await passMonths(server, owner)
    const dense = added(before, await sizesOf(owner), made)
    sayTables(fresh, dense, say)
  } finally {
    receiver.close()
    await owner.end()
  }
}

const gigabytes = (bytesEach: number): string => ((bytesEach * 1e6) / 1e9).toFixed(2)

const subscribe = async (server: BenchServer, url: string): Promise<void> => {
  const answer = await fetch(`${server.urls.cards}/api/v1/webhook-subscriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await server.token()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, events: ['*'] }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

const untilQuiet = async (receiver: { received(): number }): Promise<void> => {
  for (let last = -1; last !== receiver.received(); await sleep(4 * LOOK_MS)) last = receiver.received()
}

const logPosition = async (owner: pg.Client): Promise<string> =>
  (await owner.query('select pg_current_wal_lsn()::text as at')).rows[0].at
const logSince = async (owner: pg.Client, position: string): Promise<number> =>
  (await owner.query('select pg_wal_lsn_diff(pg_current_wal_lsn(), $1)::float8 as log', [position])).rows[0].log

/** Bytes a payment by table. */
const added = (before: Sizes, after: Sizes, made: number): Map<string, number> =>
  new Map(
    [...after].map(([table, { rows, indexes }]) => {
      const earlier = before.get(table) ?? { rows: 0, indexes: 0 }
      return [table, Math.max(0, rows + indexes - earlier.rows - earlier.indexes) / made]
    }),
  )

/** The month of the payments becomes old enough to be written anew, and is. */
const passMonths = async (server: BenchServer, owner: pg.Client): Promise<void> => {
  await advanceClock(server, (KEPT.bodies.standard + 2) * 31 * DAY_S)
  for (const job of ['keep-partitions', 'purge-deliveries', 'purge-idempotency-keys', 'rewrite-parts']) {
    await owner.query('select graphile_worker.add_job($1)', [job])
    for (let isOpen = true; isOpen; await sleep(LOOK_MS)) {
      const { rows } = await owner.query(`select last_error from graphile_worker.jobs where task_identifier = $1`, [
        job,
      ])
      if (rows[0]?.last_error) throw new Error(`${job}: ${rows[0].last_error}`)
      isOpen = rows.length > 0
    }
  }
}

const keptMonths = (table: string): number =>
  (KEPT as Record<string, { standard: number }>)[table]?.standard ?? OTHERS[table] ?? MONTHS

const sayTables = (fresh: ReadonlyMap<string, number>, dense: ReadonlyMap<string, number>, say: Say): void => {
  say(`${'GB for a million payments'.padEnd(28)}${'fresh'.padStart(8)}${'dense'.padStart(8)}${'months'.padStart(8)}`)
  const named = [...fresh].filter(([, bytes]) => bytes >= 1).sort(([, some], [, other]) => other - some)
  const young = KEPT.bodies.standard
  /** At so many months of a million payments each. */
  const after = (months: number): number =>
    named.reduce((sum, [table, bytes]) => {
      const kept = Math.min(months, keptMonths(table))
      return sum + bytes * Math.min(kept, young) + (dense.get(table) ?? 0) * Math.max(0, kept - young)
    }, 0)
  for (const [table, bytes] of named) {
    const later = keptMonths(table) <= young ? '-' : gigabytes(dense.get(table) ?? 0)
    say(
      `${table.padEnd(28)}${gigabytes(bytes).padStart(8)}${later.padStart(8)}${keptMonths(table).toFixed(0).padStart(8)}`,
    )
  }
  say(
    `a million payments a month: ${[1, 3, 13, 36, MONTHS].map((months) => `${gigabytes(after(months))} GB after ${months}`).join(', ')} months`,
  )
}
