/** Sale and pre-authorization with the card, or with the proof of a passed challenge. */
import { violate } from '../acquirer/api-route.ts'
import { type AuthenticatedCard, charge, type PlainCard, type Terms } from '../acquirer/charge.ts'
import { BAD_CVVS } from '../acquirer/script.ts'
import type { Bank } from '../bank-parts.ts'
import type { ChargeOperation, References } from '../ledger/facts.ts'
import { readStampT } from '../wire/bank-time.ts'
import type { Answer, Work } from '../wire/serve.ts'
import { parseCurrency } from '../wire/terms.ts'
import { findCard } from '../world/cards.ts'
import {
  CAMPAIGN,
  jsonText,
  NO_MOVEMENT,
  REWARD,
  REWARD_NAMES,
  refusedAnswer,
  refusedMembers,
  toSaid,
  toStan,
} from './answer.ts'
import { isCvv, maskHolder, membersIn, parseAmount, parseExpiry, parseInstallCount, textIn } from './fields.ts'
import type { AkbankRequest } from './read-request.ts'
import type { GatewayRefusal } from './refusals.ts'
import { secureCard } from './secure.ts'

interface Refused {
  readonly refusal: GatewayRefusal
}

export const chargeWork =
  (bank: Bank, read: AkbankRequest, operation: ChargeOperation): Work =>
  (effect, extra) => {
    const terms = readTerms(bank, read)
    if ('refusal' in terms) return refusedAnswer(bank, read, terms.refusal, extra)
    const card = cardIn(bank, read, { operation, ...terms })
    if ('refusal' in card) return refusedAnswer(bank, read, card.refusal, extra)
    if ('session' in card) bank.ledger.commit({ kind: 'session_step', id: card.session, step: 'used' })
    const { merchant, orderId } = read
    const result = charge(bank.ledger, bank.seed, { merchant, orderId, operation, ...terms, card }, effect)
    if (result.kind === 'refused')
      return result.refusal === 'installment_not_allowed' && isOnUs(card)
        ? declinedPlan(bank, read, extra)
        : refusedAnswer(bank, read, result.refusal, extra)
    const { code, references, script, booked } = result
    return { text: chargedText(bank, read, code, references, extra), booked, script }
  }

const chargedText = (bank: Bank, read: AkbankRequest, code: string, references: References, extra: boolean): string => {
  const said = toSaid(code)
  if (!said.host) return jsonText(bank, read, said, refusedMembers(read), extra)
  const isApproved = code === '00'
  const order = { orderId: read.orderId }
  const transaction = {
    authCode: isApproved ? references.auth_code : '000000',
    rrn: references.host_reference,
    batchNumber: bank.ledger.books.batch,
    stan: toStan(references),
  }
  if (isApproved && read.txnCode === '1004') return jsonText(bank, read, said, { order, transaction }, extra)
  const card = isApproved ? { card: { cardHolderName: maskHolder(holderIn(read)) } } : {}
  const reward = isApproved ? { ...REWARD, ...REWARD_NAMES } : REWARD
  return jsonText(bank, read, said, { ...card, order, transaction, campaign: CAMPAIGN, reward }, extra)
}

const holderIn = ({ message }: AkbankRequest): string => textIn(membersIn(message, 'card'), 'cardHolderName')

const OWN_PROGRAM = 'Axess'
const isOnUs = (card: PlainCard | AuthenticatedCard): boolean =>
  ('issued' in card ? card.issued : findCard(card.number))?.program === OWN_PROGRAM

/** The bank itself declines a plan that its own card does not have; nothing is kept of it. */
const declinedPlan = (bank: Bank, read: AkbankRequest, extra: boolean): Answer => ({
  text: jsonText(
    bank,
    read,
    toSaid('83'),
    {
      order: { orderId: read.orderId },
      transaction: { ...NO_MOVEMENT, authCode: '000000' },
      campaign: CAMPAIGN,
      reward: REWARD,
    },
    extra,
  ),
  booked: false,
})

const HOUR_MS = 3_600_000
const HALF_DAY_MS = 12 * HOUR_MS

/**
 * Returns whether the time of a request is another zone's, or that of a request recorded before. Clocks that are half a
 * day apart were set so: a sandbox may move only one of them.
 */
const isOffTime = ({ ledger }: Bank, { message }: AkbankRequest): boolean => {
  const off = Math.abs((readStampT(textIn(message, 'requestDateTime')) ?? 0) - ledger.now())
  return off > HOUR_MS && off < HALF_DAY_MS
}

const readTerms = (bank: Bank, read: AkbankRequest): Terms | Refused => {
  const { message } = read
  if (Object.hasOwn(message, 'recurring')) return { refusal: 'recurring_not_allowed' }
  if (read.orderId === '') return { refusal: { shape: 'order.orderId' } }
  const transaction = membersIn(message, 'transaction')
  const amount = parseAmount(transaction.amount)
  if (amount === undefined) return { refusal: { shape: 'transaction.amount' } }
  const currency = parseCurrency(textIn(transaction, 'currencyCode'))
  if (currency === undefined) return { refusal: { shape: 'transaction.currencyCode' } }
  const installments = parseInstallCount(textIn(transaction, 'installCount'))
  if (installments === undefined) return { refusal: { shape: 'transaction.installCount' } }
  if (!/^[01]$/.test(textIn(transaction, 'motoInd'))) return { refusal: { shape: 'transaction.motoInd' } }
  if (Object.values(membersIn(message, 'reward')).some((value) => parseAmount(value) !== 0))
    return { refusal: { shape: 'reward' } }
  if (isOffTime(bank, read)) return { refusal: 'request_time' }
  return amount === 0 ? { refusal: 'bad_amount' } : { amount, currency, installments }
}

/** Either the card, or the proof of a challenge. Only a mail order has no card code. */
const cardIn = (
  bank: Bank,
  read: AkbankRequest,
  charged: Terms & { readonly operation: ChargeOperation },
): PlainCard | AuthenticatedCard | Refused => {
  const { message, merchant, orderId } = read
  const card = membersIn(message, 'card')
  const isProven = Object.hasOwn(message, 'secureTransaction')
  if (isProven && Object.hasOwn(message, 'card')) {
    violate(
      bank,
      { merchant: merchant.id, orderId },
      card.cvv2 === undefined ? 'card_in_follow_up' : 'card_code_sent_again',
    )
    return { refusal: { shape: 'card' } }
  }
  if (isProven) {
    const proven = secureCard(bank, read, charged)
    return typeof proven === 'string' ? { refusal: proven } : proven
  }
  const expiry = parseExpiry(textIn(card, 'expireDate'))
  if (!expiry) return { refusal: { shape: 'card.expireDate' } }
  const cvv = textIn(card, 'cvv2')
  const isMailOrder = textIn(membersIn(message, 'transaction'), 'motoInd') === '1'
  if (!isCvv(cvv) && !(isMailOrder && cvv === '')) return { refusal: { shape: 'card.cvv2' } }
  return { number: textIn(card, 'cardNumber'), ...expiry, badCvv: BAD_CVVS.has(cvv) }
}
