/** Converts bytes to text and back: UTF-8, and ISO-8859-9 (Latin-5, Turkish), the charset of NestPay. */
import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'

export type Charset = 'utf-8' | 'iso-8859-9'

const LATIN5 = new TextDecoder('iso-8859-9')

export const decode = (bytes: Buffer, charset: Charset): string =>
  charset === 'utf-8' ? bytes.toString('utf8') : LATIN5.decode(bytes)

export const encode = (text: string, charset: Charset): Buffer =>
  charset === 'utf-8' ? Buffer.from(text) : iconv.encode(text, 'iso-8859-9')

/** Non-ASCII letters that are valid UTF-8 make no sense as Latin-5 in any language this bank uses, and vice versa. */
export const isIn = (bytes: Buffer, charset: Charset): boolean => {
  if (bytes.every((byte) => byte < 0x80)) return true
  return isUtf8(bytes) === (charset === 'utf-8')
}
