/** Clients that capture, void and refund while the program is killed again and again; then everything resolved and checked. */
import { until } from '../../support/until.ts'
import { readLedger } from './bank-ledger.ts'
import { type Dice, openDice } from './dice.ts'
import { operationFaults, wasCarriedOut } from './operation-oracle.ts'
import {
  AMOUNT,
  follow,
  followUntilKnown,
  type OperationOrder,
  openFollowUps,
  operationOrder,
  payFor,
} from './operation-orders.ts'
import { endLeases } from './platform-records.ts'
import type { Program } from './program.ts'
import type { Told } from './swarm.ts'

export interface FollowUpRun {
  orders: number
  /** Got 200 without a repeat. */
  done: number
  faults: string[]
}

const CLIENTS = 8
const PAYMENTS = 40
const PAST_THE_WINDOW_S = 200
const ORDERS_BETWEEN_KILLS = [30, 50] as const
const KINDS = ['capture', 'void', 'refund', 'refund', 'refund'] as const
const BANKS = [{}, {}, {}, { extra_properties: { simulate: '99' } }, { extra_properties: { simulate: '05' } }]

/** The program runs, and runs on. */
export const operationRun = async (
  program: Program,
  options: { seed: number; kills: number },
): Promise<FollowUpRun> => {
  const dice = openDice(options.seed)
  const kinds = Array.from({ length: PAYMENTS }, (_, at) => (at % 2 === 0 ? 'sale' : 'pre_auth'))
  const payments = await Promise.all(kinds.map((kind) => payFor(program, kind as 'sale' | 'pre_auth')))
  const orders: OperationOrder[] = []
  let isEnding = false
  const client = async (): Promise<void> => {
    while (!isEnding) {
      const order = draw(dice, `load-${orders.length}`, payments)
      orders.push(order)
      const isTwice = dice.draw() < 0.2
      await Promise.all((isTwice ? [order, order] : [order]).map((each) => followUntilKnown(program, each)))
    }
  }
  const load = async (): Promise<void> => {
    const enough = orders.length + dice.between(...ORDERS_BETWEEN_KILLS)
    await until('the load goes on', () => orders.length >= enough, 60_000)
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, client))
  for (let kill = 0; kill < options.kills; kill++) {
    await load()
    await program.kill()
    await endLeases(program.ownerUrl())
    await program.start()
  }
  await load()
  isEnding = true
  await clients
  await resolveOperations(program)
  return {
    orders: orders.length,
    done: orders.filter(({ told }) => told.some(({ status }) => status === 200)).length,
    faults: await judgeOperations(program, orders, [program.ledger]),
  }
}

const draw = (dice: Dice, key: string, payments: readonly string[]): OperationOrder => {
  const kind = dice.pick(KINDS)
  const amount = kind === 'refund' ? { amount: Math.ceil(dice.draw() * AMOUNT * 0.4) } : {}
  return operationOrder(key, dice.pick(payments), kind, { ...amount, ...dice.pick(BANKS) })
}

export const resolveOperations = async (program: Program): Promise<void> => {
  await program.moveClock(PAST_THE_WINDOW_S)
  await until('all are final', async () => (await openFollowUps(program.ownerUrl())) === 0)
}

/** Repeats every order once more, then joins the records. */
export const judgeOperations = async (
  program: Program,
  orders: readonly OperationOrder[],
  ledgers: readonly string[],
): Promise<string[]> => {
  const repeats = new Map<string, Told>()
  for (const order of orders.filter(wasCarriedOut)) {
    const told = await follow(program, order)
    if (told) repeats.set(order.key, told)
  }
  return operationFaults(program.ownerUrl(), { orders, repeats, ledger: ledgers.flatMap(readLedger) })
}
