/** Reads InterPOS's callback after a challenge: whether it is the bank's response for this payment, and its result. */
import type { Outcome } from '../attempt.ts'
import {
  authenticationRefusal,
  type Fields,
  forged,
  isCutInto,
  joinFields,
  matchesMaskedCard,
  verified,
} from '../kit/callback.ts'
import { bankFault, toOutcome } from '../kit/result.ts'
import type { CallbackOutcome, PendingChallenge } from '../three-d-secure.ts'
import { currencyNumber, minorOfCommaText } from '../transport/bank-amounts.ts'
import { APPROVED, INTERPOS_CODES } from './interpos-codes.ts'
import { CALLBACK_FIELDS, isCallbackHash } from './interpos-hash.ts'
import { interposOrderId } from './interpos-requests.ts'
import { interposReferences } from './interpos-response.ts'

export type SecureType = '3DModel' | '3DPay'

export const verifyInterposCallback = (fields: Fields, challenge: PendingChallenge): CallbackOutcome => {
  const forgery = findForgery(fields, challenge)
  if (forgery !== undefined) return forgery
  const { Eci: eci, PayerTxnId: xid, PayerAuthenticationCode: cavv, MD: md, ErrorMessage: message } = fields
  const mdStatus = readMdStatus(fields)
  const refusal = authenticationRefusal(mdStatus, message)
  if (refusal !== undefined && isUndecided(fields)) return forged('incomplete')
  const isCharged = challenge.state.secure_type === '3DPay'
  if (refusal === undefined && !isCharged && !isOnlyChallenge(fields)) return forged('incomplete')
  const charged = isCharged && (refusal === undefined || hasCharged(fields)) ? chargedOf(fields) : undefined
  return verified({ mdStatus, proof: refusal === undefined ? { eci, xid, cavv, md } : {}, refusal, message, charged })
}

/**
 * A form that was refused before any challenge has a code. One that is no decline, as that of an order id that was used, says
 * nothing about an earlier form of the order, which may be charged.
 */
const isUndecided = ({ ProcReturnCode: code = '' }: Fields): boolean =>
  code !== '' && code !== APPROVED && INTERPOS_CODES.find(code)?.isDecline !== true

/** A passed challenge has no code, since nothing was charged with it. With one it is of a form that was changed to charge at once. */
const isOnlyChallenge = ({ ProcReturnCode = '', Response = '', MD = '' }: Fields): boolean =>
  ProcReturnCode === '' && Response === '' && MD !== ''

const hasCharged = ({ ProcReturnCode }: Fields): boolean => ProcReturnCode === APPROVED

/** Only TxnStat tells an attempt from a full authentication. It is not signed, so it can only make the result a lesser one. */
const readMdStatus = ({ mdStatus = '', TxnStat }: Fields): string =>
  mdStatus === '1' && TxnStat === 'A' ? '2' : mdStatus

/** Why the callback is not trusted; undefined when it is the bank's response for this payment. */
const findForgery = (fields: Fields, { attempt, state }: PendingChallenge): CallbackOutcome | undefined => {
  const { secretKey } = attempt.configuration.secrets
  if (fields.OrderId === undefined) return forged('no_order')
  if (!fields.HASH || !fields.HASHPARAMS) return forged('incomplete')
  if (!secretKey?.use((merchantPass) => isCallbackHash(fields, merchantPass))) return forged('bad_hash')
  const orderId = interposOrderId(attempt)
  if (fields.OrderId !== orderId) return forged('other_order')
  const currency = currencyNumber(attempt.amount.currency)
  if (minorOfCommaText(fields.PurchAmount) !== attempt.amount.minor || fields.Currency !== currency)
    return forged('other_amount')
  if (!isCutAsTheBankCuts(fields, currency, orderId)) return forged('bad_hash')
  // No hash covers the SecureType of the form. After a form that was changed to charge at once, the second call could charge again.
  if (state.secure_type === '3DModel' && hasCharged(fields)) return forged('incomplete')
  if (Object.entries(UNSIGNED).some(([name, form]) => !form.test(fields[name] ?? ''))) return forged('incomplete')
  if ((fields['3DStatus'] ?? fields.mdStatus) !== fields.mdStatus) return forged('incomplete')
  return matchesMaskedCard(fields.Pan ?? '', attempt.card.number) ? undefined : forged('other_card')
}

/**
 * The only valid cut of the text, since a character moved from one value to the next hashes the same. Version and Exponent are
 * empty, both addresses are the one that we sent, and code, word and md status follow the order.
 */
const isCutAsTheBankCuts = (fields: Fields, currency: string, orderId: string): boolean => {
  const result = '(|[0-9A-Z]{2}|[A-Z][0-9]{2})(|[A-Z][a-z]+)([0-9]?)'
  const cut = new RegExp(`^()([0-9.]+(?:,[0-9]{1,2})?)()(${currency})(https?:.*)(\\5)(.*)(${orderId})${result}$`, 's')
  return isCutInto(
    CALLBACK_FIELDS.map((name) => fields[name] ?? ''),
    cut.exec(joinFields(fields, CALLBACK_FIELDS)),
  )
}

/** Fields that nothing signs are checked for their form; a reference of another form is left out. */
const UNSIGNED: Readonly<Record<string, RegExp>> = {
  Eci: /^([0-9]{1,2})?$/,
  PayerTxnId: /^[A-Za-z0-9+/=-]{0,64}$/,
  PayerAuthenticationCode: /^[A-Za-z0-9+/=]{0,64}$/,
}
const REFERENCE = /^[A-Za-z0-9-]{1,32}$/

/** 3DPay: only signed fields decide. Without a code the bank has not said whether it charged. */
const chargedOf = (fields: Fields): Outcome => {
  const { ProcReturnCode: code = '', Response = '', ErrorMessage = null } = fields
  const isApproved = code === APPROVED && (Response === '' || Response === 'Approved')
  return toOutcome(INTERPOS_CODES, {
    says: isApproved ? 'approved' : hasCharged(fields) ? 'neither' : 'refused',
    isOurs: true,
    fault: bankFault(code, ErrorMessage),
    references: interposReferences(
      Object.fromEntries(Object.entries(fields).filter(([, value]) => REFERENCE.test(value))),
    ),
  })
}
