/** The movements of an order as the bank lists them: a charge, its capture and its refunds; a void is a state of a row. */
import { createHmac } from 'node:crypto'
import type { Bank } from '../bank-parts.ts'
import { type Movement, type Order, toOrderState } from '../ledger/order.ts'
import { stampT } from '../wire/bank-time.ts'
import { decimal } from '../wire/money.ts'
import { currencyNumber } from '../wire/terms.ts'
import { type Said, toSaid, toStan } from './answer.ts'

/** N normal, V voided, R reversed by the bank, S suspicious: not ended yet. */
export type RowStatus = 'N' | 'V' | 'R' | 'S'

export interface Row {
  readonly movement: Movement
  readonly said: Said
  readonly status: RowStatus
  readonly isDone: boolean
  /** Members that both lists have. */
  readonly members: Readonly<Record<string, string | number>>
  /** Absent without a pre-authorization. */
  readonly hold?: Readonly<Record<string, string | number>>
}

const TXN_CODES: Readonly<Partial<Record<Movement['operation'], string>>> = {
  sale: '1000',
  preauth: '1004',
  capture: '1005',
  refund: '1002',
}

/** Oldest first. */
export const listRows = (bank: Bank, order: Order): Row[] =>
  order.movements.flatMap((movement) => (TXN_CODES[movement.operation] ? [toRow(bank, order, movement)] : []))

const toRow = (bank: Bank, order: Order, movement: Movement): Row => {
  const { operation, code, booked, due_at, references, at, batch, amount } = movement
  const isDone = booked || due_at !== undefined || code === '00'
  const said = toSaid(isDone ? '00' : code)
  // A capture has the references of its pre-authorization.
  const { auth_code, host_reference } = operation === 'capture' ? order.references : references
  const isCharge = movement === order.movements[0]
  return {
    movement,
    said,
    status: statusOf(order, movement),
    isDone,
    members: {
      txnCode: TXN_CODES[operation]!,
      responseCode: said.responseCode,
      responseMessage: said.responseMessage,
      ...(said.host ? { hostResponseCode: said.host.code, rrn: host_reference } : {}),
      ...(isDone ? { authCode: auth_code } : {}),
      orderId: isCharge ? order.order_id : toUuid(bank.seed, references.transaction_id),
      orgOrderId: order.order_id,
      amount: Number(decimal(amount)),
      currencyCode: Number(currencyNumber(order.currency)),
      maskedCardNumber: order.card,
      txnDateTime: stampT(at),
      settlementId: toUuid(bank.seed, `${order.merchant}/${batch}`),
      batchNumber: said.host ? batch : 0,
      stan: said.host ? toStan(references) : 0,
      ccbRewardAmount: 0,
      pcbRewardAmount: 0,
      xcbRewardAmount: 0,
    },
    ...(operation === 'preauth' && isDone ? { hold: holdMembers(order) } : {}),
  }
}

/** Movements other than the charge have a number of the bank. */
const toUuid = (seed: string, name: string): string =>
  createHmac('sha256', seed)
    .update(`${name}/uuid`)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

const statusOf = (order: Order, movement: Movement): RowStatus => {
  const { operation, due_at } = movement
  if (due_at !== undefined) return 'S'
  if (operation === 'refund') return 'N'
  if (operation === 'capture') return isUndone(order, movement) ? 'V' : 'N'
  switch (toOrderState(order)) {
    case 'reversed':
      return 'R'
    case 'voided':
    case 'expired':
      return 'V'
    default:
      return 'N'
  }
}

const isUndone = ({ movements }: Pick<Order, 'movements'>, capture: Movement): boolean =>
  movements
    .slice(movements.indexOf(capture) + 1)
    .some(({ operation, booked }) => booked && (operation === 'capture_void' || operation === 'reversal'))

const NEVER = '1900-01-01T00:00:00.000'

/** O is open, C is closed by a capture; the void of a capture opens it again. */
const holdMembers = ({ movements }: Order): Readonly<Record<string, string | number>> => {
  const captures = movements.filter(({ operation, booked }) => operation === 'capture' && booked)
  const last = captures.at(-1)
  if (last === undefined) return { preAuthStatus: 'O' }
  return isUndone({ movements }, last)
    ? { preAuthStatus: 'O', preAuthCloseDate: NEVER, preAuthCloseAmount: 0 }
    : { preAuthStatus: 'C', preAuthCloseDate: stampT(last.at), preAuthCloseAmount: Number(decimal(last.amount)) }
}
