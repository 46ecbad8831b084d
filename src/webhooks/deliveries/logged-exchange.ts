/**
 * Texts that an attempt stores in the log: JSON, at most 64 KiB of the response, valid UTF-8, without card numbers and
 * card codes.
 */
import { maskCardCodes, maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import type { Exchange } from '../../infra/outgoing/outgoing.ts'

export const RESPONSE_BYTES_MAX = 64 * 1024 // enough for the log; a subscriber cannot fill our disk

/** Returns headers as JSON text, for a column. */
export const toLoggedHeaders = (headers: Exchange['headers']): string => maskCardNumbers(JSON.stringify(headers))

/** Returns the response's body as text that PostgreSQL accepts, or null if no response came. */
export const toLoggedResponse = ({ status, body }: Exchange): string | null => {
  if (status === null) return null
  const isCut = body.length >= RESPONSE_BYTES_MAX
  const whole = body.toString('utf8').replaceAll('\0', '\ufffd')
  const masked = maskCardCodes(maskCardNumbers(isCut ? withoutTruncatedNumber(whole) : whole))
  return Buffer.byteLength(masked) <= RESPONSE_BYTES_MAX ? masked : truncateToBytes(masked, RESPONSE_BYTES_MAX)
}

/** A truncated body may end in the first digits of a card number, too few to be recognized, so they are removed. */
const withoutTruncatedNumber = (text: string): string => text.replace(/[0-9 -]{1,40}\ufffd*$/, '')

/** A byte that was not UTF-8 became a character of three bytes, so the text may have grown. */
const truncateToBytes = (text: string, bytes: number): string => {
  const cut = Buffer.from(text).subarray(0, bytes).toString('utf8')
  return withoutTruncatedNumber(cut.replace(/\ufffd$/, ''))
}

/** Returns headers and body, as sent or received, as one JSON text. */
export const toLoggedPayload = (headers: string | null, body: string | null): string | null =>
  headers === null ? null : JSON.stringify({ headers: JSON.parse(headers), body: body ?? '' })
