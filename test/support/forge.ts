/** Writes tokens by hand, good and forged, with a realm's own key or any other. */
import { createHmac, type KeyObject, randomUUID, sign } from 'node:crypto'
import type { Claims } from './tokens.ts'

export const base64url = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

export type Signer = (input: string) => Buffer

export const rs256 =
  (key: KeyObject, digest: string | null = 'sha256'): Signer =>
  (input) =>
    sign(digest, Buffer.from(input), key)
export const ps256 =
  (key: KeyObject): Signer =>
  (input) =>
    sign('sha256', Buffer.from(input), { key, padding: 6, saltLength: 32 }) // RSA_PKCS1_PSS_PADDING
export const es256 =
  (key: KeyObject): Signer =>
  (input) =>
    sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' })
export const hs256 =
  (secret: string | Buffer): Signer =>
  (input) =>
    createHmac('sha256', secret).update(input).digest()
export const nothing: Signer = () => Buffer.alloc(0)

/** `claims` may be the text of the payload itself. */
export const write = (header: Claims, claims: Claims | string, signer: Signer): string => {
  const input = `${base64url(header)}.${base64url(claims)}`
  return `${input}.${signer(input).toString('base64url')}`
}

export interface Mint {
  kid: string
  issuer: string
  tenantId: string
  clientId: string
  key: KeyObject
}

/** Claims as the token endpoint writes them. */
export const claimsOf = (mint: Mint, nowMs: number, changes: Claims = {}): Claims => {
  const iat = Math.floor(nowMs / 1000)
  return {
    iss: mint.issuer,
    sub: mint.clientId,
    aud: 'test',
    azp: mint.clientId,
    tenant_id: mint.tenantId,
    roles: ['tenant-admin'],
    env: 'test',
    iat,
    exp: iat + 300,
    jti: randomUUID(),
    ...changes,
  }
}

export const headerOf = (mint: Mint, changes: Claims = {}): Claims => ({
  alg: 'RS256',
  kid: mint.kid,
  typ: 'at+jwt',
  ...changes,
})
