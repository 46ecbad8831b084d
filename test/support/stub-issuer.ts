/** A handwritten issuer: its keys are the test's, and its responses may be hostile. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { type Answerer, type Receiver, startReceiver } from './receiver.ts'

export const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const small = generateKeyPairSync('rsa', { modulusLength: 1024 })
export const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })

export const jwk = (key: KeyObject, kid: string, more: object = {}) => ({
  ...key.export({ format: 'jwk' }),
  kid,
  ...more,
})
export const KEY_SET = () => ({
  keys: [
    jwk(keys.publicKey, 'good', { alg: 'RS256', use: 'sig' }),
    jwk(curve.publicKey, 'curve', { use: 'sig' }),
    jwk(keys.publicKey, 'for-encryption', { use: 'enc' }),
    jwk(keys.publicKey, 'for-ps256', { alg: 'PS256' }),
    jwk(small.publicKey, 'small'),
    { kty: 'oct', kid: 'oct', k: Buffer.from('secret').toString('base64url') },
  ],
})
export const json =
  (value: unknown, status = 200): Answerer =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

export interface StubIssuer extends Receiver {
  /** Its responses, by path; a test may replace it by something hostile. */
  answers: Record<string, Answerer>
  goodAnswers(): Record<string, Answerer>
}

export const startStubIssuer = async (): Promise<StubIssuer> => {
  const receiver = await startReceiver((request, response) =>
    (stub.answers[request.path] ?? json({}, 404))(request, response),
  )
  const stub: StubIssuer = Object.assign(receiver, {
    answers: {} as Record<string, Answerer>,
    goodAnswers: () => ({
      '/.well-known/openid-configuration': json({ issuer: receiver.origin, jwks_uri: `${receiver.origin}/jwks` }),
      '/jwks': json(KEY_SET()),
    }),
  })
  stub.answers = stub.goodAnswers()
  return stub
}
