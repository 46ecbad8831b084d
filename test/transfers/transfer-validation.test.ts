/** IBAN and card checks of the transfer surface: answered, never refused, for whatever is no missing field. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { assertProblem } from '../support/problems.ts'
import { CARD, IBANS, openReceivers } from '../support/receivers.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne({ env: { VEZNE_ROLE: 'api' } })
let team: ReturnType<typeof openReceivers>
before(async () => {
  team = openReceivers(vezne)
})

const check = (what: 'iban' | 'creditcard', body: object) =>
  team.call('POST', `/validation/${what}`, body, { as: 'maker', merchant: null })

const onCards = async (iban: string) =>
  (await vezne.request('cards', 'POST', '/api/v1/validation/iban', { token: await vezne.token('pos'), body: { iban } }))
    .body

test('an IBAN of the tenant’s own bank, with its parts', async () => {
  const { status, body } = await check('iban', { iban: ' tr16 0090 1000 0000 0000 0090 00 ' })
  const { bank_id, ...rest } = body
  assert.ok(bank_id)
  assert.deepEqual(
    [status, rest],
    [
      200,
      {
        is_valid: true,
        iban: IBANS.bankA,
        iban_formatted: 'TR16 0090 1000 0000 0000 0090 00',
        iban_masked: 'TR16******************9000',
        country_code: 'TR',
        bank_code: '00901',
        bank_name: 'Simulated Bank A',
        bank_swift: rest.bank_swift,
        branch_code: null,
        account_number: '0000000000009000',
        supported_transfer_types: ['fast', 'eft', 'remittance'],
        error_code: null,
        error_message: null,
      },
    ],
  )
  const other = (await check('iban', { iban: IBANS.bankB })).body
  assert.deepEqual([other.is_valid, other.supported_transfer_types], [true, ['fast', 'eft']], 'account 52 is inactive')
})

const BAD_IBANS: [text: string, code: string][] = [
  ['', 'invalid_format'],
  ['TR16', 'invalid_format'],
  ['TR16009010000000000000900', 'invalid_format'],
  ['👋', 'invalid_format'],
  ['TR160090100000000000009001', 'checksum_failed'],
  [IBANS.foreign, 'unsupported_country'],
  ['ZZ160090100000000000009000', 'unsupported_country'],
  [IBANS.unknownBank, 'bank_not_found'],
]
for (const [iban, code] of BAD_IBANS)
  test(`IBAN ${JSON.stringify(iban)}: ${code}`, async () => {
    const { status, body } = await check('iban', { iban })
    const isWellFormed = code === 'bank_not_found' || iban === IBANS.foreign
    assert.deepEqual([status, body.is_valid, body.error_code], [200, isWellFormed, code])
    if (iban !== '') assert.equal((await onCards(iban)).is_valid, isWellFormed, 'valid means the same on both surfaces')
    assert.deepEqual(body.supported_transfer_types, [])
    assert.ok(body.error_message)
  })

const CARDS: [number: string, isValid: boolean, masked: string | null][] = [
  [CARD, true, '454671******7894'],
  ['4546 7112-3456 7894', true, '454671******7894'],
  ['4546711234567895', false, '454671******7895'],
  ['45467112345678', false, '454671****5678'],
  ['', false, null],
  ['4546x', false, null],
]
for (const [card_number, isValid, masked] of CARDS)
  test(`card ${JSON.stringify(card_number)}`, async () => {
    const { status, body } = await check('creditcard', { card_number })
    assert.deepEqual([status, body.is_valid, body.masked_number], [200, isValid, masked])
    assert.deepEqual(body.supported_transfer_types, isValid ? ['credit_card'] : [])
    assert.equal(body.error_message === null, isValid)
    if (isValid)
      assert.deepEqual([body.card_type, body.bank_code, body.bank_name], ['Credit', '00901', 'Simulated Bank A'])
  })

test('a single missing field is refused', async () => {
  assertProblem(await check('iban', {}), 'bad_request', /./, 'iban required')
  assertProblem(await check('creditcard', { card_number: null }), 'bad_request', /./, 'card_number required')
})
