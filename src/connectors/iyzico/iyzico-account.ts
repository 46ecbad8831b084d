/** Settings that iyzico requires of a configuration: two keys and one address; every request is signed, and most answers are. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Secret } from '../../core/secret.ts'
import type { Configuration } from '../attempt.ts'
import type { Fields } from '../kit/callback.ts'
import type { RequiredSettings } from '../kit/settings.ts'

/** Members of the interface: api_key and secret_key, as iyzico's screens name them. */
export interface IyzicoAccount {
  readonly apiKey: Secret
  readonly secretKey: Secret
}

export const IYZICO_SETTINGS: RequiredSettings = {
  gateway: 'iyzico',
  always: ['api_key', 'secret_key', 'api_endpoint_url'],
  with3d: [],
}

export const iyzicoAccount = ({ secrets: { apiKey, secretKey } }: Configuration): IyzicoAccount | undefined =>
  apiKey && secretKey ? { apiKey, secretKey } : undefined

const hmac = (text: string, secretKey: Secret): string =>
  secretKey.use((key) => createHmac('sha256', key).update(text).digest('hex'))

/** As iyzico signs its answers and callbacks. */
export const iyzicoSignature = (values: readonly string[], secretKey: Secret): string =>
  hmac(values.join(':'), secretKey)

/** IYZWSv2: the path is signed without its query. */
export const iyzicoHeaders = (
  { apiKey, secretKey }: IyzicoAccount,
  { path, body }: { readonly path: string; readonly body: Buffer },
  randomKey = randomBytes(16).toString('hex'),
): Fields => {
  const signature = hmac(randomKey + path.split('?')[0] + body.toString('utf8'), secretKey)
  const text = apiKey.use((key) => `apiKey:${key}&randomKey:${randomKey}&signature:${signature}`)
  return { authorization: `IYZWSv2 ${Buffer.from(text).toString('base64')}`, 'x-iyzi-rnd': randomKey }
}
