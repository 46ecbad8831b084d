/** Reads the form a bank's page posts through a browser: UTF-8, or ISO-8859-9, which banks in Turkey still use. */
import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { type Pairs, parseUrlencoded } from '../../infra/http/urlencoded.ts'

const LATIN5 = /^(iso-8859-9|windows-1254|latin5)$/i
const UTF8 = /^utf-?8$/i
/** Browsers name the charset of a form in its field `encoding` if its page requested that, seldom in the header. */
const NAMED = /(?:^|&)encoding=([\w-]+)(?:&|$)/i
export const BANK_FORM_TYPE = /^\s*application\/x-www-form-urlencoded\s*(?:;\s*charset\s*=\s*"?([\w-]+)"?\s*)?$/i

/** The signature of a callback covers characters, not bytes: read in the wrong charset a genuine one would not match. */
export const parseBankForm = (bytes: Buffer, contentType: string): Pairs => {
  const text = bytes.toString('latin1')
  const label = BANK_FORM_TYPE.exec(contentType)?.[1] ?? NAMED.exec(text)?.[1]
  if (label === undefined) return parseUrlencoded(isUtf8(unquoted(text)) ? bytes.toString() : fromLatin5(text))
  if (LATIN5.test(label)) return parseUrlencoded(fromLatin5(text))
  if (UTF8.test(label) && isUtf8(bytes)) return parseUrlencoded(bytes.toString())
  throw new Problem('bad_request', { detail: phrase`The form is neither UTF-8 nor ISO-8859-9`, errors: [] })
}

const unquoted = (text: string): Buffer =>
  Buffer.from(
    text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

/** Every byte above ASCII, percent-encoded or not, as the percent-encoded UTF-8 of its character. */
const fromLatin5 = (text: string): string =>
  text.replace(/%([89a-f][0-9a-f])|([\x80-\xff])/gi, (_, hex: string | undefined, raw: string | undefined) => {
    const byte = hex === undefined ? (raw as string).charCodeAt(0) : Number.parseInt(hex, 16)
    return encodeURIComponent(iconv.decode(Buffer.from([byte]), 'iso-8859-9'))
  })
