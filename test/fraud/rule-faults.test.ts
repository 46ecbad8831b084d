/** A rule that fails during a check: the payment continues without it, the check records it, and it is logged once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paymentBody } from '../support/payments.ts'
import { DEMO, startRuleRig } from '../support/rule-rig.ts'
import { use } from '../support/use.ts'

const rig = use(startRuleRig)

/** A number or a text, whichever the payment makes it: no fault of the expression, and one of this payment. */
const FAILING = '{">":[{"+":[{"if":[{"==":[{"var":"currency"},"TRY"]},"a text",1]},1]},0]}'

test('a failing rule does not match, is listed in the reason codes, and is logged once a minute', async () => {
  const told: { code: string }[] = []
  const { log } = rig.vezne.runtime
  const { error } = log
  log.error = (event: string, facts?: object) => {
    if (event === 'fraud.rule_failed') told.push(facts as { code: string })
  }
  const { id, code } = await rig.make('fraud', { expression_json: FAILING, action: 'block' })
  const token = await rig.vezne.token('admin')
  const headers = { 'x-merchant-id': rig.vezne.demo.tenants[0]?.merchants[0]?.merchant_id ?? '' }
  const pay = () => rig.vezne.request('cards', 'POST', '/api/v1/payments', { token, headers, body: paymentBody() })
  const [first, second] = [await pay(), await pay()]
  log.error = error
  assert.deepEqual([first.status, second.status], [200, 200])
  const [check] = await rig.vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query<{ decision: string; score: number; reason_codes: string; matched_rule_ids: string | null }>(
      'select * from fraud_checks where tenant_id = $1 and id = $2',
      [DEMO, first.body.transaction_id],
    ),
  )
  assert.deepEqual(
    [check?.decision, check?.score, check?.reason_codes, check?.matched_rule_ids],
    ['approve', 0, `rule_error:${code}`, null],
  )
  assert.deepEqual(
    told.map((each) => each.code),
    [code],
  )
  assert.equal((await rig.rules('fraud', 'DELETE', `/${id}`)).status, 204)
})
