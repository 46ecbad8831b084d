/** OrderInquiry: the last movement of an order that is not a void, a refund or a refusal, in its present state. */
import { findVisibleOrder } from '../acquirer/visible-order.ts'
import type { Bank } from '../bank-parts.ts'
import { type Order, toOrderState } from '../ledger/order.ts'
import { stamp, stampDay, stampDots } from '../wire/bank-time.ts'
import { decimal } from '../wire/money.ts'
import type { Answer } from '../wire/serve.ts'
import { currencyNumber } from '../wire/terms.ts'
import { bankAnswer, REFUSALS, responseXml } from './answer.ts'
import type { PayforRequest } from './read-request.ts'
import { alphaCode, buildRecord, schemeLetter } from './record.ts'
import { toRequestGuid } from './request-guid.ts'

export const orderInquiry = (bank: Bank, read: PayforRequest, extra: boolean): Answer => {
  const order = findVisibleOrder(bank, read)
  return { text: responseXml(order ? found(bank, read, order) : notFound(read), extra), booked: false }
}

/** Says P, as if it were pending; the code is what counts. */
export const notFound = ({ merchant, orderId }: PayforRequest): Record<string, string> => {
  const [code, text] = REFUSALS.unknown_order
  const record = buildRecord({
    RequestGuid: '0',
    MbrId: merchant.mbrId,
    MerchantID: merchant.id,
    OrderId: orderId,
    SecureType: 'Inquiry',
    Currency: '949',
    TxnType: 'OrderInquiry',
    OrgOrderId: orderId,
    MrcName: merchant.name,
    IrcDet: text,
    IrcCode: '99961',
    TxnStatus: 'P',
    ErrMsg: text,
    ProcReturnCode: code,
    hasOrderId: 'True',
  })
  return { ...record, InsertDatetime: '1.01.0001 00:00:00', D3Status: '-1', ...ALWAYS, SESSION_SYSTEM_USER: '0' }
}

const ALWAYS = { PAYFORFROMXMLREQUEST: '1' }

const found = (bank: Bank, { merchant }: PayforRequest, order: Order): Record<string, string> => {
  const state = toOrderState(order)
  const said = bankAnswer(order.code)
  const isDeclined = state === 'declined'
  const isCapture = order.operation === 'preauth' && order.capturedAt !== undefined
  const movement =
    (isCapture && order.movements.findLast(({ operation, booked }) => operation === 'capture' && booked)) ||
    order.movements[0]!
  const isUndone = UNDONE.has(state)
  const record = buildRecord({
    RequestGuid:
      order.session === undefined ? toRequestGuid(bank.seed, order.order_id) : toRequestGuid(bank.seed, order.session),
    MbrId: merchant.mbrId,
    MerchantID: merchant.id,
    OrderId: order.order_id,
    SecureType: order.session === undefined ? 'NonSecure' : '3DModelPayment',
    PurchAmount: decimal(movement.amount),
    Currency: currencyNumber(order.currency),
    AlphaCode: alphaCode(order.currency),
    TxnType: isCapture ? 'PostAuth' : order.operation === 'sale' ? 'Auth' : 'PreAuth',
    OrgOrderId: isCapture ? order.order_id : '',
    CardType: schemeLetter(order.scheme),
    InstallmentCount: order.installments > 1 ? String(order.installments) : '0',
    MrcName: merchant.name,
    TxnStatus: isDeclined ? 'N' : isUndone ? 'V' : 'Y',
    ErrMsg: isDeclined ? said.text : bankAnswer('00').text,
    TxnResult: isDeclined ? 'Failed' : 'Success',
    AuthCode: isDeclined ? '' : movement.references.auth_code,
    ProcReturnCode: isDeclined ? said.code : '00',
    BatchNo: String(movement.batch),
    CardMask: order.card,
    RefundedAmount: order.refunded > 0 ? decimal(order.refunded) : '0',
    ReqDate: stampDay(movement.at),
    SysDate: stampDay(movement.at),
    F11: String(Number(movement.references.host_reference.slice(-6))),
    F37: movement.references.host_reference,
    ...(isUndone ? voidedMembers(order) : {}),
  })
  return {
    ...record,
    InsertDatetime: stampDots(movement.at),
    D3Status: '-1',
    ArtiTaksit: '0',
    AuthId: '',
    ...(isCapture ? { CardAcceptorName: '' } : {}),
    ...ALWAYS,
    IsVoided: String(isUndone),
    IsRefunded: String(order.refunded > 0),
    TrxDate: stampDots(movement.at).slice(0, 16),
    ReturnMessage: record.ErrMsg!,
  }
}

/** States that look like a void, also where the bank itself took the order back. */
const UNDONE: ReadonlySet<string> = new Set(['voided', 'reversed', 'expired'])

export const voidedMembers = (order: Order): { VoidDate: string; VoidTime: string } => {
  const at = order.voidedAt ?? order.movements.findLast(({ operation }) => operation === 'expiry')?.at ?? order.at
  return { VoidDate: stampDay(at), VoidTime: stamp(at).slice(9).replaceAll(':', '') }
}
