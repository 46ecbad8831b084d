/** Terms of merchants: seeded like the bank simulator settles, agreed by two people where the tenant wants it, and never changed. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { findTerms } from '../../src/settlements/terms/find-terms.ts'
import { assertProblem } from '../support/problems.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()
let merchant: string
let configuration: string
before(async () => {
  const [row] = await shop.rows(
    `select m.tenant_id, m.id from merchants m join realms r on r.tenant_id = m.tenant_id where r.slug = 'tenant-load' and m.external_id = 'M-3001'`,
    [],
  )
  merchant = row.id
  configuration = await shop.configurationOf('NEST_PAY')
})

const PATH = '/settlements/terms'
const AGREED = {
  effective_from: '2026-01-01',
  rates: [{ card_type: 'credit', installments_to: 1, basis_points: 299 }, { basis_points: 356 }],
  value_date_plan: 'next_day',
  platform_basis_points: 150,
}
const effectiveOn = async (day: string) => {
  const [{ tenant_id }] = await shop.rows('select tenant_id from merchants where id = $1', [merchant])
  const keys = [{ merchantId: merchant, configurationId: configuration, day }]
  const [terms] = await shop.vezne.runtime.db.transaction({ of: tenant_id }, (tx) => findTerms(tx, tenant_id, keys))
  return terms
}

test('a sandbox begins with those of the bank simulator; a merchant gets others from a day on', async () => {
  assert.deepEqual((await effectiveOn('2026-01-01'))?.rates, [
    { card_type: 'Credit', basis_points: 356 },
    { basis_points: 104 },
  ])
  const made = await shop.call('POST', PATH, { ...AGREED, merchant_id: merchant })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual([made.body.status, made.body.rates[0].card_type], ['effective', 'Credit'])
  assert.deepEqual(
    [(await effectiveOn('2026-01-01'))?.id, (await effectiveOn('2025-12-31'))?.merchant_id],
    [made.body.id, null],
  )
  await assertProblem(await shop.call('POST', PATH, { ...AGREED, merchant_id: merchant }), 'conflict')
  const listed = await shop.call('GET', `${PATH}?merchant_id=${merchant}`)
  assert.deepEqual(listed.body.items, [made.body])
  const [audited] = await shop.rows(`select operation from audit_log where target_id = $1`, [made.body.id])
  assert.equal(audited.operation, 'POST /api/v1/settlements/terms')
  for (const change of ['basis_points_changed', 'deleted'])
    await assert.rejects(
      shop.own(
        change === 'deleted'
          ? `update merchant_terms set status = 'rejected' where id = $1`
          : `update merchant_terms set platform_basis_points = 1 where id = $1`,
        [made.body.id],
      ),
      /cannot change/,
    )
})

test('what does not fit is refused', async () => {
  const send = (change: object) => shop.call('POST', PATH, { ...AGREED, effective_from: '2026-02-01', ...change })
  await assertProblem(await send({ value_date_plan: 'blocked_n' }), 'bad_request')
  await assertProblem(await send({ payout_weekday: 1 }), 'bad_request')
  await assertProblem(await send({ bank_code: '0046', connector_config_id: configuration }), 'bad_request')
  await assertProblem(await send({ merchant_id: configuration }), 'invalid_merchant_id')
  await assertProblem(await send({ connector_config_id: merchant }), 'connector_not_found')
  await assertProblem(await send({ effective_from: '2026-02-30' }), 'bad_request')
})

test('by two people where the tenant wants it', async () => {
  const key = { key: 'settlements.terms_four_eyes', value: 'true' }
  assert.equal((await shop.call('POST', '/settings', key)).status, 201)
  const send = (day: string) =>
    shop.call('POST', PATH, {
      ...AGREED,
      merchant_id: merchant,
      effective_from: day,
      value_date_plan: 'weekly',
      payout_weekday: 3,
    })
  const { body } = await send('2026-03-01')
  assert.equal(body.status, 'pending')
  assert.notEqual((await effectiveOn('2026-03-01'))?.id, body.id)
  await assertProblem(await shop.call('POST', `${PATH}/${body.id}/confirm`), 'four_eyes_violation')
  const waits = async () => (await shop.call('GET', `${PATH}?waits_for=me`)).body.total_count
  assert.equal(await waits(), 0)
  await shop.own('alter table merchant_terms disable trigger guard_merchant_terms', [])
  await shop.own(`update merchant_terms set created_people = '{somebody}' where id = $1`, [body.id])
  await shop.own('alter table merchant_terms enable trigger guard_merchant_terms', [])
  assert.equal(await waits(), 1)
  const confirmed = await shop.call('POST', `${PATH}/${body.id}/confirm`)
  assert.deepEqual([confirmed.status, confirmed.body.status], [200, 'effective'], confirmed.text)
  assert.equal((await effectiveOn('2026-03-01'))?.id, body.id)
  await assertProblem(await shop.call('POST', `${PATH}/${body.id}/confirm`), 'conflict')
  const other = await send('2026-04-01')
  assert.equal((await shop.call('POST', `${PATH}/${other.body.id}/reject`)).body.status, 'rejected')
  assert.equal((await effectiveOn('2026-04-01'))?.id, body.id)
})
