/** Reads NestPay's callback after a challenge: whether it is the bank's response for this payment, and its result. */
import type { Attempt, Outcome } from '../attempt.ts'
import { authenticationRefusal, type Fields, forged, matchesMaskedCard, verified } from '../kit/callback.ts'
import type { CallbackOutcome, PendingChallenge } from '../three-d-secure.ts'
import { currencyNumber, minorOfDecimal } from '../transport/bank-amounts.ts'
import { callbackKind } from './nestpay-callback-values.ts'
import { namesInHash } from './nestpay-hash.ts'
import { nestpayOrderId } from './nestpay-requests.ts'
import { nestpayResultOutcome } from './nestpay-response.ts'

export const verifyNestpayCallback = (fields: Fields, challenge: PendingChallenge): CallbackOutcome => {
  const kind = readKind(fields, challenge)
  if (typeof kind !== 'string') return kind
  // Such a callback can only end the payment that it names: if the bank may have charged something, that is inquired and reversed first.
  if (kind === 'refused_form')
    return verified({ mdStatus: '', proof: {}, message: fields.ErrMsg || fields.mdErrorMsg, refusal: 'refused' })
  const { mdStatus = '', ...proof } = fields
  const message = fields.mdErrorMsg || fields.ErrMsg
  const refusal = authenticationRefusal(mdStatus, message)
  const isCharged = challenge.state.store_type === '3d_pay'
  const charged = isCharged ? chargedOf(fields, challenge.attempt, refusal === undefined) : undefined
  return verified({ mdStatus, proof, refusal, message, charged })
}

/** Returns the kind of the callback, or a forgery if it is not the bank's response for this payment. */
const readKind = (
  fields: Fields,
  { attempt, state }: PendingChallenge,
): 'challenge' | 'refused_form' | CallbackOutcome => {
  const { secretKey } = attempt.configuration.secrets
  const hash = fields.HASH ?? fields.hash ?? ''
  if (fields.oid === undefined) return forged('no_order')
  if (hash === '') return forged('incomplete') // the error pages of some banks: unsigned, so it proves nothing
  const names = secretKey?.use((key) => namesInHash(hash, fields, key))
  if (names === undefined) return forged('bad_hash')
  const orderId = nestpayOrderId(attempt)
  if (fields.oid !== orderId || fields.clientid !== attempt.configuration.storeId) return forged('other_order')
  const kind = callbackKind(fields, names, { orderId, isCharged: state.store_type === '3d_pay' })
  if (kind === undefined) return forged('bad_hash')
  if (kind === 'repeated_form') return forged('incomplete') // the first form may have been charged, or still be
  if (fields.amount === undefined || fields.currency === undefined) return forged('incomplete')
  const { minor, currency } = attempt.amount
  if (minorOfDecimal(fields.amount) !== minor || fields.currency !== currencyNumber(currency))
    return forged('other_amount')
  const masked = fields.maskedCreditCard ?? fields.MaskedPan
  return masked === undefined || matchesMaskedCard(masked, attempt.card.number) ? kind : forged('other_card')
}

/**
 * 3d_pay: the same members as an XML response. None of them, or an error without a code, is about the authentication: the
 * bank has not attempted a charge.
 */
const chargedOf = (fields: Fields, attempt: Attempt, isPassed: boolean): Outcome | undefined => {
  if (fields.Response === undefined) return undefined
  if (fields.Response === 'Error' && !fields.ProcReturnCode && !isPassed) return undefined
  return nestpayResultOutcome(
    {
      orderId: fields.oid ?? null,
      response: fields.Response,
      code: fields.ProcReturnCode ?? null,
      errorCode: fields.ErrorCode || fields.ErrCode || fields.EXTRA_ERRORCODE || null,
      message: fields.ErrMsg || null,
      references: {
        providerTransactionId: fields.TransId || null,
        authCode: fields.AuthCode || null,
        hostReference: fields.HostRefNum || null,
      },
    },
    nestpayOrderId(attempt),
  )
}
