/** Reads a form body, urlencoded in either charset. */
import { type Charset, decode } from './charset.ts'

export class BadForm extends Error {}

const FIELDS_MAX = 100

export type Form = Readonly<Record<string, string>>

/**
 * If `charset` is absent, the field `encoding` decides; otherwise UTF-8 if the bytes are valid UTF-8, else ISO-8859-9.
 */
export const readForm = (body: Buffer, charset?: Charset): Form => {
  const text = body.toString('latin1')
  const pairs = text === '' ? [] : text.split('&').map(pairOf)
  if (pairs.length > FIELDS_MAX) throw new BadForm('too many fields')
  const used = charset ?? charsetOf(pairs)
  const form: Record<string, string> = Object.create(null)
  for (const [nameBytes, valueBytes] of pairs) {
    const name = decode(nameBytes, used)
    if (name in form) throw new BadForm(`${name} stands there twice`)
    form[name] = decode(valueBytes, used)
  }
  return form
}

const pairOf = (pair: string): [Buffer, Buffer] => {
  const at = pair.indexOf('=')
  return at === -1 ? [unquote(pair), Buffer.alloc(0)] : [unquote(pair.slice(0, at)), unquote(pair.slice(at + 1))]
}

/** Decodes percent signs to bytes; the charset is determined later. */
const unquote = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll('+', ' ').replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  )

const charsetOf = (pairs: readonly [Buffer, Buffer][]): Charset => {
  const named = pairs.find(([name]) => name.toString('latin1').toLowerCase() === 'encoding')
  if (named) return /^(iso-8859-9|windows-1254)$/i.test(named[1].toString('latin1')) ? 'iso-8859-9' : 'utf-8'
  const fits = pairs.every((pair) => pair.every((bytes) => !bytes.toString('utf8').includes('\ufffd')))
  return fits ? 'utf-8' : 'iso-8859-9'
}
