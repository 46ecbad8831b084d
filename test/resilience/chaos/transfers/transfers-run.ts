/** Finance teams, faults of the bank, kills of program, bank and database for a while; then all resolved and both ledgers joined. */
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../../src/infra/process/free-ports.ts'
import { startBank } from '../../../support/bank.ts'
import { LOAD_TENANT } from '../../../support/load-team.ts'
import { until } from '../../../support/until.ts'
import { type Dice, openDice } from '../dice.ts'
import { IDLE, type Verdict } from '../oracle.ts'
import type { Operated, Program, Stand } from '../program.ts'
import { openOverShards } from '../shards/sharded-program.ts'
import { strikeDatabase } from '../strike-database.ts'
import { type CrewWorld, crew, type Promises } from './crews.ts'
import { judgeTransfers, rowsAt } from './judge-transfers.ts'
import { sabotage } from './sabotage.ts'

export interface TransferRunOptions {
  seed: number
  seconds: number
  crews: number
  /** Servers that the tenants under load are spread over, one on each. Default: 1. */
  shards?: number
  platformKills: number
  bankKills: number
  databaseStops: number
  /** One of the seeded bugs. */
  bug?: string
  /** Opens the program; by default with its own database server. */
  open?: (env: Record<string, string>) => Promise<Program>
}

export interface TransferRunReport {
  seed: number
  byStatus: Record<string, number>
  faultsFired: number
  strikes: string[]
  verdict: Verdict
}

const SENT_A_PAUSE = 10 // transfers, so that a slow machine is struck under load as well
const LAST_WORDS_MS = 30_000
const STEP_S = 70 // past the lateness window and one wait between inquiries
const SETTLE_MS = 90_000
const LOOK_MS = 250
const LEASE_END = "update transfers set lease_until = now() - interval '1 s' where lease_until > now()"

export const transferRun = async (options: TransferRunOptions): Promise<TransferRunReport> => {
  const dice = openDice(options.seed)
  const bankSettings = { port: await freePort(), seed: String(options.seed) }
  let bank = await startBank(bankSettings)
  const folder = bank.dataDir
  const open = options.open ?? ((env: Record<string, string>) => openOverShards(options.shards ?? 1, env))
  const program = await open({ VEZNE_BANK_URL: bank.url })
  const plan = options.bug === undefined ? {} : { bug: options.bug }
  try {
    await program.start(plan)
    let isOpen = true
    const teams = await Promise.all(program.stands().map((stand) => openTeam(stand, dice, () => isOpen)))
    const crews = Array.from({ length: options.crews }, (_, name) =>
      crew(teams[name % teams.length]!.world, name).catch(() => undefined),
    )
    const sent = (): number => teams.reduce((sum, { world }) => sum + world.promises.sent.length, 0)
    const saboteur = sabotage(
      () => bank,
      dice,
      () => isOpen,
    )
    const strikes = strikesOf(options, dice)
    const pauseMs = (options.seconds * 1_000) / (strikes.length + 1)
    const pause = async (): Promise<void> => {
      const before = sent()
      await sleep(pauseMs)
      await until('the crews have sent some', () => sent() >= before + SENT_A_PAUSE, SETTLE_MS)
    }
    for (const strike of strikes) {
      await pause()
      if (strike === 'platform') {
        await program.kill()
        await program.start(plan)
      } else if (strike === 'bank') {
        await bank.kill()
        bank = await startBank({ ...bankSettings, dataDir: folder })
      } else strikeDatabase(program, dice)
      await until('the platform stands again', () => isReady(program), 30_000)
      await program.moveClock(STEP_S).catch(() => undefined)
    }
    await pause()
    isOpen = false
    await Promise.race([Promise.all([...crews, saboteur]), sleep(LAST_WORDS_MS, undefined, { ref: false })])
    const faultsFired = (await bank.control.journal()).filter(({ kind }) => kind === 'fault_fired').length
    await bank.control.disarm()
    const byStatus: Record<string, number> = {}
    const idle = teams.filter(({ world }) => world.promises.sent.length === 0)
    const verdict: Verdict = { [IDLE]: idle.map(({ stand }) => stand.tenant.slug) }
    for (const { stand, rows } of teams) await settleTransfers(program, rows, stand.tenant.id)
    for (const { stand, rows, world } of teams) {
      const { id } = stand.tenant
      const counted = await rows(
        'select status, count(*)::int as n from transfers where tenant_id = $1 group by 1 order by 1',
        [id],
      )
      for (const { status, n } of counted) byStatus[status] = (byStatus[status] ?? 0) + n
      for (const [name, faults] of Object.entries(await judgeTransfers(rows, bank, world.promises, id)))
        verdict[name] = [...(verdict[name] ?? []), ...faults]
    }
    return { seed: options.seed, byStatus, faultsFired, strikes, verdict }
  } finally {
    await program.end()
    await bank.stop()
  }
}

