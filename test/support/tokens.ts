/** Tokens and what is inside them, for tests of who may call. */

import { demoClient } from './demo.ts'
import type { Answer } from './http.ts'
import type { Vezne } from './vezne.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the claims it expects
export type Claims = Record<string, any>

const partOf = (token: string, at: number): Claims =>
  JSON.parse(Buffer.from(token.split('.')[at] as string, 'base64url').toString())
export const headerIn = (token: string): Claims => partOf(token, 0)
export const claimsIn = (token: string): Claims => partOf(token, 1)

export const authPath = (realm: string, step: string): string => `/api/v1/auth/${realm}/${step}`

/** A whole token answer; `from` is the address the request comes from, as the token class counts by it. */
export const signIn = (vezne: Vezne, key: string, realm: string, from: number): Promise<Answer> => {
  const { client_id, client_secret } = demoClient(vezne.demo, key, realm)
  return vezne.request('identity', 'POST', authPath(realm, 'token'), { body: { client_id, client_secret }, from })
}

export const form = (members: Record<string, string>, headers: Record<string, string> = {}) => ({
  body: new URLSearchParams(members).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
})

export const basic = (clientId: string, secret: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`).toString('base64')}`,
})

/** Changes rows by SQL and notifies the caches. */
export const change = async (vezne: Vezne, statement: string, values: readonly unknown[] = []): Promise<void> => {
  await vezne.runtime.db.transaction({ as: 'platform' }, (tx) => tx.execute(statement, values))
  vezne.runtime.notifications.publish('realms')
}
