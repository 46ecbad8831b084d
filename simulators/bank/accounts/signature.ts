/**
 * The two signatures of the accounts API, both HMAC-SHA256 with the customer's key: for a call, and for a notification.
 */
import { createHmac } from 'node:crypto'

const sign = (secretKey: string, ...parts: readonly (string | Buffer)[]): string => {
  const hmac = createHmac('sha256', secretKey)
  for (const part of parts) hmac.update(part)
  return `sha256=${hmac.digest('hex')}`
}

/** Signs `<Unix seconds>.<METHOD>.<path with query>.<raw body>`. */
export const callSignature = (
  secretKey: string,
  call: { readonly timestamp: string; readonly method: string; readonly path: string; readonly body: Buffer },
): string => sign(secretKey, `${call.timestamp}.${call.method}.${call.path}.`, call.body)

/** Signs `<Unix seconds>.<raw body>`. */
export const noticeSignature = (secretKey: string, timestamp: string, body: string): string =>
  sign(secretKey, `${timestamp}.${body}`)
