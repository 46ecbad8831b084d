/** Capture, void and refund, identified only by the number of the original order. */
import { violate } from '../acquirer/api-route.ts'
import { operate } from '../acquirer/operation.ts'
import { preciseRefusal } from '../acquirer/precise-refusal.ts'
import type { Bank } from '../bank-parts.ts'
import { toKey } from '../ledger/books.ts'
import type { OperationKind } from '../ledger/facts.ts'
import type { Work } from '../wire/serve.ts'
import { parseCurrency } from '../wire/terms.ts'
import { CAMPAIGN, jsonText, refusedAnswer, toSaid, toStan } from './answer.ts'
import { membersIn, parseAmount, textIn } from './fields.ts'
import type { AkbankRequest } from './read-request.ts'
import type { GatewayRefusal } from './refusals.ts'

type Named = 'capture' | 'void' | 'refund'

export const operationWork =
  (bank: Bank, read: AkbankRequest, operation: Named): Work =>
  (effect, extra) => {
    const { ledger } = bank
    const { merchant, orderId } = read
    const terms = readTerms(bank, read, operation)
    if ('refusal' in terms) return refusedAnswer(bank, read, terms.refusal, extra)
    const order = ledger.books.orders.get(toKey(merchant.id, orderId))
    // A void takes back the last step: that of a capture leaves the hold open.
    const isOfCapture = operation === 'void' && order?.operation === 'preauth' && order.captured > 0
    const kind: OperationKind = isOfCapture ? 'capture_void' : operation
    const result = operate(ledger, { merchant, orderId, operation: kind, ...terms }, effect)
    if (result.kind === 'refused') return refusedAnswer(bank, read, preciseRefusal(result.refusal, order), extra)
    const { code, references, script, booked } = result
    // A capture has the references of its pre-authorization, and a trace number that is its own.
    const { auth_code, host_reference } = operation === 'capture' ? result.order.references : references
    const transaction = {
      authCode: code === '00' ? auth_code : '000000',
      rrn: host_reference,
      batchNumber: ledger.books.batch,
      stan: toStan(references),
    }
    const members = {
      order: { orderId },
      ...(operation === 'void' ? {} : { transaction }),
      ...captureMembers(operation),
    }
    return { text: jsonText(bank, read, toSaid(code), members, extra), booked, script }
  }

const captureMembers = (operation: Named): object =>
  operation === 'capture'
    ? { card: { cardHolderName: '' }, campaign: { ...CAMPAIGN, deferingDate: '' }, reward: {} }
    : {}

type OperationTerms = { readonly amount?: number; readonly currency?: string } | { readonly refusal: GatewayRefusal }

const readTerms = (bank: Bank, { message, merchant, orderId }: AkbankRequest, operation: Named): OperationTerms => {
  if (Object.hasOwn(message, 'card')) {
    const violation = Object.hasOwn(membersIn(message, 'card'), 'cvv2') ? 'card_code_sent_again' : 'card_in_follow_up'
    violate(bank, { merchant: merchant.id, orderId }, violation)
    if (!bank.lenient) return { refusal: { shape: 'card' } }
  }
  if (orderId === '') return { refusal: 'unknown_plan' }
  if (Object.hasOwn(message, 'recurring')) return { refusal: 'bad_plan' }
  // A refund without an amount is one of everything that is left.
  if (operation === 'void' || (operation === 'refund' && !Object.hasOwn(message, 'transaction'))) return {}
  const transaction = membersIn(message, 'transaction')
  const amount = parseAmount(transaction.amount)
  if (amount === undefined) return { refusal: { shape: 'transaction.amount' } }
  const currency = parseCurrency(textIn(transaction, 'currencyCode'))
  if (currency === undefined) return { refusal: { shape: 'transaction.currencyCode' } }
  return amount === 0 ? { refusal: 'bad_amount' } : { amount, currency }
}
