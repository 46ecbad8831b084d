/** SaleReversal, DrawBack and PartialDrawback, which name the sale by its number and by all of its references. */
import { type OperationRequest, operate } from '../acquirer/operation.ts'
import { type PreciseRefusal, preciseRefusal } from '../acquirer/precise-refusal.ts'
import type { Bank } from '../bank-parts.ts'
import { toKey } from '../ledger/books.ts'
import type { References } from '../ledger/facts.ts'
import type { Order } from '../ledger/order.ts'
import { stampT } from '../wire/bank-time.ts'
import type { Answer, Work } from '../wire/serve.ts'
import { isOrderId } from '../wire/terms.ts'
import type { Pair } from '../wire/xml.ts'
import { currencyCode, parseCurrency, parseMinor } from './fields.ts'
import { toOrderNumber, toStan } from './order-number.ts'
import { type KuveytCall, OPERATIONS } from './read-envelope.ts'
import { bankText, REFUSALS } from './refusals.ts'
import { movementXml, nothingXml, type Wrong, wrongAnswer } from './service-answer.ts'

const MISMATCH: Wrong = ['TransactionAmountMismatchException', 'Satış tutarı ile iade tutarı eşleşmemektedir.']
const WRONG_REFERENCES: Wrong = ['RRNOrStanOrProvIsIncorrect', 'RRN, Stan veya ProvisionNumber hatalıdır.']
/** The bank gives this one no code. */
const WHOLE_ON_ITS_DAY: Wrong = ['', 'Satışla aynı gün tutarın tamamı kısmi iade edilemez, işlem iptal edilebilir.']
/** The service does not pass on this code of the card's bank. */
const UNREACHED = '91'
const UNAVAILABLE: Wrong = ['ServiceUnavailable', 'IsoProxyFactoryServiceResponseWasNull']
const INVALID = 'InvalidRequestError'

const WRONGS: Readonly<Partial<Record<PreciseRefusal, Wrong>>> = {
  merchant_suspended: REFUSALS.merchant_suspended,
  currency_mismatch: REFUSALS.bad_currency,
  above_captured: MISMATCH,
  voided_before: ['21', 'İşlem daha önce iptal edilmiştir.'],
  day_ended: [INVALID, 'İptal işlemi satışla aynı gün yapılmalıdır. Geçmiş tarihli işlem için iade yapınız.'],
  refunded_before: [INVALID, 'İşlem daha önce iade edilmiştir.'],
  not_settled: [INVALID, 'İade günsonundan önce yapılamaz.'],
}
const OTHER: Wrong = [INVALID, 'İşlem bu adıma uygun değildir.']

/** A refund of what was voided is refused by the card's bank. */
const OF_VOIDED = ['28', 'İptal Edilen İşlem İade Yapılamaz'] as const

export const operationWork =
  (bank: Bank, call: KuveytCall): Work =>
  (effect, extra) => {
    const { ledger } = bank
    const { operation, merchant, orderId } = call
    const order = ledger.books.orders.get(toKey(merchant.id, orderId))
    const terms = readTerms(call)
    const wrong = 'amount' in terms ? findWrong(bank, call, terms.amount, order) : terms
    if (wrong !== undefined || !('amount' in terms)) return wrongAnswer(operation, wrong as Wrong, extra)
    const kind = OPERATIONS[operation] as 'void' | 'refund'
    const request: OperationRequest = { merchant, orderId, operation: kind, ...terms }
    const result = operate(ledger, kind === 'void' ? { ...request, amount: terms.amount } : request, effect)
    if (result.kind === 'refused')
      return refuse(bank, call, preciseRefusal(result.refusal, order), extra, result.references)
    const { code, references, script, booked } = result
    if (code === UNREACHED) return { ...wrongAnswer(operation, UNAVAILABLE, extra), booked, script }
    const isVoid = kind === 'void'
    // A void has the references and the time of its sale.
    const named = isVoid ? result.order.references : references
    const at = isVoid ? result.order.at : ledger.now()
    const members = membersOf(bank, result.order, named, at, [code, bankText(code)])
    return { text: movementXml(bank, operation, members, extra), booked, script }
  }

const readTerms = ({ request, message, orderId }: KuveytCall): { amount: number; currency: string } | Wrong => {
  if (orderId === '') return REFUSALS.no_order_id
  const amount = parseMinor(message.Amount ?? '')
  const currency = parseCurrency(message.CurrencyCode ?? '')
  if (message.Amount === undefined || message.Amount === '0') return REFUSALS.no_amount
  if (amount === undefined || !isOrderId(orderId)) return REFUSALS.unreadable
  if (currency === undefined) return REFUSALS.bad_currency
  const others = [request.Amount, message.CancelAmount, message.DisplayAmount]
  const isOne = others.every((each) => each === undefined || each === '0' || each === message.Amount)
  return isOne ? { amount, currency } : MISMATCH
}

/** Checks that come before those of the ledger; an unknown order is left to it. */
const findWrong = (
  { ledger, seed }: Bank,
  { operation, request }: KuveytCall,
  amount: number,
  order: Order | undefined,
): Wrong | undefined => {
  if (order === undefined) return undefined
  const { auth_code, host_reference } = order.references
  const isNamed =
    request.OrderId === toOrderNumber(seed, order) &&
    request.RRN === host_reference &&
    request.Stan === toStan(order.references) &&
    request.ProvisionNumber === auth_code
  if (!isNamed) return WRONG_REFERENCES
  if (order.voided || order.reversed) return undefined
  const isWhole = amount === order.captured
  if (operation !== 'PartialDrawback') return isWhole || order.captured === 0 ? undefined : MISMATCH
  return isWhole && order.captureBatch === ledger.books.batch ? WHOLE_ON_ITS_DAY : undefined
}

const refuse = (
  bank: Bank,
  call: KuveytCall,
  refusal: PreciseRefusal,
  extra: boolean,
  references: References | undefined,
): Answer => {
  const { operation, merchant, orderId } = call
  if (refusal === 'unknown_order') return { text: nothingXml(bank, operation, extra), booked: false }
  const order = bank.ledger.books.orders.get(toKey(merchant.id, orderId))
  if (refusal !== 'voided_before' || references === undefined || order === undefined)
    return wrongAnswer(operation, WRONGS[refusal] ?? OTHER, extra, merchant.answersFailures)
  const members = membersOf(bank, order, references, bank.ledger.now(), OF_VOIDED)
  return { text: movementXml(bank, operation, members, extra), booked: false }
}

const membersOf = (
  { seed }: Bank,
  order: Order,
  references: References,
  at: number,
  [code, text]: readonly [string, string],
): readonly Pair[] => [
  ...(code === '00' ? [['ProvisionNumber', references.auth_code] as Pair] : []),
  ['RRN', references.host_reference],
  ['Stan', toStan(references)],
  ['ResponseCode', code],
  ['ResponseMessage', text],
  ['OrderId', toOrderNumber(seed, order)],
  ['TransactionTime', stampT(at)],
  ['MerchantOrderId', order.order_id],
  ['CurrencyCode', currencyCode(order.currency)],
]
