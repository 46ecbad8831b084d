/** Makes X.509 certificates for tests, so that no private key is in the repository and none expires. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

export interface Identity {
  key: string
  cert: string
  name: string
  signingKey: KeyObject
}

export interface CertificateFacts {
  /** Signs it; absent: signs itself. */
  issuer?: Identity
  isAuthority?: boolean
  notBefore?: Date
  notAfter?: Date
}

const DAY_MS = 86_400_000

export const certificate = (name: string, facts: CertificateFacts = {}): Identity => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const issuer = facts.issuer ?? { name, signingKey: privateKey }
  const body = sequence(
    tagged(0xa0, integer(2)),
    integer(Math.floor(Math.random() * 1e9) + 1),
    ECDSA_WITH_SHA256,
    commonName(issuer.name),
    sequence(
      time(facts.notBefore ?? new Date(Date.now() - DAY_MS)),
      time(facts.notAfter ?? new Date(Date.now() + DAY_MS)),
    ),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions(name, facts.isAuthority ?? false))),
  )
  const signature = sign('sha256', body, issuer.signingKey)
  const whole = sequence(body, ECDSA_WITH_SHA256, tagged(0x03, Buffer.of(0), signature))
  return {
    name,
    signingKey: privateKey,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}

const tagged = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.of(tag, ...size), content])
}
const sequence = (...parts: Buffer[]): Buffer => tagged(0x30, ...parts)
const octets = (content: Buffer): Buffer => tagged(0x04, content)
const object = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'))
const integer = (value: number): Buffer => {
  const hex = value.toString(16)
  return tagged(
    0x02,
    Buffer.from(hex.length % 2 ? `0${hex}` : Number.parseInt(hex[0]!, 16) > 7 ? `00${hex}` : hex, 'hex'),
  )
}
const time = (moment: Date): Buffer =>
  tagged(0x18, Buffer.from(`${moment.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`))

const ECDSA_WITH_SHA256 = sequence(object('2a8648ce3d040302'))
const commonName = (name: string): Buffer =>
  sequence(tagged(0x31, sequence(object('550403'), tagged(0x0c, Buffer.from(name)))))

const extensions = (name: string, isAuthority: boolean): Buffer[] => [
  sequence(
    object('551d13'),
    tagged(0x01, Buffer.of(0xff)),
    octets(sequence(...(isAuthority ? [tagged(0x01, Buffer.of(0xff))] : []))),
  ),
  sequence(object('551d11'), octets(sequence(tagged(0x82, Buffer.from(name))))),
]
