/** Reads Akbank's callback after a challenge: whether it is the bank's response for this payment, and its result. */
import {
  authenticationRefusal,
  type Fields,
  forged,
  isCutInto,
  isSameHash,
  joinFields,
  verified,
} from '../kit/callback.ts'
import type { CallbackOutcome, PendingChallenge } from '../three-d-secure.ts'
import { currencyNumber, minorOfDecimal } from '../transport/bank-amounts.ts'
import { akbankHash } from './akbank-account.ts'
import { APPROVED, USED_BEFORE } from './akbank-codes.ts'
import { akbankOrderId } from './akbank-requests.ts'
import { akbankResultOutcome } from './akbank-response.ts'

export type PaymentModel = '3D' | '3D_PAY'

export const verifyAkbankCallback = (fields: Fields, challenge: PendingChallenge): CallbackOutcome => {
  const names = fields.hashParams?.split('+') ?? []
  const signed = Object.fromEntries(names.map((name) => [name, joinFields(fields, [name])]))
  const forgery = findForgery(fields, signed, names, challenge)
  if (forgery !== undefined) return forgery
  const { responseCode, responseMessage: message, hostResponseCode, mdStatus: posted } = signed
  const isCharged = challenge.state.payment_model === '3D_PAY' && hostResponseCode !== undefined
  if (!isCharged && responseCode !== APPROVED)
    return verified({ mdStatus: '0', proof: {}, refusal: authenticationRefusal('0', message), message })
  const passed = isCharged ? { mdStatus: '1', proof: {} } : readProof(names, signed)
  if (passed === undefined || !isOfMdStatus(passed.mdStatus, posted, isCharged)) return forged('incomplete')
  const head = names.slice(0, names.indexOf('orderId'))
  const text = (name: string): string | null => (head.includes(name) && signed[name]) || null
  const charged = isCharged ? akbankResultOutcome(text, true) : undefined
  return verified({ ...passed, refusal: authenticationRefusal(passed.mdStatus, message), message, charged })
}

/** Why the callback is not trusted; undefined when it is the bank's response for this payment. */
const findForgery = (
  fields: Fields,
  signed: Fields,
  names: readonly string[],
  { attempt }: PendingChallenge,
): CallbackOutcome | undefined => {
  const { secrets, storeId, terminalId } = attempt.configuration
  if (fields.orderId === undefined) return forged('no_order')
  if (!fields.hash || names.length === 0) return forged('incomplete')
  const isSigned =
    secrets.secretKey && isSameHash(fields.hash, akbankHash(joinFields(fields, names), secrets.secretKey))
  if (!isSigned || new Set(names).size < names.length) return forged('bad_hash')
  const orderId = akbankOrderId(attempt)
  const { merchantSafeId = storeId, terminalSafeId = terminalId, amount, currencyCode } = signed
  if (fields.orderId !== orderId || merchantSafeId !== storeId || terminalSafeId !== terminalId)
    return forged('other_order')
  if (!isCutAsTheBankCuts(names, signed, orderId)) return forged('bad_hash')
  // The order was used before: that says nothing about the first form, which may be charged, or still be.
  if (signed.responseCode === USED_BEFORE) return forged('incomplete')
  const currency = currencyNumber(attempt.amount.currency)
  const isOurs = amount === undefined || minorOfDecimal(amount) === attempt.amount.minor
  return isOurs && (currencyCode ?? currency) === currency ? undefined : forged('other_amount')
}

const CODE = '(VPS-[0-9]{4})'
/** Follows a text without digits: two digits, a digit and a letter, or a letter and a digit. */
const HOST_CODE = '([0-9][0-9A-Z]|(?<=\\p{Ll})[A-Z][0-9])'
const PLACE = '([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3})([0-9A-Z]{32})([0-9A-Z]{32})'
/**
 * Beginnings of the list of signed names, up to the order, each with the only valid cut of its values. The sender of a callback
 * could list other names for the same text: so the list has to begin as the bank's, and no value in there can be moved. After the
 * order the bank lists more, not always the same.
 */
const HEADS: readonly (readonly [names: string, cut: string])[] = [
  // A failure has nothing between its text, which may name the order itself, and the order: the last one in there is it.
  ['responseCode+responseMessage', `${CODE}(.*)`],
  ['txnCode+responseCode+responseMessage+txnDateTime+merchantSafeId+terminalSafeId', `(\\d{4})${CODE}(.*?)${PLACE}`],
  [
    'txnCode+responseCode+responseMessage+hostResponseCode+hostMessage+txnDateTime+merchantSafeId+terminalSafeId',
    `(\\d{4})${CODE}([^0-9]*?)${HOST_CODE}(.*?)${PLACE}`,
  ],
]

const isCutAsTheBankCuts = (names: readonly string[], signed: Fields, orderId: string): boolean => {
  const head = HEADS.find(([start]) => `${names.join('+')}+`.startsWith(`${start}+orderId+`))
  const values = names.map((name) => signed[name]!)
  return head !== undefined && isCutInto(values, new RegExp(`^${head[1]}(${orderId})`, 'su').exec(values.join('')))
}

const PROOF = ['secureId', 'secureEcomInd', 'secureData', 'secureMd']
/** 20 bytes in base64, the ECI, 20 or 21 bytes in base64, 32 bytes in hex. */
const PROOF_CUT = /^([A-Za-z0-9+/]{27}=)(0[0-9])([A-Za-z0-9+/]{27}[A-Za-z0-9+/=])([0-9A-Fa-f]{64})$/

const readProof = (names: readonly string[], signed: Fields) => {
  const listed = names.slice(names.indexOf('secureId'), names.indexOf('secureMd') + 1)
  const values = listed.map((name) => signed[name]!)
  if (listed.join() !== PROOF.join() || !isCutInto(values, PROOF_CUT.exec(values.join('')))) return undefined
  const [xid, eci = '', cavv, md] = values
  return { mdStatus: MD_STATUSES[eci] ?? '7', proof: { xid, eci, cavv, md } }
}

/** ECI to md status: authenticated, or attempted where cardholder or issuer take no part. Any other is no authentication. */
const MD_STATUSES: Readonly<Record<string, string>> = { '02': '1', '05': '1', '01': '4', '06': '4' }

/** A posted number could be any digit of the signed text, so it can only contradict. What the bank charges may be an attempt. */
const isOfMdStatus = (mdStatus: string, posted: string | undefined, isCharged: boolean): boolean => {
  if (posted === undefined || posted === mdStatus) return true
  return (isCharged || mdStatus === '4') && /^[234]$/.test(posted)
}
