/** Sets a key that takes two people: as an administrator of the tenant without rate limits, then as the one of its transfers. */
import assert from 'node:assert/strict'
import type { Vezne } from './vezne.ts'

const REALM = 'tenant-load'
const TENANT = '00000000-0000-4000-8000-000000000012'

export const setByTwo = async (vezne: Vezne, key: string, value: string): Promise<void> => {
  const headers = { 'x-tenant-id': TENANT }
  const path = '/api/v1/settings'
  const send = async (as: 'admin' | 'checker', method: string, at: string, body?: object) => {
    const token = await vezne.token(as, REALM)
    const answer = await vezne.request('transfers', method, `${path}${at}`, {
      token,
      headers,
      ...(body ? { body } : {}),
    })
    assert.ok(answer.status < 300, answer.text)
    return answer.body.data
  }
  const [row] = (await send('admin', 'GET', `?key=${key}`)).items
  const id = row === undefined ? await send('admin', 'POST', '', { key, value }) : row.id
  if (row !== undefined) await send('admin', 'PUT', `/${id}`, { key, value })
  await send('checker', 'PUT', `/${id}`, { key, value })
}
