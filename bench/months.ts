/** What a payment costs when two years lie behind it, in partitions of 24 months, in turn with a fresh database. */
import pg from 'pg'
import { copyIntoMonths, MONTH_MS } from '../test/support/filled-months.ts'
import { advanceClock } from './clock.ts'
import { compareInTurn, openTurns } from './in-turn.ts'
import type { BenchServer } from './server.ts'

const ROUNDS = 5
const MONTHS = 24
const ROWS_A_MONTH = 5_000

export const benchMonths = async (
  start: () => Promise<BenchServer>,
  durationMs: number,
  say: (line: string) => void,
): Promise<void> => {
  const closers: (() => Promise<unknown>)[] = []
  const opened = async (): Promise<{ server: BenchServer; owner: pg.Client }> => {
    const server = await start()
    closers.push(() => server.stop())
    const owner = new pg.Client(server.databaseUrl)
    await owner.connect()
    closers.push(() => owner.end())
    return { server, owner }
  }
  try {
    const [fresh, old] = [await opened(), await opened()]
    const turnOf = (way: typeof fresh) => openTurns({ ...way, durationMs, say })
    const [onFresh, onOld] = [turnOf(fresh), turnOf(old)]
    await onOld('tenant-load')
    await letMonthsPass(old.server, old.owner)
    const parts = await old.owner.query(`select count(*)::int as n from partitions where table_name = 'payments'`)
    say(`  ${parts.rows[0].n} partitions of payments, ${ROWS_A_MONTH} rows in each that is over`)
    const { off, on, ratio } = await compareInTurn(
      ROUNDS,
      () => onFresh('tenant-load'),
      () => onOld('tenant-load'),
    )
    say(
      `a payment after ${MONTHS} months: ${on.cpuUs.toFixed(0)} µs of processor time, on a fresh database ${off.cpuUs.toFixed(0)}; median of ${ROUNDS} pairs ${ratio.toFixed(2)} (aim 1.05)`,
    )
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

const letMonthsPass = async (server: BenchServer, owner: pg.Client): Promise<void> => {
  const begin = Date.now()
  await advanceClock(server, (MONTHS * MONTH_MS) / 1_000)
  const now = new Date(begin + MONTHS * MONTH_MS)
  const { rows: tables } = await owner.query<{ name: string }>('select name from divided_tables')
  for (const { name } of tables) {
    const make = () => owner.query<{ made: string | null }>('select make_next_partition($1, $2) as made', [name, now])
    while ((await make()).rows[0]?.made != null);
  }
  await copyIntoMonths(server.databaseUrl, { begin, months: MONTHS, rows: ROWS_A_MONTH })
}
