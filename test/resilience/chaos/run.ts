/** One run: load, kills, starts, then everything resolved, and the four records joined. */
import { setTimeout as sleep } from 'node:timers/promises'
import { startReceiver } from '../../support/receiver.ts'
import { until } from '../../support/until.ts'
import { untilAllFinal } from './all-final.ts'
import { readLedger } from './bank-ledger.ts'
import { type Dice, openDice } from './dice.ts'
import { IDLE, judge, type Verdict } from './oracle.ts'
import { type Failpoint, PLACES, type Plan } from './plan.ts'
import {
  connectionNames,
  endDeliveryLeases,
  extendLeases,
  joinRecords,
  readRecords,
  waitingDeliveries,
} from './platform-records.ts'
import type { DatabaseOf, Program, Stand } from './program.ts'
import { type MoveUnderLoad, moveUnderLoad } from './shards/move-under-load.ts'
import { openOverShards, type ShardedProgram } from './shards/sharded-program.ts'
import { findStrays } from './shards/stray-rows.ts'
import { makeSlowCards } from './slow-cards.ts'
import { strikeDatabase } from './strike-database.ts'
import { eventId, refusingSome, subscribe } from './subscriber.ts'
import { type Order, pay, startSwarm, type Told } from './swarm.ts'

export interface RunOptions {
  seed: number
  kills: number
  /** The database server is stopped in immediate mode so often, between the kills. */
  databaseStops: number
  clients: number
  /** Servers that the tenants under load are spread over, one on each. Default: 1. */
  shards?: number
  /** The tenant on the last of them moves so often, with a kill of something meanwhile. Default: 0. */
  moves?: number
  /** Longest pause of a client between two orders. */
  thinkMs: number
  /** Shortest and longest time under load before each kill. */
  loadMs: readonly [number, number]
  /** The load lasts until the clients have made that many orders, however slow the machine. Default: 0. */
  ordersMin?: number
  /** One of the seeded bugs. */
  bug?: string
}

export interface RunReport {
  seed: number
  kills: number
  databaseStops: number
  /** Unrequested exits of the program. */
  exits: string[]
  moves: readonly MoveUnderLoad[]
  payments: number
  byStatus: Record<string, number>
  unanswered: number
  deliveries: number
  repeatedDeliveries: number
  verdict: Verdict
}

const PAST_THE_WINDOW_S = 200 // the bank's lateness window is 90 s
const PAST_A_RETRY_S = 75 // a refused delivery is tried again after one minute, plus or minus 20 %
const LOOK_MS = 250
const CHECKERS = 16
const ORDERS_MS = 60_000
const STANDS_AGAIN_MS = 30_000

export const chaosRun = async (options: RunOptions): Promise<RunReport> => {
  const dice = openDice(options.seed)
  const receiver = await startReceiver(refusingSome())
  const program = await openOverShards(options.shards ?? 1)
  try {
    await program.start(planOf(options))
    const stands = program.stands()
    const secrets: Record<string, string> = {}
    for (const stand of stands) Object.assign(secrets, await subscribe(stand, receiver))
    for (const stand of stands) await makeSlowCards(stand)
    const swarms = stands.map((stand, at) =>
      startSwarm(stand, dice, { ...options, clients: options.clients / stands.length, name: `chaos-${at}` }),
    )
    const exits: string[] = []
    const moves: MoveUnderLoad[] = []
    for (const strike of strikesOf(options, dice)) {
      await load(program, dice, options)
      if (strike === 'kill') await killAndStart(program, dice, options)
      else if (strike === 'stop') exits.push(...(await stopDatabase(program, dice)))
      else moves.push(await moveUnderLoad(program as ShardedProgram, stands.at(-1)!, dice))
    }
    await sleep(options.loadMs[1])
    const orders = () => swarms.flatMap((swarm) => swarm.orders)
    await until('enough orders', () => orders().length >= (options.ordersMin ?? 0), ORDERS_MS)
    await Promise.all(swarms.map((swarm) => swarm.finish()))
    await settle(program)
    const repeats = new Map<string, Told>()
    for (const [at, stand] of stands.entries()) await repeatAll(stand, swarms[at]!.orders, repeats)
    const all = await Promise.all(stands.map((each) => readRecords(each.ownerUrl(), each.tenant)))
    const books = joinRecords(all)
    const { received } = receiver
    const ledger = readLedger(program.ledger)
    return {
      seed: options.seed,
      kills: program.kills,
      databaseStops: options.databaseStops,
      exits,
      moves,
      payments: books.payments.length,
      byStatus: countBy(books.payments.map(({ status }) => status)),
      unanswered: swarms.reduce((sum, swarm) => sum + swarm.unanswered(), 0),
      deliveries: received.length,
      repeatedDeliveries: received.length - new Set(received.map(eventId)).size,
      verdict: {
        ...judge({ orders: orders(), repeats, ledger, books, received, secrets }),
        'rows of tenants on other shards': await findStrays(program),
        [IDLE]: stands.flatMap(({ tenant }, at) => (all[at]!.payments.length > 0 ? [] : [tenant.slug])),
      },
    }
  } finally {
    await program.end()
    await receiver.close()
  }
}

