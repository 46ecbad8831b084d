/** iyzico's signatures: HMAC-SHA256 with the secret key, in hexadecimal digits. */
import { createHmac } from 'node:crypto'

const hmac = (text: string | Buffer, secretKey: string): string =>
  createHmac('sha256', secretKey).update(text).digest('hex')

export interface SignedCall {
  readonly randomKey: string
  /** The address behind the host. */
  readonly path: string
  readonly body: Buffer | string
}

export const callSignature = ({ randomKey, path, body }: SignedCall, secretKey: string): string =>
  hmac(Buffer.concat([Buffer.from(randomKey + path), Buffer.from(body)]), secretKey)

/** Signs what is answered or posted back: the values with colons between them. */
export const signValues = (values: readonly string[], secretKey: string): string => hmac(values.join(':'), secretKey)

/** Signs a notification; the secret key is also the beginning of the text. */
export const webhookSignature = (
  { iyziEventType, paymentId, paymentConversationId, status }: Readonly<Record<string, string | number>>,
  secretKey: string,
): string => hmac([secretKey, iyziEventType, paymentId, paymentConversationId, status].join(''), secretKey)

export interface Authorization {
  readonly apiKey: string
  readonly randomKey: string
  readonly signature: string
}

/** Parses the header: three names with their values, in base64. */
export const readAuthorization = (header: string): Authorization | undefined => {
  const encoded = /^IYZWSv2 ([A-Za-z0-9+/=]+)$/.exec(header)?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const match = /^apiKey:([^&]*)&randomKey:([^&]*)&signature:([0-9a-f]{64})$/.exec(text)
  return match ? { apiKey: match[1]!, randomKey: match[2]!, signature: match[3]! } : undefined
}
