/** Values of blacklist entries: every form, its displayed value, refusals, and texts that would disclose it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBlacklistTeam } from '../support/blacklist.ts'
import { assertProblem } from '../support/problems.ts'
import { use } from '../support/use.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const DEMO = '00000000-0000-4000-8000-000000000010'

const team = use(startBlacklistTeam)

const SHOWN: [type: string, value: string, shown: string, readable?: true][] = [
  ['card', '4000 0000 0000 0002', '400000******0002'],
  ['card', '4000-0000-0000-0010', '400000******0010'],
  ['email', ' Thief@Bad.Example ', 't***@bad.example'],
  ['email', '@Evil.Example', '@evil.example', true],
  ['ip', '198.51.100.23', '198.51.100.*'],
  ['ip', '::ffff:198.51.100.24', '198.51.100.*'],
  ['ip', '198.51.100.77/24', '198.51.100.0/24', true],
  ['ip', '2001:DB8:7::23', '2001:db8:7:*'],
  ['ip', '2001:db8:8:9::1/48', '2001:db8:8::/48', true],
  ['device', 'a-device-of-somebody', 'a-d***ody'],
  ['device', 'short', '***'],
  ['iban', 'tr16 0090 1000 0000 0000 0090 00', 'TR16******************9000'],
  ['merchant_external_id', 'SHOP-0042', 'S***2'],
]
for (const [type, value, shown, isReadable] of SHOWN)
  test(`${type} ${value}: shown as ${shown}`, async () => {
    const entry = await team.add('fraud', { entry_type: type, value })
    assert.deepEqual(entry, {
      id: entry.id,
      scope: 'tenant',
      tenant_id: DEMO,
      entry_type: type,
      display_value: shown,
      reason: null,
      expires_at: null,
      is_active: true,
      pending_change: null,
      created: entry.created,
    })
    const [row] = await team.vezne.runtime.db.transaction({ of: DEMO }, (tx) =>
      tx.query<Json>('select pattern, value_hash from fraud_blacklist where tenant_id = $1 and id = $2', [
        DEMO,
        entry.id,
      ]),
    )
    assert.equal(row.pattern, isReadable ? shown : null)
    assert.equal(row.value_hash.length, 32)
    assert.deepEqual(
      (await team.all('fraud')).find(({ id }) => id === entry.id),
      entry,
    )
  })

const BROKEN: [type: string, value: string, hint: RegExp][] = [
  ['card', '4000 0000 0000 0003', /Luhn/],
  ['card', '40000000002', /12 to 19/],
  ['card', 'abcd', /12 to 19/],
  ['email', 'nobody', /@domain/],
  ['email', 'a@b', /@domain/],
  ['email', '@', /@domain/],
  ['email', 'a b@c.example', /@domain/],
  ['ip', '203.0.1x3.9', /CIDR/],
  ['ip', '010.0.0.1', /CIDR/],
  ['ip', '203.0.113.7/33', /CIDR/],
  ['ip', 'fe80::1%eth0', /CIDR/],
  ['ip', '0.0.0.0/0', /wider than \/8/],
  ['ip', '2000::/3', /wider than \/16/],
  ['iban', 'TR170090100000000000009000', /check digits/],
  ['iban', 'XX12', /IBAN/],
]
for (const [type, value, hint] of BROKEN)
  test(`${type} ${value}: refused, and not repeated in the answer`, async () => {
    const answer = await team.call('fraud', 'POST', '', { entry_type: type, value })
    assertProblem(answer, 'validation_failed', hint, 'value invalid_format')
    if (value.length > 4) assert.ok(!answer.text.includes(value), answer.text)
  })

test('required members of a body', async () => {
  assertProblem(
    await team.call('fraud', 'POST', '', { value: 'x' }),
    'bad_request',
    /entry_type/,
    'entry_type required',
  )
  assertProblem(await team.call('fraud', 'POST', '', { entry_type: 'card' }), 'bad_request', /value/, 'value required')
  assertProblem(
    await team.call('fraud', 'POST', '', { entry_type: 'phone', value: 'x' }),
    'bad_request',
    /one of card/,
    'entry_type unknown_value',
  )
  const device = { entry_type: 'device', value: 'd-1' }
  assertProblem(await team.call('fraud', 'POST', '', { ...device, value: ' ' }), 'bad_request')
  assertProblem(
    await team.call('fraud', 'POST', '', { ...device, expires_at: team.from(-1) }),
    'validation_failed',
    /future/,
    'expires_at out_of_range',
  )
  assertProblem(await team.call('fraud', 'POST', '', { ...device, expires_at: 'tomorrow' }), 'bad_request')
  assertProblem(await team.call('fraud', 'POST', '', { ...device, reason: 'x'.repeat(501) }), 'bad_request')
})

const GIVEN_AWAY: [type: string, value: string, text: string][] = [
  ['card', '4000000000000028', 'seen as 40000000 0000 0028'],
  ['email', 'known@bad.example', 'it was Known@Bad.Example!'],
  ['ip', '203.0.113.200', 'from 203.0.113.200.'],
  ['ip', '2001:db8::5', 'from 2001:DB8:0:0::5, twice'],
  ['device', 'phone of K', 'the phone of k'],
  ['iban', 'TR960090100000000000100001', 'TR96 0090 1000 0000 0000 1000 01'],
  ['merchant_external_id', 'M-9', 'see M-9'],
]
for (const [type, value, text] of GIVEN_AWAY)
  for (const member of ['reason', 'display_value'])
    test(`${member} does not hold the ${type}`, async () => {
      const answer = await team.call('fraud', 'POST', '', { entry_type: type, value, [member]: text })
      assert.ok(answer.status >= 400, answer.text)
      if (answer.status !== 400) assertProblem(answer, 'validation_failed', /mask/, `${member} invalid_format`)
      assert.ok(!answer.text.includes(value))
    })
