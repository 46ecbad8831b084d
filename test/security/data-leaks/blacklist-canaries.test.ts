/** Values put on a blacklist, valid and invalid, and in other texts: the scan at the end of the run finds none of them anywhere. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { readIban } from '../../../src/reference/validation/read-iban.ts'
import { startBlacklistTeam } from '../../support/blacklist.ts'
import { noteKnown } from '../../support/seen.ts'
import { use } from '../../support/use.ts'
import { hasCheckDigit } from './shapes.ts'

const team = use(startBlacklistTeam)

const digits = (count: number): string => Array.from({ length: count }, () => Math.floor(Math.random() * 10)).join('')
const known = (kind: 'card' | 'secret', value: string): string => {
  noteKnown(kind, value)
  return value
}
const canaries: Record<string, (isGood?: boolean) => string> = {
  card(isGood = true) {
    const body = `400684${digits(9)}`
    return known(
      'card',
      [...'0123456789'].map((last) => body + last).find((all) => hasCheckDigit(all) === isGood) ?? '',
    )
  },
  iban(isGood = true) {
    const account = `009010${digits(16)}`
    const all = Array.from({ length: 97 }, (_, at) => `TR${String(at + 2).padStart(2, '0')}${account}`)
    return known('secret', all.find((iban) => readIban(iban).is_valid === isGood) ?? '')
  },
  email: (isGood = true) => known('secret', `${randomBytes(9).toString('hex')}@leak.example${isGood ? '' : ' x'}`),
  device: () => known('secret', randomBytes(20).toString('hex')),
  merchant_external_id: () => known('secret', `M-${digits(24)}`),
}

for (const [entry_type, canary] of Object.entries(canaries))
  test(`${entry_type}: added, repeated, refused, listed, deleted`, async () => {
    const send = (body: object, headers = {}) => team.call('fraud', 'POST', '', { entry_type, ...body }, headers)
    const body = { value: canary(), reason: 'reported', expires_at: team.from(60_000) }
    const headers = { 'idempotency-key': `leak-${entry_type}` }
    const made = await send(body, headers)
    assert.equal(made.status, 201, made.text)
    assert.equal((await send(body, headers)).status, 201)
    assert.equal((await send(body)).status, 409)
    assert.equal((await send({ ...body, value: canary() }, headers)).status, 409)
    assert.equal((await team.call('platform', 'POST', '', { entry_type, scope: 'global', ...body })).status, 201)
    const other = canary()
    for (const change of [{ reason: `it was ${other}` }, { display_value: other }, { value: `${other}\u0007` }])
      assert.ok((await send({ value: other, ...change })).status >= 400)
    await send({ value: canary(false) })
    await send({ value: [canary()] })
    await send({ entry_type: canary(), value: 'x' })
    await team.vezne.moveClock(60_000)
    assert.equal((await send({ value: body.value })).status, 201)
    for (const { id } of await team.all('fraud', `&entry_type=${entry_type}&scope=tenant`))
      assert.equal((await team.call('fraud', 'DELETE', `/${id}`)).status, 204)
  })
