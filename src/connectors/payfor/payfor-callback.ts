/** Reads PayFor's callback after a challenge: whether it is the bank's response for this payment, and its result. */
import type { Attempt, Outcome } from '../attempt.ts'
import {
  authenticationRefusal,
  type Fields,
  forged,
  isCutInto,
  joinFields,
  matchesMaskedCard,
  verified,
} from '../kit/callback.ts'
import type { CallbackOutcome, PendingChallenge } from '../three-d-secure.ts'
import { currencyNumber, minorOfDecimal } from '../transport/bank-amounts.ts'
import { CALLBACK_FIELDS, isCallbackHash } from './payfor-hash.ts'
import { payforOrderId } from './payfor-requests.ts'
import { payforResultOutcome } from './payfor-response.ts'

export type SecureType = '3DModel' | '3DPay'

/** The order was used before: that says nothing about the first form, which may be charged, or still be. */
const CAME_BEFORE: ReadonlySet<string> = new Set(['101310', 'V029'])

export const verifyPayforCallback = (fields: Fields, challenge: PendingChallenge): CallbackOutcome => {
  const forgery = findForgery(fields, challenge)
  if (forgery !== undefined) return forgery
  const { Eci: eci, PayerTxnId: xid, PayerAuthenticationCode: cavv, RequestGuid: md, ErrMsg: message } = fields
  // The gateway has one number for every failure.
  const mdStatus = fields['3DStatus'] === '-1' ? '0' : (fields['3DStatus'] ?? '')
  const refusal = authenticationRefusal(mdStatus, message)
  const isCharged = challenge.state.secure_type === '3DPay'
  const charged = isCharged ? chargedOf(fields, challenge.attempt, refusal === undefined) : undefined
  return verified({
    mdStatus,
    proof: refusal === undefined ? { eci, xid, cavv, md } : {},
    refusal,
    message,
    charged,
  })
}

/** Why the callback is not trusted; undefined when it is the bank's response for this payment. */
const findForgery = (fields: Fields, { attempt }: PendingChallenge): CallbackOutcome | undefined => {
  const { secrets, storeId, username } = attempt.configuration
  if (fields.OrderId === undefined) return forged('no_order')
  if (!fields.ResponseHash) return forged('incomplete')
  const isSigned = secrets.secretKey?.use((merchantPass) =>
    isCallbackHash(fields, { merchantId: storeId ?? '', merchantPass, user: username ?? '' }),
  )
  if (!isSigned) return forged('bad_hash')
  if (fields.OrderId !== payforOrderId(attempt)) return forged('other_order')
  if (!isCutAsTheBankCuts(fields)) return forged('bad_hash')
  if (CAME_BEFORE.has(fields.ProcReturnCode ?? '')) return forged('incomplete')
  // The bank's hash does not cover these: amount and currency are taken from the request, the rest is checked for its form.
  const { minor, currency } = attempt.amount
  if (fields.PurchAmount === undefined || fields.Currency === undefined) return forged('incomplete')
  if (Object.entries(UNHASHED).some(([name, form]) => !form.test(fields[name] ?? ''))) return forged('incomplete')
  if (minorOfDecimal(fields.PurchAmount) !== minor || fields.Currency !== currencyNumber(currency))
    return forged('other_amount')
  return matchesMaskedCard(fields.CardMask ?? '', attempt.card.number) ? undefined : forged('other_card')
}

/**
 * The only valid split of the text between order and user: the hash has no separators, so a character moved from one value
 * to the next hashes the same. Number of the authorization, code, md status, and the bank's random value, which begins with letters.
 */
const CUT = /^([A-Za-z0-9]{6}|)([A-Za-z0-9]{2}|[A-Z]{1,2}[0-9]{2,4}|[0-9]{6})(-1|[0-9])(PF[0-9]{1,30})$/

const isCutAsTheBankCuts = (fields: Fields): boolean =>
  isCutInto(
    CALLBACK_FIELDS.map((name) => fields[name] ?? ''),
    CUT.exec(joinFields(fields, CALLBACK_FIELDS)),
  )

const UNHASHED: Readonly<Record<string, RegExp>> = {
  RequestGuid: /^[0-9]{0,20}$/,
  Eci: /^([0-9]{1,2})?$/,
  PayerTxnId: /^[A-Za-z0-9+/=-]{0,64}$/,
  PayerAuthenticationCode: /^[A-Za-z0-9+/=]{0,64}$/,
  HostRefNum: /^[A-Za-z0-9]{0,20}$/,
}

/** 3DPay: a code other than 00 after a failed challenge is about the authentication; the bank has not attempted a charge. */
const chargedOf = (fields: Fields, attempt: Attempt, isPassed: boolean): Outcome | undefined => {
  if (!isPassed && fields.ProcReturnCode !== '00') return undefined
  const orderId = payforOrderId(attempt)
  return payforResultOutcome((name) => fields[name] || null, { orderId, named: orderId })
}
