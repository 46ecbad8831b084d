/** /payment/3dsecure/initialize: keeps the payment, and answers the page that begins the challenge, in base64. */
import { createSession, findChallengeRefusal, type GatewayForm } from '../acs/gateway-form.ts'
import type { Bank } from '../bank-parts.ts'
import type { ChargeOperation } from '../ledger/facts.ts'
import type { Work } from '../wire/serve.ts'
import { findCard } from '../world/cards.ts'
import { refusedAnswer, successText } from './answer.ts'
import { freeOrderId, toPayment } from './charge.ts'
import { challengeHtml } from './page.ts'
import { signatureMember } from './payment-members.ts'
import { readCallbackUrl, readPayment } from './payment-request.ts'
import type { IyzicoRequest } from './read-request.ts'
import type { Refused } from './refusals.ts'

export const initializeWork =
  (bank: Bank, read: IyzicoRequest, operation: ChargeOperation): Work =>
  (effect, extra) => {
    const form = toForm(bank, read, operation)
    if ('refusal' in form) return refusedAnswer(bank, read, form, extra)
    const issued = findCard(form.card.number)
    if (issued?.code === '500') return { text: 'the bank is not well\n', status: 500, booked: false }
    if (effect.claimsOrderUsed) return refusedAnswer(bank, read, { refusal: 'order_used' }, extra)
    const refusal = findChallengeRefusal(bank, form)
    if (refusal === 'random_used') return refusedAnswer(bank, read, { refusal: 'order_used' }, extra)
    if (refusal === 'installment_not_allowed' && issued?.type !== 'Credit')
      return refusedAnswer(bank, read, { refusal: 'debit_installment' }, extra)
    if (refusal) return refusedAnswer(bank, read, { refusal }, extra)
    if (issued?.threeD === 'invalid') return refusedAnswer(bank, read, { refusal: 'start_failed' }, extra)
    const { payment_id } = form.payment
    const html = challengeHtml(bank, createSession(bank, form))
    const members = {
      threeDSHtmlContent: Buffer.from(html).toString('base64'),
      paymentId: payment_id,
      ...signatureMember(read.merchant, [payment_id, read.conversationId]),
    }
    return { text: successText(bank, read, members, extra), booked: false }
  }

type PaymentForm = GatewayForm & Required<Pick<GatewayForm, 'payment'>>

const toForm = (bank: Bank, read: IyzicoRequest, operation: ChargeOperation): PaymentForm | Refused => {
  const request = readPayment(bank, read)
  if ('refusal' in request) return request
  const url = readCallbackUrl(read)
  if (typeof url !== 'string') return url
  const { amount, currency, installments, card } = request
  const payment = toPayment(bank, read, request)
  return {
    merchant: read.merchant,
    orderId: freeOrderId(bank, read.merchant.id, payment),
    operation,
    model: '3d',
    ...{ amount, currency, installments, card, payment },
    random: '',
    okUrl: url,
    failUrl: url,
    echo: {},
  }
}
