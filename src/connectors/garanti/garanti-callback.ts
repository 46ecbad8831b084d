/** Reads Garanti's callback after a challenge: whether it is the bank's response for this payment, and its result. */
import type { Attempt, Outcome } from '../attempt.ts'
import { authenticationRefusal, type Fields, forged, isCutInto, verified } from '../kit/callback.ts'
import type { CallbackOutcome, PendingChallenge } from '../three-d-secure.ts'
import { currencyNumber } from '../transport/bank-amounts.ts'
import { CALLBACK_FIELDS, isCallbackHash } from './garanti-hash.ts'
import { garantiOrderId } from './garanti-requests.ts'
import { garantiResultOutcome } from './garanti-response.ts'

export type Level = '3D' | '3D_PAY'

export const verifyGarantiCallback = (fields: Fields, challenge: PendingChallenge): CallbackOutcome => {
  const forgery = findForgery(fields, challenge)
  if (forgery !== undefined) return forgery
  const { mdstatus: mdStatus = '', eci, cavv, xid, md, dstransid: dsTransId } = fields
  const message = fields.mderrormessage || fields.hostmsg || fields.errmsg
  const refusal = authenticationRefusal(mdStatus, message)
  const isCharged = challenge.state.level === '3D_PAY'
  const charged = isCharged ? chargedOf(fields, challenge.attempt, refusal === undefined) : undefined
  return verified({
    mdStatus,
    proof: isProven(mdStatus) ? { eci, cavv, xid, md, dsTransId } : {},
    refusal,
    message,
    charged,
  })
}

/** Why the callback is not trusted; undefined when it is the bank's response for this payment. */
const findForgery = (fields: Fields, { attempt, state }: PendingChallenge): CallbackOutcome | undefined => {
  const { secrets, terminalId } = attempt.configuration
  const orderIds = [fields.orderid, fields.oid].filter((id) => id !== undefined)
  if (orderIds.length === 0) return forged('no_order')
  if (!fields.hash) return forged('incomplete')
  if (secrets.secretKey?.use((key) => isCallbackHash(fields, key)) !== true) return forged('bad_hash')
  if (orderIds.some((id) => id !== garantiOrderId(attempt)) || fields.clientid !== terminalId)
    return forged('other_order')
  if (!isCutAsTheBankCuts(fields, state.level === '3D_PAY' ? '3D_PAY' : '3D')) return forged('bad_hash')
  // The bank's hash does not cover these: amount and currency are taken from the request, the rest is checked for its form.
  const { minor, currency } = attempt.amount
  if (fields.txnamount === undefined || fields.txncurrencycode === undefined) return forged('incomplete')
  if (Object.entries(UNHASHED).some(([name, form]) => !form.test(fields[name] ?? ''))) return forged('incomplete')
  const isOurs = fields.txnamount === String(minor) && fields.txncurrencycode === currencyNumber(currency)
  return isOurs ? undefined : forged('other_amount')
}

/**
 * The only valid split of a text into its values: the hash has no separators between them, so a character moved from one
 * to the next hashes the same. With 3D nothing has been charged yet: code, number and result of a charge are empty.
 * A refused charge has an authorization code of one space or none; no other value has spaces.
 */
const HEADS: Readonly<Record<Level, RegExp>> = {
  '3D': /^()()()([0-9])/,
  '3D_PAY': /^([A-Za-z0-9]{6}| ?)([A-Za-z0-9]{2}|)(Approved|Declined|Error)([0-9])/,
}
/** cavv (20 bytes in base64), ECI, the handle, and 20 random characters. */
const PROOF = /^([A-Za-z0-9+/]{27}=|)([0-9]{2}|)([\x21-\x7e]{0,1024})([A-Za-z0-9+/=]{20})$/

/** A failed authentication proves only its failure; nothing else of it is read. */
const isProven = (mdStatus: string): boolean => /^[1-4]$/.test(mdStatus)

/** Terminal and order are known: the values after them are split again, and must equal the posted values. */
const isCutAsTheBankCuts = (fields: Fields, level: Level): boolean => {
  const values = CALLBACK_FIELDS.map((name) => fields[name] ?? '')
  const text = values.slice(2).join('')
  const head = HEADS[level].exec(text)
  if (head === null || !isCutInto(values.slice(2), head)) return false
  return !isProven(fields.mdstatus ?? '') || isCutInto(values.slice(6), PROOF.exec(text.slice(head[0].length)))
}

const UNHASHED: Readonly<Record<string, RegExp>> = {
  xid: /^[A-Za-z0-9+/=-]{0,64}$/,
  dstransid: /^[A-Za-z0-9-]{0,64}$/,
  hostrefnum: /^[A-Za-z0-9]{0,20}$/,
}

/** 3D_PAY: an error without a code is one of the authentication; the bank has not attempted a charge. */
const chargedOf = (fields: Fields, attempt: Attempt, isPassed: boolean): Outcome | undefined => {
  if (fields.response === 'Error' && !fields.procreturncode && !isPassed) return undefined
  return garantiResultOutcome(
    {
      orderId: fields.orderid ?? fields.oid ?? null,
      word: fields.response || null,
      code: fields.procreturncode || null,
      reason: null,
      message: fields.hostmsg || fields.errmsg || null,
      systemMessage: fields.errmsg || null,
      references: {
        providerTransactionId: null, // transid repeats the order id
        authCode: fields.authcode?.trim() || null,
        hostReference: fields.hostrefnum || null,
      },
    },
    garantiOrderId(attempt),
  )
}
