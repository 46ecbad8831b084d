/** Auth and PreAuth with the card, and 3DModelPayment, which names only a challenge. */

import { violate } from '../acquirer/api-route.ts'
import { type AuthenticatedCard, type ChargeRequest, charge, type PlainCard, type Terms } from '../acquirer/charge.ts'
import { BAD_CVVS } from '../acquirer/script.ts'
import { provenCard } from '../acs/proof.ts'
import type { Bank } from '../bank-parts.ts'
import type { ChargeOperation } from '../ledger/facts.ts'
import { parseDecimal } from '../wire/money.ts'
import type { Answer, Work } from '../wire/serve.ts'
import { isOrderId, parseCurrency, parseExpiry, parseInstallmentCount } from '../wire/terms.ts'
import { answerXml, type GatewayRefusal, refusedAnswer } from './answer.ts'
import type { PayforRequest } from './read-request.ts'
import { findSession } from './request-guid.ts'

export const chargeWork =
  (bank: Bank, read: PayforRequest, operation: ChargeOperation): Work =>
  (effect, extra) => {
    const { merchant, orderId, fields } = read
    const terms = readTerms(read)
    const card = typeof terms === 'string' ? terms : cardIn(read)
    if (typeof card === 'string' || typeof terms === 'string')
      return refusedAnswer(bank, orderId, (typeof terms === 'string' ? terms : card) as GatewayRefusal, extra)
    return carryOut(bank, read, { merchant, orderId, operation, ...terms, card }, effect, extra, fields.CardHolderName)
  }

/** Terms and card are those of the challenge. */
export const authenticatedWork =
  (bank: Bank, read: PayforRequest): Work =>
  (effect, extra) => {
    const { merchant, orderId, fields } = read
    const session = findSession(bank, fields.RequestGuid)
    const card = provenBy(bank, read)
    if (session === undefined || typeof card === 'string')
      return refusedAnswer(bank, orderId, typeof card === 'string' ? card : 'authentication_mismatch', extra)
    bank.ledger.commit({ kind: 'session_step', id: card.session, step: 'used' })
    const { operation, amount, currency, installments, echo } = session
    const request = { merchant, orderId, operation, amount, currency, installments, card }
    return carryOut(bank, read, request, effect, extra, echo.CardHolderName)
  }

const provenBy = (bank: Bank, { merchant, orderId, fields }: PayforRequest): AuthenticatedCard | GatewayRefusal => {
  const whose = { merchant: merchant.id, orderId }
  if (fields.Cvv2 !== undefined || fields.Pan !== undefined || fields.Expiry !== undefined) {
    violate(bank, whose, fields.Cvv2 === undefined ? 'card_in_follow_up' : 'card_code_sent_again')
    return 'card_in_follow_up'
  }
  const session = findSession(bank, fields.RequestGuid)
  if (!session?.result) {
    violate(bank, whose, 'wrong_authentication')
    return 'authentication_mismatch'
  }
  const { operation, amount, currency, installments, result } = session
  return provenCard(bank, { ...whose, operation, amount, currency, installments }, result)
}

const carryOut = (
  bank: Bank,
  { orderId }: PayforRequest,
  request: ChargeRequest,
  effect: Parameters<Work>[0],
  extra: boolean,
  holder = '',
): Answer => {
  const result = charge(bank.ledger, bank.seed, request, effect)
  if (result.kind === 'refused') return refusedAnswer(bank, orderId, result.refusal, extra, { holder })
  const { code, references, script, booked } = result
  return { text: answerXml({ orderId, code, references, holder, extra }), booked, script }
}

const MAIL_ORDER = '1'

const readTerms = ({ fields, orderId }: PayforRequest): Terms | GatewayRefusal => {
  if (!isOrderId(orderId) || fields.OrgOrderId) return 'bad_order_id'
  if (fields.MOTO !== '0' && fields.MOTO !== MAIL_ORDER) return 'bad_type'
  const amount = parseDecimal(fields.PurchAmount ?? '')
  if (amount === undefined) return 'bad_amount'
  const currency = parseCurrency(fields.Currency ?? '')
  if (currency === undefined) return 'bad_currency'
  const installments = parseInstallmentCount(fields.InstallmentCount ?? '')
  return installments === undefined ? 'bad_installments' : { amount, currency, installments }
}

/** Only a mail order has no card code. */
const cardIn = ({ fields: { Cvv2 = '', MOTO, Expiry = '', Pan = '' } }: PayforRequest): PlainCard | GatewayRefusal => {
  if (Cvv2 === '' && MOTO !== MAIL_ORDER) return 'cvv_missing'
  const expiry = parseExpiry(Expiry)
  if (!expiry) return 'expiry_missing'
  return { number: Pan, ...expiry, badCvv: BAD_CVVS.has(Cvv2) }
}
