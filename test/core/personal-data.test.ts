/** Which members identify a person, and how a person's data is walked through. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutPersonal } from '../../src/core/personal-data.ts'
import { walkPerson } from '../../src/identity/person-data/walk-person-data.ts'

test('members are recognized by name, in any spelling and at any depth', () => {
  for (const name of [
    'identity_number',
    'identityNumber',
    'tckn',
    'tcKimlikNo',
    'national_id',
    'tax_no',
    'buyer_passport_no',
    'vergi_no',
  ])
    assert.deepEqual(withoutPersonal({ a: [{ [name]: '1' }] }), { a: [{ [name]: '***' }] })
  const kept = {
    id: '1',
    transaction_id: 't',
    tax_office: 'x',
    email_verified: true,
    merchant_id: 'm',
    number: '5',
    created: new Date(0),
  }
  assert.deepEqual(withoutPersonal(kept), kept)
  assert.deepEqual(withoutPersonal({ gsmNumber: '5321112233', e_mail: 'a@b.c', mail: 'nobody' }), {
    gsmNumber: '***33',
    e_mail: 'a***@b.c',
    mail: '***',
  })
})

test('a walk stops after its time and resumes where it stopped, each batch once', async () => {
  const seen: string[] = []
  const lots: Record<string, (string | null)[]> = { a: ['1', '2', null], b: [null] }
  const section = (kind: string) => ({ kind }) as never
  let now = 0
  let position: string | undefined
  do {
    const walked = await walkPerson(
      [section('a'), section('b')],
      position,
      async ({ kind }, after) => {
        seen.push(`${kind} ${after}`)
        now += 300
        return { records: [], next: lots[kind]!.shift()! }
      },
      () => now,
    )
    position = walked.position ?? undefined
  } while (position !== undefined)
  assert.deepEqual(seen, ['a null', 'a 1', 'a 2', 'b null'])
})
