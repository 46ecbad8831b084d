/** The second call after a challenge, in both of its versions: it charges what was kept when the challenge began. */
import { violate } from '../acquirer/api-route.ts'
import { charge } from '../acquirer/charge.ts'
import type { Bank } from '../bank-parts.ts'
import { type Session, toKey } from '../ledger/books.ts'
import type { Work } from '../wire/serve.ts'
import { cardOfMask } from '../world/cards.ts'
import { refusedAnswer } from './answer.ts'
import { AUTHENTICATED, toConversationData } from './callback.ts'
import { chargedAnswer, claimOrderId, isDebitCard } from './charge.ts'
import { parsePrice, textIn } from './fields.ts'
import type { IyzicoRequest } from './read-request.ts'
import type { Refused } from './refusals.ts'

export const findChallenge = ({ ledger }: Bank, merchant: string, paymentId: string): Session | undefined =>
  ledger.books.institution.challenges.get(toKey(merchant, paymentId))

export type Version = 'v1' | 'v2'

export const threeDWork =
  (bank: Bank, read: IyzicoRequest, version: Version): Work =>
  (effect, extra) => {
    const session = findChallenge(bank, read.merchant.id, textIn(read.message, 'paymentId'))
    const refused = session === undefined ? findNoSession(read) : findRefusal(bank, read, session, version)
    const { payment } = session ?? {}
    const issued = cardOfMask(session?.card ?? '')
    if (refused || !session || !payment || !issued)
      return refusedAnswer(bank, read, refused ?? { refusal: 'not_authenticated' }, extra)
    const { amount, currency, installments, operation } = session
    bank.ledger.commit({ kind: 'session_step', id: session.id, step: 'used' })
    const orderId = claimOrderId(bank, read.merchant.id, payment)
    const card = { issued, badCvv: session.bad_cvv, session: session.id }
    const result = charge(
      bank.ledger,
      bank.seed,
      { merchant: read.merchant, orderId, operation, amount, currency, installments, payment, card },
      effect,
    )
    const charging = { orderId, payment, isDebit: isDebitCard(session.card), event: 'THREE_DS_AUTH' } as const
    return chargedAnswer(bank, read, result, charging, extra)
  }

const findNoSession = ({ message }: IyzicoRequest): Refused =>
  textIn(message, 'paymentId') === '' ? { refusal: 'mandatory', name: 'paymentId' } : { refusal: 'unknown_order' }

const findRefusal = (bank: Bank, read: IyzicoRequest, session: Session, version: Version): Refused | undefined => {
  const whose = { merchant: read.merchant.id, orderId: read.orderId }
  if (read.merchant.suspended) return { refusal: 'merchant_suspended' }
  if (session.result === undefined) return { refusal: 'challenge_open' }
  if (session.result.fields.mdStatus !== AUTHENTICATED) {
    violate(bank, whose, 'wrong_authentication')
    return { refusal: 'not_authenticated' }
  }
  if (session.used) {
    violate(bank, whose, 'duplicate_charge')
    return { refusal: 'challenge_used' }
  }
  return version === 'v2' ? findMismatch(read, session) : findOtherData(bank, read, session)
}

const findOtherData = (bank: Bank, { message }: IyzicoRequest, session: Session): Refused | undefined =>
  textIn(message, 'conversationData') === toConversationData(bank.seed, session) ? undefined : { refusal: 'other_data' }

/** The newer version repeats the terms. */
const findMismatch = ({ message }: IyzicoRequest, session: Session): Refused | undefined => {
  const missing = ['paidPrice', 'basketId', 'currency'].find((name) => textIn(message, name) === '')
  if (missing !== undefined && (missing !== 'basketId' || session.payment?.basket_id !== ''))
    return { refusal: 'mandatory', name: missing }
  if (parsePrice(textIn(message, 'paidPrice')) !== session.amount)
    return { refusal: 'terms_mismatch', name: 'paidPrice' }
  if (textIn(message, 'currency') !== session.currency) return { refusal: 'terms_mismatch', name: 'currency' }
  if (textIn(message, 'basketId') !== session.payment?.basket_id) return { refusal: 'terms_mismatch', name: 'basketId' }
  return undefined
}
