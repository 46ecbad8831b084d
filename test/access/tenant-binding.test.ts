/** Tenant and merchant of a call over HTTP: whatever token and headers say, one consistent merchant or a refusal. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()

const OWN = '00000000-0000-4000-8000-000000000020'
const SECOND = '00000000-0000-4000-8000-000000000021'
const FOREIGN = '00000000-0000-4000-8000-000000000023' // of tenant-other
const REALMS: Record<string, [string, string?]> = {
  admin: ['admin'],
  m1: ['m1'],
  other: ['admin', 'tenant-other'],
  master: ['admin', 'master'],
}
const IDS: Record<string, string> = { own: OWN, second: SECOND, foreign: FOREIGN }

/** token, X-Merchant-Id, X-External-Merchant-Id, answer. */
const TABLE = `
  admin   -        -       200
  admin   own      -       200
  admin   second   -       200
  admin   foreign  -       merchant_not_found
  admin   -        M-1001  200
  admin   -        M-1002  200
  admin   -        M-2001  merchant_not_found
  admin   -        M-1003  merchant_inactive
  admin   own      M-2001  200
  admin   foreign  M-1001  merchant_not_found
  m1      -        -       200
  m1      own      -       200
  m1      own      M-1002  200
  m1      second   -       merchant_not_found
  m1      second   M-1001  merchant_not_found
  m1      foreign  -       merchant_not_found
  m1      -        M-1001  200
  m1      -        M-1002  merchant_not_found
  m1      -        M-2001  merchant_not_found
  other   -        -       200
  other   foreign  -       200
  other   own      -       merchant_not_found
  other   -        M-2001  200
  other   -        M-1001  merchant_not_found
  other   foreign  M-1001  200
  master  -        -       forbidden
  master  own      -       forbidden
  master  -        M-1001  forbidden`

const rows = TABLE.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/) as [string, string, string, string])
for (const [who, id, externalId, expected] of rows)
  test(`${who}, X-Merchant-Id ${id}, X-External-Merchant-Id ${externalId}: ${expected}`, async () => {
    const answer = await vezne.request('cards', 'GET', '/api/v1/transactions', {
      token: await vezne.token(...(REALMS[who] as [string, string?])),
      headers: {
        ...(id === '-' ? {} : { 'x-merchant-id': IDS[id] as string }),
        ...(externalId === '-' ? {} : { 'x-external-merchant-id': externalId }),
      },
    })
    if (expected === '200') assert.equal(answer.status, 200, answer.text)
    else assert.deepEqual([answer.status, answer.body.code], [403, expected])
  })

test('a tenant token opens no platform path, a platform token no tenant’s users', async () => {
  const token = await vezne.token('admin')
  const clock = await vezne.request('identity', 'POST', '/api/v1/sandbox/clock', { token, body: { advance_s: 0 } })
  assert.equal(clock.body.code, 'forbidden')
  const users = await vezne.request('identity', 'GET', '/api/v1/users', { token: await vezne.token('admin', 'master') })
  assert.deepEqual(
    users.body.data.items.map(({ username }: { username: string }) => username),
    ['operator@demo.example'],
    'those of its own realm',
  )
})
