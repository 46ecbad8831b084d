/** StatusHistory: an order in its present state. */
import { findVisibleOrder } from '../acquirer/visible-order.ts'
import type { Bank } from '../bank-parts.ts'
import { type Order, toOrderState } from '../ledger/order.ts'
import { stampDots } from '../wire/bank-time.ts'
import { decimal } from '../wire/money.ts'
import type { Work } from '../wire/serve.ts'
import { isOrderId } from '../wire/terms.ts'
import { refusedAnswer, statusText } from './answer.ts'
import { withComma } from './fields.ts'
import type { InterposRequest } from './read-request.ts'
import { toSaid } from './refusals.ts'

export const statusWork =
  (bank: Bank, read: InterposRequest): Work =>
  (_effect, extra) => {
    const { fields, orderId, merchant } = read
    if (!isOrderId(orderId)) return refusedAnswer(bank, fields, 'bad_order_id', extra)
    if (merchant.suspended) return refusedAnswer(bank, fields, 'merchant_suspended', extra)
    const order = findVisibleOrder(bank, read)
    if (order === undefined) return refusedAnswer(bank, fields, 'unknown_order', extra)
    const isDeclined = toOrderState(order) === 'declined'
    // The inquiry itself has succeeded, whatever became of the charge.
    const said = { ...toSaid(isDeclined ? order.code : '00'), code: '00' }
    return { text: statusText(bank, fields, said, membersOf(bank, order), extra), booked: false }
  }

const membersOf = ({ ledger }: Bank, order: Order): Readonly<Record<string, string>> => {
  const state = toOrderState(order)
  const movement = order.movements.findLast(({ operation, booked }) => operation === 'capture' && booked)
  const { references, at, amount, batch } = movement ?? order.movements[0]!
  const isUndone = UNDONE.has(state)
  return {
    BatchNo: String(batch),
    TransId: references.transaction_id,
    TRXDATE: stampDots(at),
    TxnStat: statOf(order, state),
    PurchAmount: withComma(decimal(amount)),
    TxnStatus: isUndone ? 'V' : statusOf(order, ledger.books.batch),
    ChargeTypeCd: state === 'authorized' ? '-' : 'S',
    RefundedAmount: order.refunded > 0 ? withComma(decimal(order.refunded)) : '0',
    AuthCode: state === 'declined' ? '' : references.auth_code,
    ...(isUndone ? { VoidDate: stampVoid(undoneAt(order)) } : {}),
  }
}

/** States that look like a void, also where the bank itself took the order back. */
const UNDONE: ReadonlySet<string> = new Set(['voided', 'reversed', 'expired'])

/** N normal, V voided, R reversed by the bank, S open: a refund that was accepted has not been carried out. */
const statOf = ({ refunding }: Order, state: string): string => {
  if (state === 'reversed') return 'R'
  if (UNDONE.has(state)) return 'V'
  return refunding > 0 ? 'S' : 'N'
}

/** D declined, A held, K a hold that was captured, S and C a sale after the end of its day and before it. */
const statusOf = (order: Order, batch: number): string => {
  const state = toOrderState(order)
  if (state === 'declined') return 'D'
  if (state === 'authorized') return 'A'
  if (order.operation === 'preauth') return 'K'
  return order.captureBatch === batch ? 'C' : 'S'
}

const undoneAt = ({ voidedAt, movements, at }: Order): number =>
  voidedAt ?? movements.findLast(({ operation }) => operation === 'expiry')?.at ?? at

/** Formats as 5.1.2026 10:15:30. */
const stampVoid = (ms: number): string => stampDots(ms).replace(/^0?(\d+)\.0?(\d+)\./, '$1.$2.')
