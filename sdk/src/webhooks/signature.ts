/** The signature of a delivery: HMAC-SHA256, keyed by the whole secret, over the timestamp, a dot and the bytes of the body. */
const encoder = new TextEncoder()
const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' }

const importKey = (secret: string, use: 'sign' | 'verify'): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', encoder.encode(secret), ALGORITHM, false, [use])

const signedBytes = (timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> => {
  const head = encoder.encode(`${timestamp}.`)
  const all = new Uint8Array(head.length + body.length)
  all.set(head)
  all.set(body, head.length)
  return all
}

/** `sha256=<hex>` */
export const signBody = async (secret: string, timestamp: string, body: Uint8Array): Promise<string> => {
  const bytes = new Uint8Array(
    await crypto.subtle.sign('HMAC', await importKey(secret, 'sign'), signedBytes(timestamp, body)),
  )
  return `sha256=${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Compares in constant time, as WebCrypto does. */
export const isSignedBy = async (
  secret: string,
  timestamp: string,
  body: Uint8Array,
  signature: string,
): Promise<boolean> => {
  const [, hex] = /^sha256=([0-9a-f]{64})$/.exec(signature) ?? []
  if (hex === undefined) return false
  const bytes = Uint8Array.from({ length: 32 }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16))
  return crypto.subtle.verify('HMAC', await importKey(secret, 'verify'), bytes, signedBytes(timestamp, body))
}
