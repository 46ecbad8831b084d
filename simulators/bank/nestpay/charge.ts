/** Auth and PreAuth, with the card or with the proof of a 3D Secure challenge. */
import { type AuthenticatedCard, charge, type PlainCard } from '../acquirer/charge.ts'
import { BAD_CVVS } from '../acquirer/script.ts'
import type { Bank } from '../bank-parts.ts'
import type { Session } from '../ledger/books.ts'
import type { ChargeOperation } from '../ledger/facts.ts'
import type { Work } from '../wire/serve.ts'
import { cardOf, cardOfMask } from '../world/cards.ts'
import { answerXml, type GatewayRefusal, refusedAnswer } from './answer.ts'
import { amountOf, currencyOf, expiryOf, installmentsOf, isOrderId } from './fields.ts'
import type { Cc5Request } from './read-request.ts'

interface Terms {
  readonly amount: number
  readonly currency: string
  readonly installments: number
}

export const chargeWork =
  (bank: Bank, read: Cc5Request, operation: ChargeOperation): Work =>
  (twist, extra) => {
    const { ledger, seed } = bank
    const { orderId, merchant, fields } = read
    const terms = termsOf(read)
    if (typeof terms === 'string') return refusedAnswer(bank, orderId, terms, extra)
    const card = fields.PayerTxnId === undefined ? cardIn(fields) : authenticatedCard(bank, read, operation, terms)
    if (typeof card === 'string') return refusedAnswer(bank, orderId, card, extra)
    const { batch } = ledger.books
    if ('session' in card) ledger.commit({ kind: 'session_step', id: card.session, step: 'used' })
    const result = charge(ledger, seed, { merchant, orderId, operation, ...terms, card }, twist)
    if (result.kind === 'refused') return refusedAnswer(bank, orderId, result.refusal, extra)
    const { code, references, script, booked } = result
    const scheme = 'issued' in card ? card.issued.scheme : (cardOf(card.number)?.scheme ?? '')
    return {
      text: answerXml({ orderId, code, references, batch, now: ledger.now(), scheme, extra }),
      booked,
      script,
    }
  }

const termsOf = ({ fields, orderId }: Cc5Request): Terms | GatewayRefusal => {
  if (!isOrderId(orderId)) return 'bad_order_id'
  if (fields.Total === undefined || fields.Currency === undefined || !fields.Number) return 'missing_field'
  const amount = amountOf(fields.Total)
  if (amount === undefined) return 'bad_amount'
  const currency = currencyOf(fields.Currency)
  if (currency === undefined) return 'bad_currency'
  const installments = installmentsOf(fields.Taksit ?? '')
  return installments === undefined ? 'installment_not_allowed' : { amount, currency, installments }
}

const cardIn = ({ Number: number, Expires, Cvv2Val }: Readonly<Record<string, string>>): PlainCard | GatewayRefusal => {
  if (!Cvv2Val) return 'cvv_missing'
  const expiry = expiryOf(Expires ?? '')
  if (!expiry) return 'expiry_missing'
  return { number: number!, ...expiry, badCvv: BAD_CVVS.has(Cvv2Val) }
}

/** The four values must be those of one passed challenge of this very order, and it can be spent once. */
const authenticatedCard = (
  { ledger }: Bank,
  { fields, merchant, orderId }: Cc5Request,
  operation: ChargeOperation,
  terms: Terms,
): AuthenticatedCard | GatewayRefusal => {
  const violate = (violation: string): void =>
    ledger.commit({ kind: 'violation', violation, merchant: merchant.id, order_id: orderId })
  if (fields.Cvv2Val !== undefined || fields.Expires !== undefined) {
    violate('card_code_sent_again')
    return 'card_in_follow_up'
  }
  const session = ledger.books.sessions.get(fields.Number?.split(':')[1] ?? '')
  const issued = session && cardOfMask(session.card)
  if (!session || !issued || !isItsProof(session, fields) || session.merchant !== merchant.id) {
    violate('wrong_authentication')
    return 'authentication_mismatch'
  }
  const { amount, currency, installments } = terms
  const isSame =
    session.order_id === orderId &&
    session.operation === operation &&
    session.amount === amount &&
    session.currency === currency &&
    session.installments === installments
  if (!isSame) return 'authentication_mismatch'
  if (session.used) {
    violate('duplicate_charge')
    return 'authentication_used'
  }
  return { issued, badCvv: session.bad_cvv, session: session.id }
}

const PROVEN: ReadonlySet<string> = new Set(['1', '2', '3', '4'])

const isItsProof = ({ result, model }: Session, fields: Readonly<Record<string, string>>): boolean =>
  model === '3d' &&
  result !== undefined &&
  PROVEN.has(result.md_status) &&
  result.md === fields.Number &&
  result.xid === fields.PayerTxnId &&
  result.eci === fields.PayerSecurityLevel &&
  result.cavv === fields.PayerAuthenticationCode
