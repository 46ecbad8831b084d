/** One run: load, kills, starts, then everything resolved, and the four records joined. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Received, type Receiver, startReceiver } from '../../support/receiver.ts'
import { until } from '../../support/until.ts'
import { untilAllFinal } from './all-final.ts'
import { readLedger } from './bank-ledger.ts'
import { type Dice, openDice } from './dice.ts'
import { judge, type Verdict } from './oracle.ts'
import { type Failpoint, PLACES, type Plan } from './plan.ts'
import { connectionNames, endDeliveryLeases, extendLeases, readRecords, waitingDeliveries } from './platform-records.ts'
import { asLoad, openProgram, type Program } from './program.ts'
import { makeSlowCards } from './slow-cards.ts'
import { type Order, pay, startSwarm, type Told } from './swarm.ts'

export interface RunOptions {
  seed: number
  kills: number
  /** The database server is stopped in immediate mode so often, between the kills. */
  databaseStops: number
  clients: number
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

export const chaosRun = async (options: RunOptions): Promise<RunReport> => {
  const dice = openDice(options.seed)
  const receiver = await startReceiver(refusingSome())
  const program = await openProgram()
  try {
    await program.start(planOf(options))
    const secret = await subscribe(program, receiver)
    await makeSlowCards(program)
    const swarm = startSwarm(program, dice, options)
    const exits: string[] = []
    for (const strike of strikesOf(options, dice)) {
      await load(program, dice, options)
      if (strike === 'kill') await killAndStart(program, dice, options)
      else exits.push(...(await stopDatabase(program)))
    }
    await sleep(options.loadMs[1])
    await until('enough orders', () => swarm.orders.length >= (options.ordersMin ?? 0), ORDERS_MS)
    await swarm.finish()
    await settle(program)
    const repeats = await repeatAll(program, swarm.orders)
    const books = await readRecords(program.ownerUrl())
    const { received } = receiver
    const ledger = readLedger(program.ledger)
    return {
      seed: options.seed,
      kills: program.kills,
      databaseStops: options.databaseStops,
      exits,
      payments: books.payments.length,
      byStatus: countBy(books.payments.map(({ status }) => status)),
      unanswered: swarm.unanswered(),
      deliveries: received.length,
      repeatedDeliveries: received.length - new Set(received.map(eventId)).size,
      verdict: judge({ orders: swarm.orders, repeats, ledger, books, received, secret }),
    }
  } finally {
    await program.end()
    await receiver.close()
  }
}

const eventId = ({ headers }: Received): string => String(headers['x-service-event-id'])

/** Refuses the first delivery of one event in sixteen, so that repeats of the schedule are among the records. */
const refusingSome = (): Parameters<typeof startReceiver>[0] => {
  const refused = new Set<string>()
  return (request, response) => {
    const id = eventId(request)
    const isRefused = !refused.has(id) && (createHash('sha256').update(id).digest()[0] ?? 0) < 16
    if (isRefused) refused.add(id)
    response.writeHead(isRefused ? 500 : 200).end()
  }
}

const subscribe = async (program: Program, { origin }: Receiver): Promise<string> => {
  const answer = await asLoad(program, 'POST', '/api/v1/webhook-subscriptions', {
    body: { url: `${origin}/hook`, events: ['*'] },
  })
  if (answer.status !== 201) throw new Error(`no subscription: ${answer.text}`)
  return answer.body.secret
}

const planOf = ({ bug }: RunOptions): Plan => (bug === undefined ? {} : { bug })

type Strike = 'kill' | 'stop'

const strikesOf = ({ kills, databaseStops }: RunOptions, dice: Dice): Strike[] =>
  [...Array<Strike>(kills).fill('kill'), ...Array<Strike>(databaseStops).fill('stop')]
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
  await endDeliveryLeases(program.ownerUrl()) // of deliveries the dead process was sending
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
const stopDatabase = async (program: Program): Promise<string[]> => {
  const { pid } = program.current()
  const stopped = program.databasePid()
  process.kill(stopped, 'SIGQUIT')
  await until('the program stands with the database again', () => isWhole(program, stopped), 30_000)
  const { exitCode, signalCode } = program.current().child
  return exitCode === null && signalCode === null ? [] : [`process ${pid} ended with ${signalCode ?? exitCode}`]
}

/** Its dedicated connections: without them it misses notifications, and its leases are not trusted. */
const isWhole = async (program: Program, stopped: number): Promise<boolean> => {
  const names = await connectionNames(program.ownerUrl()).catch((): string[] => [])
  return (
    program.databasePid() !== stopped &&
    ['vezne', 'vezne-notices', 'vezne-presence'].every((name) => names.includes(name))
  )
}

const settle = async (program: Program): Promise<void> => {
  // Deliveries that a stop of the database left with a living process: their leases end by the database's own time, which no test waits for.
  await endDeliveryLeases(program.ownerUrl())
  await extendLeases(program.ownerUrl())
  await untilAllFinal(program)
  await until('every delivery is done', async () => {
    if ((await waitingDeliveries(program.ownerUrl())) === 0) return true
    await program.moveClock(PAST_A_RETRY_S)
    await sleep(LOOK_MS)
    return false
  })
}

/** The final response per key. */
const repeatAll = async (program: Program, orders: readonly Order[]): Promise<Map<string, Told>> => {
  const told = new Map<string, Told>()
  const left = [...orders]
  const checker = async (): Promise<void> => {
    for (let order = left.pop(); order !== undefined; order = left.pop()) {
      const answer = await pay(program, order)
      if (answer !== undefined) told.set(order.key, answer)
    }
  }
  await Promise.all(Array.from({ length: CHECKERS }, checker))
  return told
}

const countBy = (words: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]))

/** All faults of all lists, each with the name of its list. */
export const faultsOf = ({ verdict, exits }: RunReport): string[] => [
  ...exits,
  ...Object.entries(verdict).flatMap(([name, faults]) => faults.map((fault) => `${name}: ${fault}`)),
]
