/** What NestPay posts back after a challenge: whether it is the bank's response for this payment, and what it says. */
import { maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import type { Attempt, Outcome } from '../attempt.ts'
import type { CallbackOutcome, PendingChallenge } from '../three-d-secure.ts'
import { currencyNumber, minorOfDecimal } from '../transport/bank-amounts.ts'
import { matchesMaskedCard } from '../transport/masked-card-match.ts'
import { authenticationRefusal } from '../transport/md-status.ts'
import { namesInHash } from './nestpay-hash.ts'
import { nestpayOrderId } from './nestpay-requests.ts'
import { nestpayResultOutcome } from './nestpay-response.ts'

type Fields = Readonly<Record<string, string>>

export const verifyNestpayCallback = (fields: Fields, challenge: PendingChallenge): CallbackOutcome =>
  forgery(fields, challenge) ?? verified(fields, challenge)

/** Why the callback is not trusted; undefined when it is the bank's response for this payment. */
const forgery = (fields: Fields, { attempt, state }: PendingChallenge): CallbackOutcome | undefined => {
  const { secretKey } = attempt.configuration.secrets
  const hash = fields.HASH ?? fields.hash ?? ''
  if (fields.oid === undefined) return forged('no_order')
  if (hash === '') return forged('incomplete') // the error pages of some banks: unsigned, so it proves nothing
  const names = secretKey?.use((key) => namesInHash(hash, fields, key))
  if (names === undefined) return forged('bad_hash')
  const orderId = nestpayOrderId(attempt)
  if (fields.oid !== orderId || fields.clientid !== attempt.configuration.storeId) return forged('other_order')
  if (!isNamedAsTheBankNames(fields, names, { orderId, isCharged: state.store_type === '3d_pay' }))
    return forged('bad_hash')
  if (fields.amount === undefined || fields.currency === undefined) return forged('incomplete')
  const { minor, currency } = attempt.amount
  if (minorOfDecimal(fields.amount) !== minor || fields.currency !== currencyNumber(currency))
    return forged('other_amount')
  const masked = fields.maskedCreditCard ?? fields.MaskedPan
  return masked === undefined || matchesMaskedCard(masked, attempt.card.number) ? undefined : forged('other_card')
}

const forged = (reason: Extract<CallbackOutcome, { kind: 'forged' }>['reason']): CallbackOutcome => ({
  kind: 'forged',
  reason,
})

const MD_STATUS = /^[0-9]$/
const WORD = /^(Approved|Declined|Error)$/
const CODE = /^[A-Za-z0-9]{2}$/
const FORMS: Readonly<Record<string, RegExp>> = {
  eci: /^([0-9]{2})?$/,
  cavv: /^([A-Za-z0-9+/]{27}=)?$/,
  xid: /^[A-Za-z0-9+/=-]{0,64}$/,
  md: /^[\x21-\x7e]{0,1024}$/,
  dsTransId: /^[A-Za-z0-9-]{0,64}$/,
  ProcReturnCode: /^([A-Za-z0-9]{2})?$/,
  AuthCode: /^([A-Za-z0-9]{6})?$/,
  HostRefNum: /^[A-Za-z0-9]{0,20}$/,
  TransId: /^[A-Za-z0-9._-]{0,64}$/,
}

/**
 * The hash covers the values in the order of their names but no names: a `1` that means a card scheme could be posted as
 * the md status. So the position of the values decides: the md status is the last digit before our order id, the result
 * of a charge the only one of its kind after it, its code the last pair before that word.
 */
const isNamedAsTheBankNames = (
  fields: Fields,
  names: readonly string[],
  { orderId, isCharged }: { orderId: string; isCharged: boolean },
): boolean => {
  const values = names.map((name) => fields[name] ?? '')
  const lastIn = (form: RegExp, from: number, to: number): string | undefined =>
    names[values.slice(0, to).findLastIndex((value, index) => index >= from && form.test(value))]
  const order = values.indexOf(orderId)
  const isForm = Object.entries(FORMS).every(([name, form]) => form.test(fields[name] ?? ''))
  const isOnce = new Set(names.map((name) => name.toLowerCase())).size === names.length
  if (!isForm || !isOnce || names[order] !== 'oid' || lastIn(MD_STATUS, 0, order) !== 'mdStatus') return false
  if (!isCharged) return true
  const words = names.filter((_, index) => index > order && WORD.test(values[index]!))
  const code = lastIn(CODE, order, names.indexOf('Response'))
  return words.length === 1 && words[0] === 'Response' && (code === 'ProcReturnCode' || code === undefined)
}

const verified = (fields: Fields, { attempt, state }: PendingChallenge): CallbackOutcome => {
  const mdStatus = fields.mdStatus ?? ''
  const message = fields.mdErrorMsg || fields.ErrMsg
  const refusal = authenticationRefusal(mdStatus, message)
  const charged = state.store_type === '3d_pay' ? chargedOf(fields, attempt, refusal === undefined) : undefined
  return {
    kind: 'verified',
    authentication: {
      mdStatus,
      eci: fields.eci || null,
      cavv: fields.cavv || null,
      xid: fields.xid || null,
      md: fields.md || null,
      dsTransId: fields.dsTransId || null,
    },
    ...(refusal === undefined ? {} : { refusal }),
    ...(message && refusal ? { message: maskCardNumbers(message).slice(0, 200) } : {}),
    ...(charged === undefined ? {} : { charged }),
  }
}

/** 3d_pay: the same members as an XML response. An error without a code is one of the authentication: the bank has not attempted a charge. */
const chargedOf = (fields: Fields, attempt: Attempt, isPassed: boolean): Outcome | undefined => {
  if (fields.Response === 'Error' && !fields.ProcReturnCode && !isPassed) return undefined
  return nestpayResultOutcome(
    {
      orderId: fields.oid ?? null,
      response: fields.Response ?? null,
      code: fields.ProcReturnCode ?? null,
      errorCode: fields.ErrorCode || fields.EXTRA_ERRORCODE || null,
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
