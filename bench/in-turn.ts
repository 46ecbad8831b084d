/** Payments of two tenants in turn, by the processor time of program and database: what one's settings cost beside the other's. */
import type pg from 'pg'
import { cpuTimeOf } from './cpu-time.ts'
import { benchPayments } from './payments.ts'
import type { BenchServer } from './server.ts'

const CONNECTIONS = 64

export interface Turn {
  perSecond: number
  /** Processor time of program and database a payment, microseconds. */
  cpuUs: number
}

interface TurnOptions {
  server: BenchServer
  owner: pg.Client
  durationMs: number
  say: (line: string) => void
  connections?: number
}

/** One turn of a tenant; `more` goes on top of each payment's body. */
export const openTurns = ({ server, owner, durationMs, say, connections = CONNECTIONS }: TurnOptions) => {
  const cpuTime = cpuTimeOf(server)
  const paymentsMade = async (): Promise<number> =>
    Number((await owner.query<{ count: string }>('select count(*) from payments')).rows[0]?.count)
  return async (tenant: string, more?: () => object): Promise<Turn> => {
    const target = { cardsUrl: server.urls.cards, token: await server.token('admin', tenant) }
    const [made, spent] = [await paymentsMade(), cpuTime()]
    const { perSecond, statuses } = await benchPayments(target, connections, durationMs, more)
    const others = Object.entries(statuses).filter(([status]) => status !== '200')
    if (others.length > 0) say(`  other answers: ${JSON.stringify(Object.fromEntries(others))}`)
    return { perSecond, cpuUs: ((cpuTime() - spent) * 1_000) / ((await paymentsMade()) - made) }
  }
}

export interface Compared {
  off: Turn
  on: Turn
  /** Median of the pairs: what `on` adds, and how many times `off` it is. */
  addedUs: number
  ratio: number
}

/** Medians over so many pairs, after one that warms both ways up. */
export const compareInTurn = async (
  rounds: number,
  off: () => Promise<Turn>,
  on: () => Promise<Turn>,
): Promise<Compared> => {
  const pairs: { off: Turn; on: Turn }[] = []
  for (let round = 0; round <= rounds; round++) pairs.push({ off: await off(), on: await on() })
  pairs.shift()
  const middle = (way: 'off' | 'on'): Turn => ({
    perSecond: median(pairs.map((pair) => pair[way].perSecond)),
    cpuUs: median(pairs.map((pair) => pair[way].cpuUs)),
  })
  return {
    off: middle('off'),
    on: middle('on'),
    addedUs: median(pairs.map((pair) => pair.on.cpuUs - pair.off.cpuUs)),
    ratio: median(pairs.map((pair) => pair.on.cpuUs / pair.off.cpuUs)),
  }
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
