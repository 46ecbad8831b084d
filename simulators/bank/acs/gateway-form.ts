/**
 * Common handling of a readable form whose hash is correct, at both gateways: a session, with or without a challenge.
 */
import { createHmac } from 'node:crypto'
import { violate } from '../acquirer/api-route.ts'
import { BAD_CVVS } from '../acquirer/script.ts'
import type { Bank } from '../bank-parts.ts'
import { type Session, toKey } from '../ledger/books.ts'
import type { ChargeOperation } from '../ledger/facts.ts'
import type { InstitutionPayment } from '../ledger/institution-facts.ts'
import { cardOfMask, findCard, isCardNumber, maskCard } from '../world/cards.ts'
import type { Merchant } from '../world/merchants.ts'
import type { Ending } from './authentication.ts'
import { challenge, type Visitor } from './routes.ts'
import type { Fields, ThreeDAdapter } from './three-d-adapter.ts'

export interface GatewayForm {
  readonly merchant: Merchant
  readonly orderId: string
  readonly operation: ChargeOperation
  readonly model: '3d' | '3d_pay'
  readonly amount: number
  readonly currency: string
  readonly installments: number
  readonly card: { readonly number: string; readonly month: number; readonly year: number; readonly cvv: string }
  readonly random: string
  readonly okUrl: string
  readonly failUrl: string
  readonly callbackUrl?: string
  /** Fields returned unchanged, without card data. */
  readonly echo: Fields
  readonly payment?: InstitutionPayment
}

/** Why the gateway returns the shopper at once. */
export type ChallengeRefusal =
  | 'merchant_suspended'
  | 'no_3d'
  | 'preauth_not_allowed'
  | 'currency_not_allowed'
  | 'card_format'
  | 'card_expired'
  | 'installment_not_allowed'
  | 'order_used'
  | 'random_used'

const SESSION_MS = 15 * 60_000

export const findChallengeRefusal = (bank: Bank, form: GatewayForm): ChallengeRefusal | undefined => {
  const { merchant, operation, currency, card, installments, orderId, random } = form
  const { ledger } = bank
  const { books } = ledger
  const whose = { merchant: merchant.id, orderId }
  if (merchant.suspended) return 'merchant_suspended'
  if (!merchant.threeD) return 'no_3d'
  if (operation === 'preauth' && !merchant.preauth) return 'preauth_not_allowed'
  if (!merchant.currencies.includes(currency)) return 'currency_not_allowed'
  if (!isCardNumber(card.number)) return 'card_format'
  if (Date.UTC(card.year, card.month, 1) <= ledger.now()) return 'card_expired'
  const issued = findCard(card.number)
  if (issued && installments > 1 && (installments > issued.installmentsMax || currency !== 'TRY'))
    return 'installment_not_allowed'
  if (random !== '' && books.randoms.has(toKey(merchant.id, random))) {
    violate(bank, whose, 'random_used_again')
    return 'random_used'
  }
  const key = toKey(merchant.id, orderId)
  if (books.orders.has(key)) violate(bank, whose, 'duplicate_charge')
  return books.orders.has(key) || books.tombstones.has(key) ? 'order_used' : undefined
}

const ENDS_AT_ONCE: Readonly<Record<string, Ending>> = {
  frictionless: 'ok',
  attempt: 'attempt',
  failed: 'refused',
  unavailable: 'unavailable',
  invalid: 'invalid',
}

/** `auto` in the gateway's own address ends the challenge before it begins. */
export const enter = async (
  bank: Bank,
  adapter: ThreeDAdapter,
  form: GatewayForm,
  visitor: Visitor,
): Promise<unknown> => {
  const session = bank.ledger.books.sessions.get(createSession(bank, form))!
  return begin(bank, adapter, session, visitor)
}

/** Sends the shopper to the challenge, or back to the shop where there is none. */
export const begin = async (
  bank: Bank,
  adapter: ThreeDAdapter,
  session: Session,
  visitor: Visitor,
): Promise<unknown> => {
  const ending = ENDS_AT_ONCE[cardOfMask(session.card)?.threeD ?? 'invalid']
  const { auto } = visitor.request.query as { auto?: string }
  if (ending !== undefined || auto !== undefined)
    return challenge(bank, adapter, session, visitor, { auto, ...(ending ? { ending } : {}) })
  await bank.ledger.durable()
  return visitor.reply.code(303).header('location', `/acs/${session.id}`).send()
}

/** Returns the id of a session of the shopper. */
export const createSession = ({ ledger, seed }: Bank, form: GatewayForm): string => {
  const { merchant, orderId, operation, model, amount, currency, installments, card, random, callbackUrl } = form
  const count = ledger.books.sessions.size
  const id = lettersOf(createHmac('sha256', seed).update(`${merchant.id}/${orderId}/${count}`).digest().subarray(0, 16))
  ledger.commit({
    kind: 'session',
    id,
    face: merchant.face,
    merchant: merchant.id,
    order_id: orderId,
    operation,
    model,
    amount,
    currency,
    installments,
    card: maskCard(card.number),
    bad_cvv: BAD_CVVS.has(card.cvv),
    random: random === '' ? id : random,
    expires_at: ledger.now() + SESSION_MS,
    echo: form.echo,
    ok_url: form.okUrl,
    fail_url: form.failUrl,
    ...(callbackUrl === undefined ? {} : { callback_url: callbackUrl }),
    ...(form.payment === undefined ? {} : { payment: form.payment }),
  })
  return id
}

/** Uses no digits, because a run of them may look like a card number to log scanners. */
const lettersOf = (bytes: Buffer): string =>
  [...bytes.toString('hex')].map((digit) => String.fromCharCode(0x61 + Number.parseInt(digit, 16))).join('')

export const isHttp = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
