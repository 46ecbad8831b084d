/** Auth and PreAuth, with the card or with the proof of a 3D Secure challenge. */

import { violate } from '../acquirer/api-route.ts'
import { type AuthenticatedCard, charge, isAgreed, type PlainCard, type Terms } from '../acquirer/charge.ts'
import { BAD_CVVS } from '../acquirer/script.ts'
import { provenCard } from '../acs/proof.ts'
import type { Bank } from '../bank-parts.ts'
import type { ChargeOperation } from '../ledger/facts.ts'
import { parseDecimal } from '../wire/money.ts'
import type { Work } from '../wire/serve.ts'
import { parseCurrency, parseInstallments } from '../wire/terms.ts'
import { findCard } from '../world/cards.ts'
import { answerXml, type GatewayRefusal, refusedAnswer } from './answer.ts'
import { isOrderId, parseExpiry } from './fields.ts'
import type { Cc5Request } from './read-request.ts'
import { lacksSubMerchant } from './sub-merchant.ts'

export const chargeWork =
  (bank: Bank, read: Cc5Request, operation: ChargeOperation): Work =>
  (effect, extra) => {
    const { ledger, seed } = bank
    const { orderId, merchant, fields } = read
    const terms = readTerms(read)
    if (typeof terms === 'string') return refusedAnswer(bank, orderId, terms, extra)
    const card = fields.PayerTxnId === undefined ? cardIn(bank, read) : authenticatedCard(bank, read, operation, terms)
    if (typeof card === 'string') return refusedAnswer(bank, orderId, card, extra)
    const { batch } = ledger.books
    if ('session' in card) ledger.commit({ kind: 'session_step', id: card.session, step: 'used' })
    const result = charge(ledger, seed, { merchant, orderId, operation, group: fields.GroupId, ...terms, card }, effect)
    if (result.kind === 'refused') return refusedAnswer(bank, orderId, result.refusal, extra)
    const { code, references, script, booked } = result
    const scheme = 'issued' in card ? card.issued.scheme : (findCard(card.number)?.scheme ?? '')
    return {
      text: answerXml({ orderId, code, references, batch, now: ledger.now(), scheme, merchant: merchant.id, extra }),
      booked,
      script,
    }
  }

const readTerms = ({ fields, orderId, extra, merchant }: Cc5Request): Terms | GatewayRefusal => {
  if (lacksSubMerchant(merchant, extra)) return 'missing_field'
  if (!isOrderId(orderId)) return 'bad_order_id'
  if (fields.Total === undefined || fields.Currency === undefined || !fields.Number) return 'missing_field'
  const amount = parseDecimal(fields.Total)
  if (amount === undefined) return 'bad_amount'
  const currency = parseCurrency(fields.Currency)
  if (currency === undefined) return 'bad_currency'
  const installments = parseInstallments(fields.Taksit ?? '')
  return installments === undefined ? 'installment_not_allowed' : { amount, currency, installments }
}

const cardIn = (bank: Bank, { fields, merchant }: Cc5Request): PlainCard | GatewayRefusal => {
  const { Number: number, Expires, Cvv2Val, GroupId } = fields
  if (!Cvv2Val && !isAgreed(bank.ledger, merchant, GroupId, number ?? '')) return 'cvv_missing'
  const expiry = parseExpiry(Expires ?? '')
  if (!expiry) return 'expiry_missing'
  return { number: number!, ...expiry, badCvv: BAD_CVVS.has(Cvv2Val ?? '') }
}

/** Expiry and code are not sent again. */
const authenticatedCard = (
  bank: Bank,
  { fields, merchant, orderId }: Cc5Request,
  operation: ChargeOperation,
  terms: Terms,
): AuthenticatedCard | GatewayRefusal => {
  if (fields.Cvv2Val !== undefined || fields.Expires !== undefined) {
    violate(bank, { merchant: merchant.id, orderId }, 'card_code_sent_again')
    return 'card_in_follow_up'
  }
  const { Number: md = '', PayerTxnId = '', PayerSecurityLevel = '', PayerAuthenticationCode = '' } = fields
  return provenCard(
    bank,
    { merchant: merchant.id, orderId, operation, ...terms },
    { md, xid: PayerTxnId, eci: PayerSecurityLevel, cavv: PayerAuthenticationCode },
  )
}
