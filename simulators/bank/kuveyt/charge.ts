/** Non3DPayGate with the card, and ThreeDModelProvisionGate with the MD of a challenge. */
import { violate } from '../acquirer/api-route.ts'
import { type AuthenticatedCard, type ChargeRequest, charge } from '../acquirer/charge.ts'
import { BAD_CVVS } from '../acquirer/script.ts'
import { provenCard } from '../acs/proof.ts'
import type { Bank } from '../bank-parts.ts'
import type { Session } from '../ledger/books.ts'
import type { References } from '../ledger/facts.ts'
import type { Answer, Work } from '../wire/serve.ts'
import { maskCard } from '../world/cards.ts'
import { chargedXml, refusedAnswer } from './answer.ts'
import { currencyCode } from './fields.ts'
import { ofChallenge, ofCharge } from './order-number.ts'
import type { KuveytMessage } from './read-message.ts'
import type { GatewayRefusal } from './refusals.ts'
import { findSession } from './session.ts'
import { readCard, readTerms } from './terms.ts'

export const saleWork =
  (bank: Bank, read: KuveytMessage): Work =>
  (effect, extra) => {
    const { merchant, orderId } = read
    if (merchant.only3d) return refusedAnswer('only_3d', extra, orderId)
    const terms = readTerms(read, '1')
    if (typeof terms === 'string') return refusedAnswer(terms, extra, orderId)
    const card = readCard(read, terms)
    if (typeof card === 'string') return refusedAnswer(card, extra, orderId)
    const plain = { ...card, badCvv: BAD_CVVS.has(card.cvv) }
    return carryOut(bank, read, { merchant, orderId, operation: 'sale', ...terms, card: plain }, effect, extra)
  }

/** Terms and card are those of the challenge, and the call has to repeat the terms. */
export const provisionWork =
  (bank: Bank, read: KuveytMessage): Work =>
  (effect, extra) => {
    const { merchant, orderId } = read
    const session = challenged(bank, read)
    if (typeof session === 'string') return refusedAnswer(session, extra, orderId)
    const card = provenBy(bank, read, session)
    if (typeof card === 'string') return refusedAnswer(card, extra, orderId)
    bank.ledger.commit({ kind: 'session_step', id: session.id, step: 'used' })
    const { operation, amount, currency, installments } = session
    const request = { merchant, orderId, operation, amount, currency, installments, card }
    return carryOut(bank, read, request, effect, extra, session)
  }

/** Returns the challenge that the call is about, if it was passed and the call repeats its terms. */
const challenged = (bank: Bank, { fields, merchant, orderId, root }: KuveytMessage): Session | GatewayRefusal => {
  const whose = { merchant: merchant.id, orderId }
  const { CardNumber, CardCVV2, Amount, DisplayAmount = Amount, CurrencyCode, InstallmentCount } = fields
  if (fields.TransactionSecurity !== '3') return 'bad_security'
  if (fields.TransactionType !== 'Sale') return 'unreadable'
  if (CardNumber !== undefined || CardCVV2 !== undefined) {
    violate(bank, whose, CardCVV2 === undefined ? 'card_in_follow_up' : 'card_code_sent_again')
    return 'unreadable'
  }
  const md = mdIn(root)
  if (md === '') return 'no_md'
  const session = findSession(bank, md)
  if (session === undefined || session.merchant !== merchant.id) {
    violate(bank, whose, 'wrong_authentication')
    return 'unknown_md'
  }
  const code = currencyCode(session.currency)
  const isSame =
    session.order_id === orderId &&
    String(session.amount) === Amount &&
    DisplayAmount === Amount &&
    (CurrencyCode === undefined || CurrencyCode === code || CurrencyCode === code.slice(1)) &&
    InstallmentCount === (session.installments > 1 ? String(session.installments) : '0')
  return isSame ? session : 'md_mismatch'
}

const mdIn = (root: KuveytMessage['root']): string => {
  const outer = root.KuveytTurkVPosAdditionalData
  const data = typeof outer === 'object' ? outer.AdditionalData : undefined
  return typeof data === 'object' && data.Key === 'MD' && typeof data.Data === 'string' ? data.Data : ''
}

const provenBy = (
  bank: Bank,
  { merchant, orderId }: KuveytMessage,
  session: Session,
): AuthenticatedCard | GatewayRefusal => {
  const { operation, amount, currency, installments, result } = session
  if (result === undefined) return 'unknown_md'
  const card = provenCard(bank, { merchant: merchant.id, orderId, operation, amount, currency, installments }, result)
  if (card === 'authentication_mismatch') return 'unknown_md'
  return card === 'authentication_used' ? 'md_used' : card
}

const carryOut = (
  bank: Bank,
  { merchant, orderId }: KuveytMessage,
  request: ChargeRequest,
  effect: Parameters<Work>[0],
  extra: boolean,
  session?: Session,
): Answer => {
  const result = charge(bank.ledger, bank.seed, request, effect)
  if (result.kind === 'refused') return refusedAnswer(result.refusal, extra, orderId)
  const { code, references, script, booked } = result
  const { amount, currency, installments, card } = request
  const echoed = {
    orderNumber: numberOf(bank, references, session),
    okUrl: session?.ok_url ?? '',
    failUrl: session?.fail_url ?? '',
    card: 'issued' in card ? card.issued.masked : maskCard(card.number),
    batch: bank.ledger.books.batch,
    ...{ installments, amount, currency, merchantOrderId: orderId },
    security: session === undefined ? ('1' as const) : ('3' as const),
  }
  return { text: chargedXml(bank, { echoed, code, references, merchant, extra }), booked, script }
}

const numberOf = ({ seed }: Bank, references: References, session: Session | undefined): string =>
  session === undefined ? ofCharge(references) : ofChallenge(seed, session.id)
