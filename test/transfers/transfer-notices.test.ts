/** Signatures of bank notifications: every reason for refusal, and what an anonymous caller learns from it. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import type { ProblemCode } from '../../src/core/problem.ts'
import { attemptReference } from '../../src/transfers/model/transfer.ts'
import { FALLBACK, keptNotices, type NoticeOptions, secretKeyOf, sendNotice } from '../support/notices.ts'
import { assertProblem } from '../support/problems.ts'
import { item, startTransferTeam } from '../support/transfers.ts'
import { use } from '../support/use.ts'

const OTHER_TENANT = '00000000-0000-4000-8000-000000000011'
const NOBODY = '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'
const MINUTE = 60_000

const team = use(startTransferTeam)
let key: string
let otherKey: string
let id: string
before(async () => {
  key = await secretKeyOf(team.vezne)
  otherKey = await secretKeyOf(team.vezne, FALLBACK)
  ;[id] = (await team.create([item()])) as [string]
})

const headers = (changes: Record<string, string | undefined>): NoticeOptions => ({ headers: changes })
const body = (external_key: string) => JSON.stringify({ external_key, success: false })

const REFUSALS: readonly [
  what: string,
  code: ProblemCode,
  options: () => NoticeOptions & { key?: string; named?: string },
][] = [
  ['no tenant', 'tenant_id_required', () => headers({ 'x-tenant-id': undefined })],
  ['a tenant that is no uuid', 'bad_request', () => headers({ 'x-tenant-id': 'demo' })],
  ['another tenant', 'invalid_signature', () => headers({ 'x-tenant-id': OTHER_TENANT })],
  ['an unknown tenant', 'invalid_signature', () => headers({ 'x-tenant-id': NOBODY })],
  ['no signature', 'invalid_signature', () => headers({ 'x-webhook-signature': undefined })],
  ['half a signature', 'invalid_signature', () => headers({ 'x-webhook-signature': 'sha256=abcd' })],
  ['no time', 'invalid_signature', () => headers({ 'x-webhook-timestamp': undefined })],
  [
    'another time than was signed',
    'invalid_signature',
    () => headers({ 'x-webhook-timestamp': `${Math.floor(Date.now() / 1_000) + 1}` }),
  ],
  ['an old one', 'invalid_signature', () => ({ at: Date.now() - 6 * MINUTE })],
  ['one of the future', 'invalid_signature', () => ({ at: Date.now() + 6 * MINUTE })],
  ['another body than was signed', 'invalid_signature', () => ({ tampered: body(id) })],
  [
    'the same members, spaced otherwise',
    'invalid_signature',
    () => ({ tampered: `${JSON.stringify({ external_key: id, success: true })} ` }),
  ],
  ['a key of nobody', 'invalid_signature', () => ({ key: 'guessed' })],
  ['the key of another configuration of the tenant', 'invalid_signature', () => ({ key: otherKey })],
  ['an unknown id, by whoever', 'invalid_signature', () => ({ key: 'guessed', named: NOBODY })],
  ['an unknown id', 'transfer_not_found', () => ({ named: NOBODY })],
  ['an unknown reference', 'transfer_not_found', () => ({ named: 'TRF260511999999999' })],
  ['an unknown reference of ours', 'transfer_not_found', () => ({ named: attemptReference(NOBODY, 1) })],
  ['no event', 'bad_request', () => headers({ 'x-webhook-event': undefined })],
  ['no JSON', 'invalid_json', () => ({ tampered: '{' })],
  ['no outcome', 'bad_request', () => ({ tampered: JSON.stringify({ external_key: id }) })],
]

for (const [what, code, optionsOf] of REFUSALS)
  test(`refused: ${what}`, async () => {
    const { key: signedWith = key, named = id, ...options } = optionsOf()
    assertProblem(await sendNotice(team.vezne, signedWith, { external_key: named, success: true }, options), code)
  })

test('none of them changed the transfer, and one at the edge of the tolerance is accepted', async () => {
  assert.deepEqual(await keptNotices(team.vezne, id), [])
  const notice = {
    external_key: id.toUpperCase(),
    success: true,
    shadow_card_number: '4546711234567894',
    error_description: 'card 4546711234567894',
    additional_data: { amount: 12_345, secret: 'told-to-nobody', code: { deep: 1 } },
  }
  const options = { at: Date.now() - 4 * MINUTE, headers: { 'x-request-userid': 'clerk-7' } }
  const answer = await sendNotice(team.vezne, key, notice, options)
  const { processed_at, ...rest } = answer.body
  assert.match(processed_at, /^\d{4}-/)
  assert.deepEqual(rest, {
    status: 'ignored',
    message: 'It changes nothing in this state of the transfer.',
    external_key: id.toUpperCase(),
  })
  const [kept, ...more] = await keptNotices(team.vezne, id)
  assert.deepEqual(more, [])
  assert.deepEqual(
    [kept?.event, kept?.user_id, kept?.verdict, kept?.reason],
    ['transfer.test', 'clerk-7', 'ignored', 'not_sent'],
  )
  assert.deepEqual(JSON.parse(kept?.body ?? ''), {
    external_key: id.toUpperCase(),
    success: true,
    error_description: 'card 454671******7894',
    shadow_card_number: '454671******7894',
    additional_data: { amount: 12_345, code: 'unreadable' },
  })
  assert.equal((await team.transfer(id)).status, 'pending')
})

test('any signed notification gets a response, and changes nothing of a transfer that was not sent', async () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\u0000', '\ud800', '0'.repeat(3_000)))
  const body = fc.record(
    {
      external_key: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(id, attemptReference(id, 1)) }, text),
      success: fc.boolean(),
      error_description: text,
      product_ref_no: text,
      shadow_card_number: text,
      additional_data: fc.oneof(
        fc.dictionary(
          fc.constantFrom('reference', 'code', 'amount', 'fee', 'receipt_no', '__proto__', 'x'),
          fc.jsonValue(),
        ),
        fc.jsonValue(),
      ),
    },
    { requiredKeys: ['external_key', 'success'] },
  )
  const heard: number[] = []
  await fc.assert(
    fc.asyncProperty(body, async (notice) => {
      const { status, text: said } = await sendNotice(team.vezne, key, notice)
      heard.push(status)
      assert.ok([200, 400, 404].includes(status), said)
    }),
    { numRuns: 150 },
  )
  assert.ok(heard.includes(200))
  assert.equal((await team.transfer(id)).status, 'pending')
})
