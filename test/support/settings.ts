/** Settings of tenant-load as two people set them: the second one does where the first one's value waits. */
import assert from 'node:assert/strict'
import type { Vezne } from './vezne.ts'

const REALM = 'tenant-load'
const TENANT = '00000000-0000-4000-8000-000000000012'

/** Returns the id of the setting. The second person is an administrator of transfers, whose surface has the same settings. */
export const setByTwo = async (vezne: Vezne, key: string, value: string): Promise<string> => {
  const call = async (as: 'admin' | 'checker', method: string, at: string, body?: object) => {
    const [surface, token] = [as === 'admin' ? 'cards' : 'transfers', await vezne.token(as, REALM)] as const
    const headers = { 'x-tenant-id': TENANT }
    const answer = await vezne.request(surface, method, `/api/v1/settings${at}`, {
      token,
      headers,
      ...(body ? { body } : {}),
    })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const read = async () => (await call('admin', 'GET', `?key=${key}`)).items[0]
  const known = await read()
  await call('admin', known ? 'PUT' : 'POST', known ? `/${known.id}` : '', { key, value })
  const written = await read()
  if (written.counting_value !== null) await call('checker', 'PUT', `/${written.id}`, { key, value })
  return written.id
}
