/** A JSON Web Signature in its compact form, RS256: what jose's SignJWT makes, without its copies of claims and key on the thread of requests. */
import { type KeyObject, sign } from 'node:crypto'

/** Signs on another thread. */
export const signJwt = (header: { kid: string; typ: string }, claims: object, key: KeyObject): Promise<string> => {
  const text = `${encode({ alg: 'RS256', ...header })}.${encode(claims)}`
  return new Promise((resolve, reject) => {
    sign('sha256', Buffer.from(text), key, (error, signature) => {
      if (error) reject(error)
      else resolve(`${text}.${signature.toString('base64url')}`)
    })
  })
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
