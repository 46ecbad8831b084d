/** Shops, shoppers, faults of the bank, kills of platform, bank and database for a while; then everything resolved and both ledgers joined. */
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../../src/infra/process/free-ports.ts'
import { startBank } from '../../../support/bank.ts'
import { type Dice, openDice } from '../dice.ts'
import { watchChaosErrors } from '../expected-errors.ts'
import { IDLE, type Verdict } from '../oracle.ts'
import type { Program, Stand } from '../program.ts'
import { openOverShards } from '../shards/sharded-program.ts'
import { strikeDatabase } from '../strike-database.ts'
import { type Watch, watchInvariants } from './invariants.ts'
import { type BankOrder, judgeLife, type LifeBooks, readLife } from './judge-life.ts'
import { sabotage } from './sabotage.ts'
import { settle } from './settle.ts'
import { openShops, type Shops } from './shops.ts'
import type { Told } from './stories.ts'

export interface LifeOptions {
  seed: number
  seconds: number
  shops: number
  /** Servers that the tenants under load are spread over, one on each. Default: 1. */
  shards?: number
  platformKills: number
  bankKills: number
  databaseStops: number
  /** The bank closes its day so often, with voids on their way. */
  dayEnds: number
  /** The shops stay open until callers know of so many payments, however slow the machine is. */
  paymentsMin?: number
  /** And until each of these was answered with 200 once. */
  kindsWanted?: readonly Told['kind'][]
  /** One of the seeded bugs. */
  bug?: string
}

export interface LifeReport {
  seed: number
  payments: number
  byStatus: Record<string, number>
  operations: Record<string, number>
  faultsFired: number
  /** Snapshots in which every invariant was checked. */
  samples: number
  strikes: string[]
  violations: Record<string, number>
  verdict: Verdict
}

/** A shop that still repeats then gets no further response; its request is resolved all the same. */
const LAST_WORDS_MS = 60_000
const ENOUGH_MS = 120_000

export const lifeRun = async (options: LifeOptions): Promise<LifeReport> => {
  const dice = openDice(options.seed)
  const bankSettings = { port: await freePort(), seed: String(options.seed) }
  let bank = await startBank(bankSettings)
  const program = await openOverShards(options.shards ?? 1, { VEZNE_BANK_URL: bank.url })
  const folder = bank.dataDir
  const plan = options.bug === undefined ? {} : { bug: options.bug }
  const errors = watchChaosErrors(program, { bug: options.bug, isDatabaseStruck: () => options.databaseStops > 0 })
  let isOpen = true
  let shops: readonly Shops[] = []
  let watches: readonly Watch[] = []
  try {
    await program.start(plan)
    const stands = program.stands()
    shops = await Promise.all(stands.map((stand) => openShops(stand, dice, options.shops / stands.length)))
    const told = (): Told[] => shops.flatMap((each) => each.told)
    watches = stands.map(watchInvariants)
    const saboteur = sabotage(
      () => bank,
      dice,
      () => isOpen,
    )
    const strikes = strikesOf(options, dice)
    const pauseMs = (options.seconds * 1_000) / (strikes.length + 1)
    for (const strike of strikes) {
      await sleep(pauseMs)
      if (strike === 'platform') {
        await program.kill()
        await program.start(plan)
      } else if (strike === 'bank') {
        await bank.kill()
        bank = await startBank({ ...bankSettings, dataDir: folder })
      } else if (strike === 'day end') await bank.control.endDay()
      else strikeDatabase(program, dice)
      await errors.until('the platform stands again', () => isReady(program), 30_000)
    }
    await sleep(pauseMs)
    const known = (): number => new Set(told().map(({ payment }) => payment)).size
    const isSeen = (wanted: Told['kind']): boolean =>
      told().some(({ kind, status }) => kind === wanted && status === 200)
    const isEnough = (): boolean => known() >= (options.paymentsMin ?? 0) && (options.kindsWanted ?? []).every(isSeen)
    await errors.until('enough payments are made', isEnough, ENOUGH_MS)
    isOpen = false
    await Promise.race([
      Promise.all([...shops.map((each) => each.close()), saboteur]),
      sleep(LAST_WORDS_MS, undefined, { ref: false }),
    ])
    const faultsFired = (await bank.control.journal()).filter(({ kind }) => kind === 'fault_fired').length
    await bank.control.disarm()
    for (const stand of stands) await settle(stand, errors)
    const watched = await Promise.all(watches.map((watch) => watch.end()))
    const books = await readAllLife(stands)
    const { orders } = (await bank.control.orders()) as { orders: BankOrder[] }
    return {
      seed: options.seed,
      payments: books.payments.filter(({ parent_id }) => parent_id === null).length,
      byStatus: countBy(books.payments.filter(({ parent_id }) => parent_id === null).map(({ status }) => status)),
      operations: countBy(books.operations.map(({ kind, status }) => `${kind} ${status}`)),
      faultsFired,
      samples: watched.reduce((sum, { samples }) => sum + samples, 0),
      strikes,
      violations: (await bank.control.verdict()).violations,
      verdict: {
        ...judgeLife(books, orders, told()),
        [IDLE]: shops.flatMap((each, at) => (each.told.length > 0 ? [] : [stands[at]!.tenant.slug])),
        'untrue at some moment': watched.flatMap(({ broken }) => broken),
        "the bank's books do not balance": (await bank.control.balances()).sum === 0 ? [] : ['sum is not 0'],
      },
    }
  } finally {
    isOpen = false
    for (const each of shops) void each.close()
    await Promise.allSettled(watches.map((watch) => watch.end())) // after a failure; a run that went well has ended it
    await program.end()
    await bank.stop()
  }
}

