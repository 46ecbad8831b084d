/** Recognizes the kind of a NestPay callback only by its values: its hash covers them in the order of their names, but not the names. */
import type { Fields } from '../kit/callback.ts'

/**
 * `challenge`: the end of a challenge, its fields under the names of the bank. `refused_form`: the gateway refused the form,
 * no cardholder was challenged and nothing was charged. `repeated_form`: the same, because the form or its order was sent
 * before, which says nothing about the first one. Undefined if the fields were posted under other names than the bank's.
 */
type CallbackKind = 'challenge' | 'refused_form' | 'repeated_form' | undefined

const MD_STATUS = /^[0-9]$/
const WORD = /^(Approved|Declined|Error)$/
const CODE = /^[A-Za-z0-9]{2}$/
/** 20 bytes in base64: cavv, and the xid that an authentication leaves even where it failed. */
const PROOF = /^[A-Za-z0-9+/]{27}=$/
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
/** An error of the gateway, of its page and of its way to the card's bank. */
const ERROR_CODE = /^(CORE|HPP|3D|ISO8583)-[0-9]{2,4}$/
const ERROR_NAME = /^(EXTRA[._])?Err(or)?Code$/i
/** The order id, and the random value of the form, were used before. */
const CAME_BEFORE: ReadonlySet<string> = new Set(['CORE-2507', 'CORE-2127'])

/**
 * A `1` that means a card scheme could be posted as the md status. So the position of the values decides: the md status is
 * the last digit before our order id, the result of a charge the only word of its kind after it, its code the last pair
 * before that word. `names` are in hash order.
 */
export const callbackKind = (
  fields: Fields,
  names: readonly string[],
  { orderId, isCharged }: { orderId: string; isCharged: boolean },
): CallbackKind => {
  const values = names.map((name) => fields[name] ?? '')
  const order = values.indexOf(orderId)
  if (names[order] !== 'oid' || !isInForm(fields, names)) return undefined
  if (values.some((value, at) => ERROR_CODE.test(value) && !ERROR_NAME.test(names[at]!))) return undefined
  const lastIn = (form: RegExp, from: number, to: number): number =>
    values.slice(0, to).findLastIndex((value, index) => index >= from && form.test(value))
  const status = lastIn(MD_STATUS, 0, order)
  const words = values.flatMap((value, index) => (index > order && WORD.test(value) ? [index] : []))
  const isAnswered = words.length === 1 && names[words[0]!] === 'Response'
  if (isRefusedForm(values, { words, mdStatus: values[status] ?? '' })) {
    if (!isAnswered) return undefined
    return values.some((value) => CAME_BEFORE.has(value)) ? 'repeated_form' : 'refused_form'
  }
  if (names[status] !== 'mdStatus') return undefined
  if (!isCharged) return 'challenge'
  // If there is no result word, nothing was charged, which only a failed authentication explains.
  if (words.length === 0) return isPassed(values[status]!) || fields.Response !== undefined ? undefined : 'challenge'
  const code = lastIn(CODE, order, words[0]!)
  return isAnswered && (code === -1 || names[code] === 'ProcReturnCode') ? 'challenge' : undefined
}

const isInForm = (fields: Fields, names: readonly string[]): boolean =>
  Object.entries(FORMS).every(([name, form]) => form.test(fields[name] ?? '')) &&
  new Set(names.map((name) => name.toLowerCase())).size === names.length

const isPassed = (mdStatus: string): boolean => /^[1-4]$/.test(mdStatus)

/**
 * Returns true if there is an error, and no proof of an authentication among the values. A digit up to 4 is then not an md
 * status, since a challenged cardholder leaves a proof, but for instance a month of the form. A digit from 5 on means that
 * no cardholder could be challenged.
 */
const isRefusedForm = (
  values: readonly string[],
  { words, mdStatus }: { words: readonly number[]; mdStatus: string },
): boolean =>
  words.length === 1 &&
  values[words[0]!] === 'Error' &&
  !/^[5-9]$/.test(mdStatus) &&
  !values.some((value) => PROOF.test(value))
