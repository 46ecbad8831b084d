/** The end of a bank's day: which lies it is told to tell, which cardholders object, and what of it is true, by its own ledger. */
import type { BankProcess } from '../../../support/bank.ts'
import type { Dice } from '../dice.ts'
import type { BankOrder } from '../life/judge-life.ts'

/** A row the day's file has, lacks, or has otherwise than it was. */
export interface Lie {
  readonly lie: string
  readonly merchant: string
  /** The order's payment; empty: no order of ours. */
  readonly payment: string
  readonly operation: string
  /** As the file names it. */
  readonly reference: string
  readonly minor: number
}
export interface Objection {
  readonly payment: string
  readonly amount: number
  readonly reference: string
  readonly isReversal: boolean
}

/** What the bank did without a word: taken back, or charged although it declined. */
export interface SilentAct {
  readonly merchant: string
  readonly payment: string
  readonly fault: string
}

/** The file of one merchant's day, with what is wrong in it. */
export interface SettledDay {
  readonly merchant: string
  readonly day: string
  readonly number: number
  readonly lies: readonly Lie[]
  readonly acts: readonly SilentAct[]
  readonly isLate: boolean
  readonly hasWrongChecksum: boolean
}

// biome-ignore lint/suspicious/noExplicitAny: the ledger's entries have many forms
type Entry = any
interface Movement {
  readonly operation: string
  readonly booked: boolean
  readonly batch: number
  readonly transaction_id: string
}
type FullOrder = BankOrder & { readonly movements: readonly Movement[]; readonly transaction_id: string }

const ID_DIGITS = /[0-9a-f]{32}/i
const paymentOf = (orderId: string): string => ID_DIGITS.exec(orderId)?.[0]?.toLowerCase() ?? ''
const DAY_MS = 86_400_000
const LATE_MINUTES = 90
const LIES_MAX = 5
const OBJECTIONS_MAX = 2
const ROW_LIES = ['missing_row', 'double_row', 'amount_off', 'commission_off'] as const
const FILE_LIES = [
  { kind: 'unknown_row', parameters: { minor: 4_200 } },
  { kind: 'day_file_late', parameters: { minutes: LATE_MINUTES } },
  { kind: 'bad_checksum' },
] as const

const SILENT_ACTS: readonly string[] = ['approved_then_reversed', 'declined_but_charged']

const isSilentAct = (entry: Entry): boolean => entry.kind === 'fault_fired' && SILENT_ACTS.includes(entry.fault)

/** Arms what the files of this day will say, closes the day, and reads from the ledger what they do say. `since`: its last fact of the day before. */
export const endBankDay = async (
  { control }: BankProcess,
  dice: Dice,
  since: number,
): Promise<{ files: SettledDay[]; last: number }> => {
  await control.disarm()
  const orders = ((await control.orders()).orders as FullOrder[]).filter(({ state }) => state !== 'tombstone')
  const { batch } = (await control.call('GET', '/clock')).body
  const acted = new Set((await control.journal(since + 1)).filter(isSilentAct).map(({ order_id }: Entry) => order_id))
  const rows = rowsOf(
    orders.filter(({ order_id }) => !acted.has(order_id)),
    batch,
  )
  for (let left = Math.floor(dice.between(0, LIES_MAX + 1)); left > 0 && rows.length > 0; left--) {
    const [match] = rows.splice(Math.floor(dice.draw() * rows.length), 1)
    await control.arm({ kind: dice.pick(ROW_LIES), match: match as Record<string, string> })
  }
  // The same objection twice is one.
  await control.arm({ kind: 'double_row', match: { operation: 'chargeback' }, probability: 0.3, seed: String(batch) })
  for (const fault of FILE_LIES) if (dice.draw() < 0.25) await control.arm(fault)
  await control.endDay()
  await control.disarm()
  const entries: Entry[] = await control.journal(since + 1)
  const settled = entries.filter(({ kind }) => kind === 'day_settled')
  const stood = new Map(orders.map((order) => [order.order_id, order]))
  return { files: settled.map((each) => toSettledDay(each, entries, stood)), last: entries.at(-1)?.n ?? since }
}

