/** The simulated bank's callback: its fields (docs/interface/sandbox.md#challenge-page) and their signature. */
import { createHash, createHmac } from 'node:crypto'
import type { Secret } from '../../core/secret.ts'
import { isSameHash } from '../kit/callback.ts'
import type { Challenge, ChallengeResult } from './challenge-store.ts'

export type CallbackFields = Readonly<Record<string, string>>

/** Lower-case hex HMAC-SHA256 over the other fields, sorted by name. */
const signCallback = (secret: Secret, fields: CallbackFields): string => {
  const text = Object.keys(fields)
    .filter((name) => name !== 'hash')
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
  return secret.use((key) => createHmac('sha256', key).update(text).digest('hex'))
}

const ID = /^[0-9A-Fa-f-]{36}$/
const BASE64_28 = /^[A-Za-z0-9+/]{27}=$/
/** Every field there is, with its form: names and values are signed as `name=value&...`, so neither may contain a separator. */
const FORMS: Readonly<Record<string, RegExp>> = {
  transaction_id: ID,
  md_status: /^[0-9]$/,
  xid: BASE64_28,
  ds_trans_id: ID,
  result: /^[a-z_]{1,20}$/,
  eci: /^[0-9]{2}$/,
  cavv: BASE64_28,
  amount: /^[0-9]{1,16}$/,
  currency: /^[A-Z]{3}$/,
  hash: /^[0-9a-f]{64}$/,
}

/** Each field is known and well-formed. */
export const isWellFormed = (fields: CallbackFields): boolean =>
  Object.entries(fields).every(([name, value]) => Object.hasOwn(FORMS, name) && FORMS[name]!.test(value))

export const isSignedBy = (secret: Secret, fields: CallbackFields): boolean =>
  isSameHash(fields.hash ?? '', signCallback(secret, fields))

/** The bank's result of a completed challenge. */
export const callbackFields = (
  challenge: Pick<Challenge, 'transaction_id' | 'card_scheme' | 'outcome'> & { result: ChallengeResult },
  secret: Secret,
): CallbackFields => {
  const { transaction_id, result } = challenge
  const isPassed = result === 'ok'
  const isAttempt = isPassed && challenge.outcome === 'attempt'
  const fields: Record<string, string> = {
    transaction_id,
    md_status: isAttempt ? '2' : isPassed ? '1' : '0',
    xid: base64Of('xid', transaction_id),
    ds_trans_id: uuidOf(transaction_id),
    result,
    ...(isPassed ? { eci: eciOf(challenge.card_scheme, isAttempt), cavv: base64Of('cavv', transaction_id) } : {}),
  }
  return { ...fields, hash: signCallback(secret, fields) }
}

const eciOf = (scheme: string, isAttempt: boolean): string =>
  scheme === 'MasterCard' ? (isAttempt ? '01' : '02') : isAttempt ? '06' : '05'

const sha1 = (purpose: string, transactionId: string): Buffer =>
  createHash('sha1').update(`${purpose}:${transactionId}`).digest()

/** 28 characters, as schemes have them. */
const base64Of = (purpose: string, transactionId: string): string => sha1(purpose, transactionId).toString('base64')

const uuidOf = (transactionId: string): string =>
  sha1('ds', transactionId)
    .toString('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
