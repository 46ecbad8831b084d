/** Who may take which step, and that one person takes at most one: directly, at once, again, with another token, past the program. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkFourEyes, mayTakeStep, type Step } from '../../../src/access/four-eyes.ts'
import { phrase } from '../../../src/core/phrases/phrase.ts'
import type { Answer } from '../../support/http.ts'
import { paymentBody } from '../../support/payments.ts'
import { assertProblem } from '../../support/problems.ts'
import { use } from '../../support/use.ts'
import { nameOf, openRig } from './rig.ts'

const rig = use(openRig)

const PATH = '/api/v1/cancellation-requests'
const post = (role: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  rig.vezne.request('cards', 'POST', path, {
    token: rig.tokenOf(role),
    headers: { 'x-merchant-id': rig.merchantId, ...headers },
    ...(body === undefined ? {} : { body }),
  })
const ask = async (role: string): Promise<string> => {
  const paid = await post('tenant-admin', '/api/v1/payments', paymentBody())
  assert.equal(paid.status, 200, paid.text)
  const asked = await post(role, PATH, { transaction_id: paid.body.transaction_id })
  assert.equal(asked.status, 201, asked.text)
  return asked.body
}
const DECIDERS = ['tenant-admin', 'pos-admin', 'merchant-admin']

test('separation: every pair of steps, by the same person and by another', () => {
  const steps: Step[] = ['create', 'decide', 'send']
  for (const taken of steps)
    for (const next of steps) {
      assert.equal(mayTakeStep(next, ['x', 'a'], { [taken]: ['a', 'y'] }), taken === next, `${taken}, then ${next}`)
      assert.equal(mayTakeStep(next, ['b', 'x'], { [taken]: ['a', 'y'] }), true)
      assert.equal(mayTakeStep(next, ['a'], { [taken]: null }), true, 'a step not taken')
    }
  assert.equal(mayTakeStep('send', ['c'], { create: ['a'], decide: ['b'] }), true)
  assert.throws(() => checkFourEyes(phrase`transfer`, 'send', ['b'], { create: ['a'], decide: ['b'] }), {
    code: 'four_eyes_violation',
  })
})

test('a step that a credential of the platform took is nobody’s: nobody decides about it, but where a shop asks all day', () => {
  const taken = { create: ['platform:someone'] }
  assert.throws(() => checkFourEyes(phrase`transfer`, 'decide', ['b'], taken), { code: 'four_eyes_violation' })
  assert.doesNotThrow(() => checkFourEyes(phrase`transfer`, 'decide', ['b'], taken, true))
  assert.doesNotThrow(() => checkFourEyes(phrase`transfer`, 'decide', ['b'], { create: ['a'] }))
})

test('every step of the interface is marked, and its refusal documented', () => {
  const marked = rig.operations.filter(({ fourEyes }) => fourEyes !== undefined)
  for (const operation of marked)
    assert.equal(
      operation.answers[422]?.codes.includes('four_eyes_violation') ?? false,
      operation.fourEyes !== 'create',
      nameOf(operation),
    )
  assert.ok(marked.length >= 3)
})

for (const role of DECIDERS)
  for (const step of ['approve', 'reject'])
    test(`${role} asked: ${step} by the same person is refused, by key, by another token, ten times at once`, async () => {
      const id = await ask(role)
      const decide = (headers: Record<string, string> = {}) => post(role, `${PATH}/${id}/${step}`, undefined, headers)
      assertProblem(await decide(), 'four_eyes_violation')
      const key = { 'idempotency-key': `own-${role}-${step}` }
      for (const answer of [await decide(key), await decide(key)]) assertProblem(answer, 'four_eyes_violation')
      // rig.tokenOf writes a new token each time: the subject counts, not the token.
      for (const answer of await Promise.all(Array.from({ length: 10 }, () => decide())))
        assertProblem(answer, 'four_eyes_violation')
      const other = DECIDERS.find((each) => each !== role) as string
      assert.equal((await post(other, `${PATH}/${id}/${step}`)).status, 200)
    })

test('a replay of another person’s decision under the same key is no own decision', async () => {
  const id = await ask('pos-admin')
  const key = { 'idempotency-key': 'shared-key' }
  const first = await post('tenant-admin', `${PATH}/${id}/reject`, undefined, key)
  assert.equal(first.status, 200)
  const again = await post('pos-admin', `${PATH}/${id}/reject`, undefined, key)
  assert.ok(again.headers['idempotent-replayed'] === 'true' || again.status === 422, again.text)
  const [row] = await rig.rows<{ reviewed_by: string }>('select reviewed_by from cancellation_requests where id = $1', [
    id,
  ])
  assert.equal(row?.reviewed_by, 'cid_test_matrix_tenant-admin')
})

test('creator and another decider at once, fifty times: the creator never wins', async (t) => {
  let decided = 0
  for (let round = 0; round < 50; round++) {
    const id = await ask('tenant-admin')
    const [own, other] = await Promise.all([
      post('tenant-admin', `${PATH}/${id}/reject`),
      post('pos-admin', `${PATH}/${id}/reject`),
    ])
    assert.ok(['four_eyes_violation', 'invalid_state_transition'].includes(own.body.code), own.text)
    if (other.status === 200) decided++
  }
  const rows = await rig.rows('select 1 from cancellation_requests where requested_by = reviewed_by')
  assert.equal(rows.length, 0)
  t.diagnostic(`${decided} of 50 decided by the other, 0 by the creator`)
  assert.equal(decided, 50)
})

test('past the program: the database refuses a creator who decides, in an insert and in an update', async () => {
  const id = await ask('tenant-admin')
  await assert.rejects(
    rig.vezne.runtime.db.transaction({ of: rig.tenantId }, (tx) =>
      tx.execute('update cancellation_requests set reviewed_by = requested_by where tenant_id = $1 and id = $2', [
        rig.tenantId,
        id,
      ]),
    ),
    { code: '23514' },
  )
  await assert.rejects(
    rig.rows('update cancellation_requests set requested_by = reviewed_by where reviewed_by is not null'),
    { code: '23514' },
  )
})

test('who may decide is the table: every role at every step', async (t) => {
  const roles = ['pos-operator', 'pos-viewer', 'merchant-user', 'fraud-admin', 'transfer-admin', 'platform-admin']
  const id = await ask('tenant-admin')
  for (const role of roles)
    for (const step of ['approve', 'reject']) assertProblem(await post(role, `${PATH}/${id}/${step}`), 'forbidden')
  const transfers = rig.operations.filter(({ surface, hasToken }) => surface === 'transfers' && hasToken)
  t.diagnostic(
    `${roles.length * 2} refusals; ${transfers.length} transfer operations by every role stand in the role matrix`,
  )
})