/** Cardholders object to what earlier days charged, each once; of those that the merchant answered some are decided for it. */
export const object = async (
  { control }: BankProcess,
  dice: Dice,
  made: Objection[],
  { answered, isListed }: Record<'answered' | 'isListed', (payment: string) => boolean>,
): Promise<void> => {
  const { batch } = (await control.call('GET', '/clock')).body
  const orders = (await control.orders()).orders as FullOrder[]
  const charged = orders.filter(
    ({ order_id, state, movements }) =>
      state === 'captured' &&
      paymentOf(order_id) !== '' &&
      !isListed(paymentOf(order_id)) &&
      movements.every((each) => each.batch < batch) &&
      !made.some(({ payment }) => payment === paymentOf(order_id)),
  )
  const say = async ({ merchant, order_id, net }: BankOrder, reverses: boolean): Promise<void> => {
    const { body } = await control.call('POST', '/disputes', { merchant, order_id, amount: net, reverses })
    made.push({ payment: paymentOf(order_id), amount: net, reference: body.transaction_id, isReversal: reverses })
  }
  for (let left = Math.floor(dice.between(0, OBJECTIONS_MAX + 1)); left > 0 && charged.length > 0; left--) {
    const [order] = charged.splice(Math.floor(dice.draw() * charged.length), 1)
    await say(order as FullOrder, false)
  }
  for (const { payment } of made.filter(({ isReversal }) => !isReversal)) {
    const isOver = made.some((each) => each.isReversal && each.payment === payment)
    const order = orders.find(({ order_id, net }) => net > 0 && paymentOf(order_id) === payment)
    if (order !== undefined && !isOver && answered(payment) && dice.draw() < 0.5) await say(order, true)
  }
}

/**
 * The sales and refunds of a batch. Orders that share a reference are left alone, because a lie would strike both; so are those that the bank
 * settled otherwise than it said, because the list shows one difference a row.
 */
const rowsOf = (orders: readonly FullOrder[], batch: number): { order_id: string; operation: string }[] => {
  const uses = Map.groupBy(orders, (order) => `${order.merchant} ${order.transaction_id}`)
  return orders.flatMap((order) => {
    const { order_id, movements, state, merchant, transaction_id } = order
    const isAlone = uses.get(`${merchant} ${transaction_id}`)?.length === 1
    if (!isAlone || paymentOf(order_id) === '' || !/^(captured|refunded)$/.test(state)) return []
    const ofBatch = movements.filter((each) => each.booked && each.batch === batch)
    return [
      ...(ofBatch.some(({ operation }) => /^(sale|capture)$/.test(operation)) ? [{ order_id, operation: 'sale' }] : []),
      ...(ofBatch.some(({ operation }) => operation === 'refund') ? [{ order_id, operation: 'refund' }] : []),
    ]
  })
}

const toSettledDay = (
  settled: Entry,
  entries: readonly Entry[],
  orders: ReadonlyMap<string, FullOrder>,
): SettledDay => {
  const { merchant, day, number, batch, lies } = settled
  const isOurs = (each: Entry): boolean =>
    each.kind === 'fault_fired' && each.merchant === merchant && each.n < settled.n && ROW_LIES.includes(each.fault)
  // Each lie about a row was fired right before the day was settled, in the order of the rows.
  const before = entries.filter(isOurs)
  const rows = lies.filter(({ lie }: Entry) => ROW_LIES.includes(lie))
  const fired = before.slice(before.length - rows.length)
  return {
    merchant,
    day: new Date(day * DAY_MS).toISOString().slice(0, 10),
    number,
    isLate: settled.file_at > Date.parse(settled.at),
    acts: entries
      .filter((each) => each.merchant === merchant && isSilentAct(each))
      // A card that was declined all the same, or a charge that the platform voided the same day, is in no file.
      .filter(({ order_id }) => ['reversed', 'captured', 'refunded'].includes(orders.get(order_id)?.state ?? ''))
      .map(({ order_id, fault }) => ({ merchant, fault, payment: paymentOf(order_id) })),
    hasWrongChecksum: lies.some(({ lie }: Entry) => lie === 'bad_checksum'),
    lies: [
      ...rows.map(({ lie, transaction_id, minor }: Entry, at: number) => ({
        lie,
        merchant,
        payment: paymentOf(fired[at].order_id),
        operation: fired[at].operation,
        reference: transaction_id.split('/')[1],
        minor,
      })),
      ...lies
        .filter(({ lie }: Entry) => lie === 'unknown_row')
        .map(({ minor }: Entry) => ({
          lie: 'unknown_row',
          merchant,
          payment: '',
          operation: 'sale',
          reference: `${`X${batch}`.padEnd(10, '0')}SIM`,
          minor,
        })),
    ],
  }
}
