/** Merchants' policies: defaults, the rules of a process switched off and on, what is refused, whose merchants they are. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { DEMO, NOBODY, over, startRuleRig } from '../support/rule-rig.ts'
import { use } from '../support/use.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

const rig = use(startRuleRig)
let merchantId: string
let externalId: string
before(async () => {
  const [merchant] = rig.vezne.demo.tenants[0]!.merchants
  merchantId = merchant!.merchant_id
  externalId = merchant!.external_merchant_id
})

const pay = async (): Promise<Answer> =>
  rig.vezne.request('cards', 'POST', '/api/v1/payments', {
    token: await rig.vezne.token('admin'),
    headers: { 'x-merchant-id': merchantId },
    body: paymentBody(),
  })
/** The check of a payment, whatever became of it. */
const checkOf = async ({ body }: Answer): Promise<Json> => {
  const [row] = await rig.vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query<Json>('select * from fraud_checks where tenant_id = $1 and id = $2', [DEMO, body.transaction_id]),
  )
  return row
}
const on = (
  process: string,
  enabled: boolean,
  reason: string | undefined = enabled ? undefined : 'They know them all',
) => ({
  policies: [{ process, enabled, ...(reason === undefined ? {} : { reason }) }],
})
const policies = async (method: string, body?: Json, at = merchantId): Promise<Answer> =>
  rig.call('fraud', method, `/fraud/merchants/${at}/policy`, body)

test('a merchant’s policy: defaults, one process off, checks that approve unread, and on again', async () => {
  const { body: before } = await policies('GET')
  assert.deepEqual(
    before.policies.map(({ process, enabled, reason, tenant_id, merchant_external_id }: Json) => [
      ...[process, enabled, reason, tenant_id, merchant_external_id],
    ]),
    ['sanal_pos', 'para_transferi', 'fatura_odeme'].map((process) => [process, true, null, DEMO, externalId]),
  )
  const { id } = await rig.make('fraud', { expression_json: over(1), action: 'block' })
  assertProblem(await pay(), 'fraud_blocked')
  await rig.vezne.moveClock(1_000)
  const { body: after } = await policies('PATCH', on('sanal_pos', false))
  const [card, transfer, bill] = after.policies
  assert.deepEqual([card.enabled, card.reason, card.id], [false, 'They know them all', before.policies[0].id])
  assert.ok(card.last_modified > before.policies[0].last_modified)
  assert.deepEqual([transfer, bill], before.policies.slice(1), 'what is not named stays')
  assert.deepEqual((await policies('GET')).body, after)
  const paid = await pay()
  assert.equal(paid.status, 200, paid.text)
  const { decision, score, provider, reason_codes } = await checkOf(paid)
  assert.deepEqual([decision, score, provider, reason_codes], ['approve', 0, 'policy_off', null])
  await policies('PATCH', on('sanal_pos', true))
  assertProblem(await pay(), 'fraud_blocked')
  assert.equal((await rig.rules('fraud', 'DELETE', `/${id}`)).status, 204)
})

const REFUSED: [what: string, body: Json, code: 'bad_request' | 'validation_failed', field?: string][] = [
  [
    'off without a reason',
    { policies: [{ process: 'sanal_pos', enabled: false }] },
    'validation_failed',
    'policies[0].reason required',
  ],
  ['off with a blank reason', on('sanal_pos', false, '  '), 'validation_failed', 'policies[0].reason required'],
  [
    'a process twice',
    { policies: [...on('sanal_pos', true).policies, ...on('sanal_pos', true).policies] },
    'validation_failed',
    'policies[1].process mismatch',
  ],
  ['no policy', { policies: [] }, 'bad_request'],
  ['an unknown process', on('crypto', true), 'bad_request'],
  ['no enabled', { policies: [{ process: 'sanal_pos' }] }, 'bad_request'],
]
for (const [what, body, code, field] of REFUSED)
  test(`a policy refused: ${what}`, async () => {
    const { body: before } = await policies('GET')
    assertProblem(await policies('PATCH', body), code, /./, field)
    assert.deepEqual((await policies('GET')).body, before)
  })

test('unknown merchants and those of another tenant: 404', async () => {
  const foreign = rig.vezne.demo.tenants.find(({ slug }) => slug === 'tenant-other')!.merchants[0]!.merchant_id
  for (const at of [NOBODY, foreign]) {
    assertProblem(await policies('GET', undefined, at), 'resource_not_found')
    assertProblem(await policies('PATCH', on('sanal_pos', true), at), 'resource_not_found')
  }
})