type Rows = ReturnType<typeof rowsAt>

interface Team {
  readonly stand: Stand
  readonly rows: Rows
  readonly world: CrewWorld
}

const openTeam = async (stand: Stand, dice: Dice, isOpen: () => boolean): Promise<Team> => {
  const rows: Rows = (text, values) => rowsAt(stand.ownerUrl())(text, values)
  const promises: Promises = { created: [], approved: [], rejected: [], sent: [] }
  const sourceId = await openedAccount(rows, stand.tenant.id)
  return { stand, rows, world: { program: stand, dice, sourceId, promises, isOpen } }
}

export const openedAccount = async (rows: Rows, tenantId = LOAD_TENANT): Promise<string> => {
  let id = ''
  await until('the books are open', async () => {
    const [account] = await rows('select account_id as id from source_balances where tenant_id = $1', [tenantId])
    id = account?.id ?? ''
    return id !== ''
  })
  return id
}

type Strike = 'platform' | 'bank' | 'database'
const strikesOf = ({ platformKills, bankKills, databaseStops }: TransferRunOptions, dice: Dice): Strike[] =>
  [
    ...Array<Strike>(platformKills).fill('platform'),
    ...Array<Strike>(bankKills).fill('bank'),
    ...Array<Strike>(databaseStops).fill('database'),
  ]
    .map((strike) => ({ strike, at: dice.draw() }))
    .sort((a, b) => a.at - b.at)
    .map(({ strike }) => strike)

const isReady = async (program: Program): Promise<boolean> => {
  const answer = await program.http.request('transfers', 'GET', '/health/ready').catch(() => undefined)
  return answer?.status === 200
}

/** The clock goes past every wait until nothing is under way, then the ledger is reconciled with the bank's statement once more. */
export const settleTransfers = async (
  program: Pick<Operated, 'moveClock'>,
  rows: Rows,
  tenantId = LOAD_TENANT,
): Promise<void> => {
  await until(
    'all have ended',
    async () => {
      const [{ n }] = await rows(
        `select count(*)::int as n from transfers where tenant_id = $1 and status in ('processing', 'delivered')`,
        [tenantId],
      )
      if (n === 0) return true
      // Calls of a killed process: its leases end by the database's own time.
      await rows(`${LEASE_END} and lease_until < now() + interval '5 s'`)
      await program.moveClock(STEP_S).catch(() => undefined)
      await sleep(LOOK_MS)
      return false
    },
    SETTLE_MS,
  ).catch(() => undefined) // what is still open is in the report
  const [{ at }] = await rows('select max(checked_at) as at from source_balances where tenant_id = $1', [tenantId])
  // Returned an hour after they were accepted: credits of their own.
  await program.moveClock(66 * 60)
  await until(
    'the statement is read',
    async () => {
      const [found] = await rows('select min(checked_at) as at from source_balances where tenant_id = $1', [tenantId])
      return found.at > at
    },
    15_000,
  ).catch(() => undefined)
}

export const transferFaults = ({ verdict }: TransferRunReport): string[] =>
  Object.entries(verdict).flatMap(([name, faults]) => faults.map((fault) => `${name}: ${fault}`))

const SHOWN_MAX = 3
export const transferLines = (report: TransferRunReport): string[] => {
  const counts = Object.entries(report.byStatus).map(([status, count]) => `${status} ${count}`)
  const struck = report.strikes.join(', ') || 'nobody'
  return [
    `transfers: seed ${report.seed}, ${counts.join(', ')}; ${report.faultsFired} faults of the bank, struck: ${struck}`,
    ...Object.entries(report.verdict).flatMap(([name, faults]) => [
      `  ${String(faults.length).padStart(5)}  ${name}`,
      ...faults.slice(0, SHOWN_MAX).map((fault) => `           ${fault}`),
    ]),
  ]
}
