/** Recipients and their accounts over HTTP, as an administrator makes them: who sets the target of a transfer does not approve it. */
import assert from 'node:assert/strict'
import type { Answer } from './http.ts'
import { type Person, TENANT } from './transfers.ts'
import type { Vezne } from './vezne.ts'

export const MERCHANT = '00000000-0000-4000-8000-000000000020'
export const OTHER_MERCHANT = '00000000-0000-4000-8000-000000000021'
export const AYSE = '00000000-0000-4000-8000-000000000060'
export const MEHMET = '00000000-0000-4000-8000-000000000061'
/** A credit card of Simulated Bank A, and one that fails the check digit. */
export const CARD = '4546711234567894'
export const IBANS = {
  bankA: 'TR160090100000000000009000',
  bankB: 'TR570090200000000000009000',
  bankC: 'TR980090300000000000009000',
  foreign: 'DE89370400440532013000',
  unknownBank: 'TR450099900000000000000001',
} as const

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

export const openReceivers = (vezne: Vezne) => {
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    { as = 'admin' as Person, merchant = MERCHANT as string | null } = {},
  ): Promise<Answer> =>
    vezne.request('transfers', method, `/api/v1${path}`, {
      token: await vezne.token(as),
      ...(body === undefined ? {} : { body }),
      headers: { 'x-tenant-id': TENANT, ...(merchant === null ? {} : { 'x-merchant-id': merchant }) },
    })
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await call('POST', path, body)
    assert.equal(answer.status, 201, answer.text)
    return answer.body.data
  }
  const rows = async (path: string, merchant: string | null = MERCHANT): Promise<Json[]> => {
    const answer = await call('GET', path, undefined, { merchant })
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data.items
  }
  return {
    call,
    rows,
    recipient: (body: object = {}) => made('/recipients', { holder_name: 'Fatma Kaya', ...body }),
    account: (recipientId: string, body: object) => made('/receiveraccounts', { recipient_id: recipientId, ...body }),
    shown: async (id: string) => (await rows('/recipients?page_size=100')).find((row) => row.id === id),
    accountsOf: (id: string) => rows(`/receiveraccounts/by-saved-account/${id}`),
  }
}
