/** The oracle at the end: the bank's books are ours, ledgers are even, events came; a part of the payments at a time, since a day is more than memory. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type BankOrder, judgeLife, readLife } from '../../resilience/chaos/life/judge-life.ts'
import { settle } from '../../resilience/chaos/life/settle.ts'
import type { Told } from '../../resilience/chaos/life/stories.ts'
import type { Verdict } from '../../resilience/chaos/oracle.ts'
import { waitingDeliveries } from '../../resilience/chaos/platform-records.ts'
import type { Operated } from '../../resilience/chaos/program.ts'
import { judgeTransfers, rowsAt } from '../../resilience/chaos/transfers/judge-transfers.ts'
import { settleTransfers } from '../../resilience/chaos/transfers/transfers-run.ts'
import type { BankProcess } from '../../support/bank.ts'
import type { ErrorLines } from '../../support/error-lines.ts'
import { until } from '../../support/until.ts'
import { lostEvents, type Subscriber } from './deliveries.ts'
import type { DayLoad } from './load.ts'

const STEP_S = 70
const LOOK_MS = 300
const PATIENCE_MS = 120_000
const SLICES = '0123456789abcdef'
const LAST_DIGIT = /[0-9a-f]{32}/i

export const judgeCards = async (url: string, bank: BankProcess, told: readonly Told[]): Promise<Verdict> => {
  const orders = Map.groupBy(await bank.control.allOrders(), ({ order_id }: BankOrder) => lastDigit(order_id))
  const said = Map.groupBy(told, ({ payment }) => payment.at(-1) ?? '')
  const whole: Verdict = {}
  for (const slice of SLICES) {
    const part = judgeLife(await readLife(url, slice), orders.get(slice) ?? [], said.get(slice) ?? [])
    for (const [rule, faults] of Object.entries(part)) whole[rule] = [...(whole[rule] ?? []), ...faults]
  }
  const strangers = (orders.get('') ?? []).filter(({ state }) => state !== 'tombstone')
  whole['orders nobody asked for']?.push(...strangers.map(({ order_id }) => order_id))
  const { sum } = await bank.control.balances()
  whole["the bank's books do not balance"] = sum === 0 ? [] : [`their sum is ${sum}`]
  return whole
}

const lastDigit = (orderId: string): string => LAST_DIGIT.exec(orderId)?.[0]?.at(-1)?.toLowerCase() ?? ''

interface Judged {
  readonly program: Operated
  readonly bank: BankProcess
  readonly subscriber: Subscriber
  readonly load: Pick<DayLoad, 'told' | 'promises'>
}

/** Brings all that is open to its end first. */
export const judgeDay = async ({ program, bank, subscriber, load }: Judged): Promise<Verdict> => {
  const rows = rowsAt(program.ownerUrl())
  await settle(program, PATIENT)
  await settleTransfers(program, rows)
  await until(
    'all deliveries have ended',
    async () => {
      if ((await waitingDeliveries(program.ownerUrl())) === 0) return true
      await program.moveClock(STEP_S)
      await sleep(LOOK_MS)
      return false
    },
    PATIENCE_MS,
  ).catch(() => undefined) // what is missing is in the verdict
  const { made, lost } = await lostEvents(program.ownerUrl(), subscriber)
  return {
    ...(await judgeCards(program.ownerUrl(), bank, load.told)),
    ...(await judgeTransfers(rows, bank, load.promises)),
    [`of ${made} events never delivered`]: lost,
  }
}

/** Errors in the logs are counted, and none of them ends the run. */
const PATIENT: ErrorLines = { check: () => undefined, until }
