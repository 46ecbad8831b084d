/** Further people of tenant-load: each with a key of his own that no other person of the tenant has had in hand. */
import assert from 'node:assert/strict'
import type { Answer } from './http.ts'
import { authPath, change } from './tokens.ts'
import type { Vezne } from './vezne.ts'

const REALM = 'tenant-load'

export interface Key {
  readonly id: string
  readonly clientId: string
  readonly token: string
}

/** A key that whoever holds `by` has made, as it is: its maker stands behind it. */
export const makeKey = async (vezne: Vezne, roles: readonly string[], by?: string): Promise<Key> => {
  const made = await vezne.request('identity', 'POST', '/api/v1/tenants/me/api-keys', {
    token: by ?? (await vezne.token('admin', REALM)),
    body: { display_name: `A key of ${roles.join(', ')}`, roles },
  })
  assert.equal(made.status, 201, made.text)
  const { api_key, secret } = made.body
  const body = { client_id: api_key.client_id, client_secret: secret }
  const answer = await vezne.request('identity', 'POST', authPath(REALM, 'token'), { body })
  assert.equal(answer.status, 200, answer.text)
  return { id: api_key.id, clientId: api_key.client_id, token: answer.body.access_token }
}

/** Somebody who is no other one: as after a change of hands that a second person has confirmed. */
export const makeColleague = async (vezne: Vezne, roles: readonly string[]): Promise<Key> => {
  const key = await makeKey(vezne, roles)
  const sql = `update clients set accountable = array[client_id], changed_people = null, needs_confirmation = false where id = $1`
  await change(vezne, sql, [key.id])
  return key
}

/** Calls of the card surface with that key. */
export const callsOf =
  (vezne: Vezne, { token }: Pick<Key, 'token'>) =>
  (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    vezne.request('cards', method, `/api/v1${path}`, {
      token,
      headers: { 'x-external-merchant-id': 'M-3001', ...headers },
      ...(body === undefined ? {} : { body }),
    })
