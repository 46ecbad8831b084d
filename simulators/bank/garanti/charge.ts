/** sales and preauth, with the card or with the Secure3D block of a passed challenge. */
import { violate } from '../acquirer/api-route.ts'
import { type AuthenticatedCard, charge, isAgreed, type PlainCard, type Terms } from '../acquirer/charge.ts'
import { BAD_CVVS } from '../acquirer/script.ts'
import { provenCard } from '../acs/proof.ts'
import type { Bank } from '../bank-parts.ts'
import type { ChargeOperation } from '../ledger/facts.ts'
import type { Work } from '../wire/serve.ts'
import { parseCurrency, parseInstallments } from '../wire/terms.ts'
import { findCard, maskCard } from '../world/cards.ts'
import { answerXml, type GatewayRefusal, refusedAnswer } from './answer.ts'
import { isOrderId, parseAmount, parseExpiry } from './fields.ts'
import type { GvpsRequest } from './read-request.ts'

export const chargeWork =
  (bank: Bank, read: GvpsRequest, operation: ChargeOperation): Work =>
  (effect, extra) => {
    const { ledger, seed } = bank
    const { orderId, merchant, secure3d } = read
    const terms = readTerms(read)
    if (typeof terms === 'string') return refusedAnswer(bank, orderId, terms, extra)
    const card = secure3d === undefined ? cardIn(bank, read) : authenticatedCard(bank, read, operation, terms)
    if (typeof card === 'string') return refusedAnswer(bank, orderId, card, extra)
    const { batch } = ledger.books
    if ('session' in card) ledger.commit({ kind: 'session_step', id: card.session, step: 'used' })
    const result = charge(
      ledger,
      seed,
      { merchant, orderId, operation, group: read.order.GroupID, ...terms, card },
      effect,
    )
    if (result.kind === 'refused') return refusedAnswer(bank, orderId, result.refusal, extra)
    const { code, references, script, booked } = result
    const issued = 'issued' in card ? card.issued : findCard(card.number)
    const masked = 'issued' in card ? card.issued.masked : maskCard(card.number)
    const scheme = issued?.scheme ?? ''
    return {
      text: answerXml({ orderId, code, references, batch, now: ledger.now(), card: masked, scheme, extra }),
      booked,
      script,
    }
  }

const readTerms = ({ orderId, transaction, secure3d }: GvpsRequest): Terms | GatewayRefusal => {
  if (!isOrderId(orderId)) return 'missing_field'
  const { Amount = '', CurrencyCode = '', InstallmentCnt = '', CardholderPresentCode = '', MotoInd } = transaction
  if (CardholderPresentCode !== (secure3d ? '13' : '0') || !(MotoInd === 'N' || (MotoInd === 'Y' && !secure3d)))
    return 'missing_field'
  const amount = parseAmount(Amount)
  if (amount === undefined) return 'bad_amount'
  const currency = parseCurrency(CurrencyCode)
  if (currency === undefined) return 'currency_not_allowed'
  const installments = parseInstallments(InstallmentCnt)
  return installments === undefined ? 'installment_not_allowed' : { amount, currency, installments }
}

/**
 * Returns the card. For MotoInd Y there is no card code, and an earlier charge of the group must have been approved.
 */
const cardIn = (bank: Bank, { card, order, transaction, merchant }: GvpsRequest): PlainCard | GatewayRefusal => {
  const { Number: number, ExpireDate, CVV2 } = card
  const isUnattended =
    transaction.MotoInd === 'Y' && !CVV2 && isAgreed(bank.ledger, merchant, order.GroupID, number ?? '')
  const expiry = parseExpiry(ExpireDate ?? '')
  if (!number || !expiry || !(isUnattended || (CVV2 && transaction.MotoInd === 'N'))) return 'missing_field'
  return { number, ...expiry, badCvv: BAD_CVVS.has(CVV2 ?? '') }
}

const authenticatedCard = (
  bank: Bank,
  { card, merchant, orderId, secure3d = {} }: GvpsRequest,
  operation: ChargeOperation,
  terms: Terms,
): AuthenticatedCard | GatewayRefusal => {
  if (Object.values(card).some((value) => value !== '')) {
    violate(bank, { merchant: merchant.id, orderId }, 'card_code_sent_again')
    return 'card_in_follow_up'
  }
  const { Md = '', TxnID = '', SecurityLevel = '', AuthenticationCode = '' } = secure3d
  return provenCard(
    bank,
    { merchant: merchant.id, orderId, operation, ...terms },
    { md: Md, xid: TxnID, eci: SecurityLevel, cavv: AuthenticationCode },
  )
}
