/** What an attempt leaves in the log: JSON texts, at most 64 KiB of answer, valid UTF-8, no card number, no card code. */
import { maskCardCodes, maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import type { Exchange } from '../../infra/outgoing/outgoing.ts'

export const RESPONSE_BYTES_MAX = 64 * 1024 // enough for the log; a subscriber cannot fill our disk

/** Headers as JSON text, for a column. */
export const toLoggedHeaders = (headers: Exchange['headers']): string => maskCardNumbers(JSON.stringify(headers))

/** The answer's body as text that PostgreSQL takes, or null when no answer came. */
export const toLoggedResponse = ({ status, body }: Exchange): string | null => {
  if (status === null) return null
  const isCut = body.length >= RESPONSE_BYTES_MAX
  const whole = body.toString('utf8').replaceAll('\0', '\ufffd')
  const masked = maskCardCodes(maskCardNumbers(isCut ? withoutTruncatedNumber(whole) : whole))
  return Buffer.byteLength(masked) <= RESPONSE_BYTES_MAX ? masked : truncateToBytes(masked, RESPONSE_BYTES_MAX)
}

/** A truncated body may end in the first digits of a card number, too few to be recognized. */
const withoutTruncatedNumber = (text: string): string => text.replace(/[0-9 -]{1,40}\ufffd*$/, '')

/** A byte that was no UTF-8 became a sign of three bytes, so the text may have grown. */
const truncateToBytes = (text: string, bytes: number): string => {
  const cut = Buffer.from(text).subarray(0, bytes).toString('utf8')
  return withoutTruncatedNumber(cut.replace(/\ufffd$/, ''))
}

/** Headers and body as sent or received, as one JSON text. */
export const toLoggedPayload = (headers: string | null, body: string | null): string | null =>
  headers === null ? null : JSON.stringify({ headers: JSON.parse(headers), body: body ?? '' })
