/** Computes the signature of a delivery in the browser, and the mistakes receivers commonly make. */

const encoder = new TextEncoder()

export const toBytes = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text)
export const toHex = (bytes: ArrayBuffer | Uint8Array): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export const signedText = (timestamp: string, body: string): string => `${timestamp}.${body}`

const hmac = async (
  key: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> => {
  // WebCrypto accepts no empty key.
  const raw = key.length === 0 ? new Uint8Array(1) : key
  const made = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', made, message))
}

export const sign = async (secret: string, text: string): Promise<string> =>
  toHex(await hmac(toBytes(secret), toBytes(text)))

export interface Input {
  readonly secret: string
  readonly timestamp: string
  readonly body: string
}

export const MISTAKES = [
  'noTimestamp',
  'noDot',
  'reparsed',
  'pretty',
  'newline',
  'noPrefix',
  'decoded',
  'milliseconds',
  'swapped',
  'plainHash',
  'base64',
  'upper',
] as const
export type Mistake = (typeof MISTAKES)[number]

/** Returns a signature to compare, without its scheme prefix and surrounding blanks. */
export const stripped = (text: string): string => text.trim().replace(/^sha256=/i, '')

/** Returns null if it is none of the common mistakes. */
export const mistakeIn = async (theirs: string, { secret, timestamp, body }: Input): Promise<Mistake | null> => {
  const text = signedText(timestamp, body)
  const right = await hmac(toBytes(secret), toBytes(text))
  if (theirs === btoa(String.fromCharCode(...right))) return 'base64'
  if (theirs !== toHex(right) && theirs.toLowerCase() === toHex(right)) return 'upper'
  const ways: readonly (readonly [Mistake, () => Promise<string>])[] = [
    ['noTimestamp', () => sign(secret, body)],
    ['noDot', () => sign(secret, `${timestamp}${body}`)],
    ['reparsed', () => sign(secret, signedText(timestamp, rewritten(body, 0)))],
    ['pretty', () => sign(secret, signedText(timestamp, rewritten(body, 2)))],
    ['newline', () => sign(secret, `${text}\n`)],
    ['noPrefix', () => sign(secret.replace(/^whsec_/, ''), text)],
    ['decoded', async () => toHex(await hmac(fromBase64(secret.replace(/^whsec_/, '')), toBytes(text)))],
    ['milliseconds', () => sign(secret, signedText(`${timestamp}000`, body))],
    ['swapped', async () => toHex(await hmac(toBytes(text), toBytes(secret)))],
    ['plainHash', async () => toHex(await crypto.subtle.digest('SHA-256', toBytes(text)))],
  ]
  for (const [mistake, compute] of ways) if ((await compute()) === theirs.toLowerCase()) return mistake
  return null
}

const rewritten = (body: string, indent: number): string => {
  try {
    const text = JSON.stringify(JSON.parse(body), null, indent)
    // Other languages add a space after each colon and comma.
    return text === body ? text.replaceAll('":', '": ').replaceAll(',"', ', "') : text
  } catch {
    return body
  }
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => {
  try {
    const raw = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(raw, (char) => char.charCodeAt(0))
  } catch {
    return new Uint8Array(1)
  }
}

const PER_LINE = 16

/** Returns offset, hexadecimal and readable form of every sixteen bytes. */
export const bytesShown = (bytes: Uint8Array): readonly (readonly [offset: string, hex: string, text: string])[] =>
  Array.from({ length: Math.ceil(bytes.length / PER_LINE) }, (_, at) => {
    const part = [...bytes.slice(at * PER_LINE, (at + 1) * PER_LINE)]
    return [
      (at * PER_LINE).toString(16).padStart(4, '0'),
      part
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join(' ')
        .padEnd(PER_LINE * 3 - 1),
      part.map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : '·')).join(''),
    ] as const
  })
