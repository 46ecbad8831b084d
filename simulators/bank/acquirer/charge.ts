/** Sale and pre-authorization: the bank's checks in order, and its postings. Decides and posts synchronously. */
import { toAgreementKey, toKey } from '../ledger/books.ts'
import type { Charged, ChargeOperation, References } from '../ledger/facts.ts'
import type { InstitutionPayment } from '../ledger/institution-facts.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { preparePostings } from '../ledger/postings.ts'
import { type Card, findCard, isCardNumber, maskCard } from '../world/cards.ts'
import type { Merchant } from '../world/merchants.ts'
import type { FaultEffect } from './fault-effect.ts'
import { buildReferences } from './references.ts'
import { findScript, isAnswered, type Script } from './script.ts'

/** Why nothing was attempted. Each adapter has its own texts and codes for these. */
export type ChargeRefusal =
  | 'merchant_suspended'
  | 'preauth_not_allowed'
  | 'currency_not_allowed'
  | 'order_used'
  | 'card_format'
  | 'installment_not_allowed'

/** Members that every gateway reads from its own request. */
export interface Terms {
  readonly amount: number
  readonly currency: string
  readonly installments: number
}
export interface ChargeRequest extends Terms {
  readonly merchant: Merchant
  readonly orderId: string
  readonly operation: ChargeOperation
  readonly group?: string | undefined
  readonly payment?: InstitutionPayment | undefined
  readonly card: PlainCard | AuthenticatedCard
}
export interface PlainCard {
  readonly number: string
  readonly month: number
  readonly year: number
  readonly badCvv: boolean
}
/** After 3D Secure: the card with which the session was opened. */
export interface AuthenticatedCard {
  readonly issued: Card
  readonly badCvv: boolean
  readonly session: string
}

export type Charge =
  | { readonly kind: 'refused'; readonly refusal: ChargeRefusal }
  | {
      readonly kind: 'answered'
      /** The code that is returned. */
      readonly code: string
      /** True if the movement was really posted. */
      readonly booked: boolean
      readonly references: References
      readonly script: Script
    }

export const charge = (ledger: Ledger, seed: string, request: ChargeRequest, effect: FaultEffect = {}): Charge => {
  const refusal = findRefusal(ledger, request, effect)
  if (refusal) return { kind: 'refused', refusal }
  const script = scriptFor(seed, request, ledger.now(), effect)
  const fact = chargeFact(ledger, request, script, effect)
  const { code, booked, references } = fact
  if (booked || isAnswered(script)) ledger.commit(fact)
  if (booked && effect.reverses) reverse(ledger, fact)
  return { kind: 'answered', code, booked, references, script }
}

/**
 * Returns whether the merchant has charged this card before, as the first of this group; then a charge needs no card
 * code.
 */
export const isAgreed = ({ books }: Ledger, merchant: Merchant, group: string | undefined, number: string): boolean =>
  group !== undefined && books.agreements.has(toAgreementKey(merchant.id, group, maskCard(number)))

const findRefusal = (ledger: Ledger, request: ChargeRequest, effect: FaultEffect): ChargeRefusal | undefined => {
  const { merchant, orderId, operation, currency, installments, card } = request
  if (merchant.suspended) return 'merchant_suspended'
  if (operation === 'preauth' && !merchant.preauth) return 'preauth_not_allowed'
  if (!merchant.currencies.includes(currency)) return 'currency_not_allowed'
  if (ledger.books.orders.has(toKey(merchant.id, orderId))) {
    ledger.commit({ kind: 'violation', violation: 'duplicate_charge', merchant: merchant.id, order_id: orderId })
    return 'order_used'
  }
  if (effect.claimsOrderUsed || ledger.books.tombstones.has(toKey(merchant.id, orderId))) return 'order_used'
  if ('number' in card && !isCardNumber(card.number)) return 'card_format'
  const issued = issuedCard(card)
  if (issued && installments > 1 && (installments > issued.installmentsMax || currency !== 'TRY'))
    return 'installment_not_allowed'
  return undefined
}

const issuedCard = (card: PlainCard | AuthenticatedCard): Card | undefined =>
  'issued' in card ? card.issued : findCard(card.number)

const scriptFor = (seed: string, request: ChargeRequest, now: number, effect: FaultEffect): Script => {
  const { merchant, orderId, amount, card } = request
  const declined = (code: string): Script => ({ code, booked: false, delayMs: 0 })
  const issued = issuedCard(card)
  if (effect.declines) return declined('05')
  if (!issued) return declined('14')
  if (merchant.schemes && !merchant.schemes.includes(issued.scheme)) return declined('58')
  if ('number' in card && isExpired(card, now)) return declined('54')
  const script = findScript(issued, { seed, orderId, amount, badCvv: card.badCvv, authenticated: 'session' in card })
  return effect.booksDecline && script.booked ? { ...script, code: '05' } : script
}

/** A card is valid until the last day of its month. */
const isExpired = ({ month, year }: PlainCard, now: number): boolean => Date.UTC(year, month, 1) <= now

const chargeFact = (ledger: Ledger, request: ChargeRequest, script: Script, effect: FaultEffect): Charged => {
  const { merchant, orderId, operation, amount, currency, installments, group, payment, card } = request
  const { books } = ledger
  const postings = preparePostings(merchant.id, currency)
  const number = effect.repeatsReference ? Math.max(books.movements, 1) : books.movements + 1
  return {
    kind: 'charge',
    face: merchant.face,
    merchant: merchant.id,
    order_id: orderId,
    operation,
    amount,
    currency,
    installments,
    card: 'issued' in card ? card.issued.masked : maskCard(card.number),
    scheme: issuedCard(card)?.scheme ?? '',
    code: script.code,
    booked: script.booked,
    references: buildReferences(number, ledger.now(), merchant.face),
    batch: books.batch,
    ...('session' in card ? { session: card.session } : {}),
    ...(group === undefined ? {} : { group }),
    ...(payment === undefined ? {} : { payment }),
    ...(effect.hidesMs === undefined ? {} : { hidden_until: ledger.now() + effect.hidesMs }),
    postings: script.booked ? (operation === 'sale' ? postings.sale(amount) : postings.hold(amount)) : [],
  }
}

/** The bank reverses what it approved, without a notification. */
const reverse = (ledger: Ledger, { face, merchant, order_id, operation, amount, currency }: Charged): void => {
  const { books } = ledger
  const postings = preparePostings(merchant, currency)
  ledger.commit({
    kind: 'follow_up',
    merchant,
    order_id,
    operation: 'reversal',
    amount,
    code: '00',
    booked: true,
    references: buildReferences(books.movements + 1, ledger.now(), face),
    batch: books.batch,
    postings: operation === 'sale' ? postings.refund(amount) : postings.release(amount),
  })
}