/** Of several tenants as if they were one: a bank that has orders of all of them is compared with all. */
const readAllLife = async (stands: readonly Stand[]): Promise<LifeBooks> => {
  const all = await Promise.all(stands.map(({ ownerUrl, tenant }) => readLife(ownerUrl(), '', tenant)))
  return {
    payments: all.flatMap(({ payments }) => payments),
    operations: all.flatMap(({ operations }) => operations),
    journal: all.flatMap(({ journal }) => journal),
    events: all.flatMap(({ events }) => events),
  }
}

type Strike = 'platform' | 'bank' | 'database' | 'day end'
const strikesOf = ({ platformKills, bankKills, databaseStops, dayEnds }: LifeOptions, dice: Dice): Strike[] =>
  [
    ...Array<Strike>(platformKills).fill('platform'),
    ...Array<Strike>(bankKills).fill('bank'),
    ...Array<Strike>(databaseStops).fill('database'),
    ...Array<Strike>(dayEnds).fill('day end'),
  ]
    .map((strike) => ({ strike, at: dice.draw() }))
    .sort((a, b) => a.at - b.at)
    .map(({ strike }) => strike)

const isReady = async (program: Program): Promise<boolean> => {
  const answer = await program.http.request('cards', 'GET', '/health/ready').catch(() => undefined)
  return answer?.status === 200
}

const countBy = (words: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]))

export const lifeFaults = ({ verdict }: LifeReport): string[] =>
  Object.entries(verdict).flatMap(([name, faults]) => faults.map((fault) => `${name}: ${fault}`))

const SHOWN_MAX = 3
const counts = (all: Record<string, number>): string =>
  Object.entries(all)
    .map(([word, count]) => `${word} ${count}`)
    .join(', ')
export const lifeLines = (report: LifeReport): string[] => [
  `life: seed ${report.seed}, ${report.payments} payments (${counts(report.byStatus)}), operations (${counts(report.operations)}), ${report.faultsFired} faults of the bank, ${report.samples} snapshots, struck: ${report.strikes.join(', ') || 'nobody'}; callers broke the bank's protocol: ${counts(report.violations) || 'never'}`,
  ...Object.entries(report.verdict).flatMap(([name, faults]) => [
    `  ${String(faults.length).padStart(5)}  ${name}`,
    ...faults.slice(0, SHOWN_MAX).map((fault) => `           ${fault}`),
  ]),
]