const planOf = ({ bug }: RunOptions): Plan => (bug === undefined ? {} : { bug })

type Strike = 'kill' | 'stop' | 'move'

const strikesOf = ({ kills, databaseStops, moves = 0 }: RunOptions, dice: Dice): Strike[] =>
  [
    ...Array<Strike>(kills).fill('kill'),
    ...Array<Strike>(databaseStops).fill('stop'),
    ...Array<Strike>(moves).fill('move'),
  ]
    .map((strike) => ({ strike, at: dice.draw() }))
    .sort((a, b) => a.at - b.at)
    .map(({ strike }) => strike)

/** Time under load; the clock sometimes jumps, and a failpoint may end it. */
const load = async (program: Program, dice: Dice, { loadMs }: RunOptions): Promise<void> => {
  await sleep(dice.between(...loadMs) / 2)
  if (dice.draw() < 0.3) await program.moveClock(PAST_THE_WINDOW_S).catch(() => undefined)
  await Promise.race([program.current().exit, sleep(dice.between(...loadMs))])
}

/** Killed from outside at any moment, unless it has died at one of the places that matter already. */
const killAndStart = async (program: Program, dice: Dice, options: RunOptions): Promise<void> => {
  await program.kill()
  await onAll(program, endDeliveryLeases) // of deliveries the dead process was sending
  const isDoomed = program.kills < options.kills && options.databaseStops === 0 && dice.draw() < 0.5
  await program.start({ ...planOf(options), ...(isDoomed ? { failpoint: somewhere(dice) } : {}) })
}

const somewhere = (dice: Dice): Failpoint => ({
  at: dice.pick(DYING_PLACES),
  act: 'die',
  hit: Math.ceil(dice.between(0, 40)),
})
/** Inquiries are too rare to be reached for sure. */
const DYING_PLACES = PLACES.filter((place) => !place.endsWith('inquiry'))

/** Immediate mode: the server's processes drop everything, as in a crash; the supervisor starts it again. */
const stopDatabase = async (program: Program, dice: Dice): Promise<string[]> => {
  const { pid } = program.current()
  const { database, stopped } = strikeDatabase(program, dice)
  await until('the program stands with the database again', () => isWhole(database, stopped), STANDS_AGAIN_MS)
  const { exitCode, signalCode } = program.current().child
  return exitCode === null && signalCode === null ? [] : [`process ${pid} ended with ${signalCode ?? exitCode}`]
}

/** Its dedicated connections: without them it misses notifications, and its leases are not trusted. */
const isWhole = async ({ url, pid }: DatabaseOf, stopped: number): Promise<boolean> => {
  const names = await connectionNames(url()).catch((): string[] => [])
  return pid() !== stopped && ['vezne', 'vezne-notices', 'vezne-presence'].every((name) => names.includes(name))
}

const settle = async (program: Program): Promise<void> => {
  // Deliveries that a stop of the database left with a living process: their leases end by the database's own time, which no test waits for.
  await onAll(program, endDeliveryLeases)
  await onAll(program, extendLeases)
  await untilAllFinal(program)
  await until('every delivery is done', async () => {
    const stands = program.stands()
    const waiting = await Promise.all(stands.map((each) => waitingDeliveries(each.ownerUrl(), each.tenant)))
    if (waiting.every((count) => count === 0)) return true
    await program.moveClock(PAST_A_RETRY_S)
    await sleep(LOOK_MS)
    return false
  })
}

const onAll = async ({ databases }: Program, work: (url: string) => Promise<void>): Promise<void> => {
  for (const { url } of databases) await work(url())
}

/** The final response per key goes to `told`. */
const repeatAll = async (stand: Stand, orders: readonly Order[], told: Map<string, Told>): Promise<void> => {
  const left = [...orders]
  const checker = async (): Promise<void> => {
    for (let order = left.pop(); order !== undefined; order = left.pop()) {
      const answer = await pay(stand, order)
      if (answer !== undefined) told.set(order.key, answer)
    }
  }
  await Promise.all(Array.from({ length: CHECKERS }, checker))
}

const countBy = (words: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]))

/** All faults of all lists, each with the name of its list. */
export const faultsOf = ({ verdict, exits }: RunReport): string[] => [
  ...exits,
  ...Object.entries(verdict).flatMap(([name, faults]) => faults.map((fault) => `${name}: ${fault}`)),
]
