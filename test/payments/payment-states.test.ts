/** Database constraints on payment states: every state to every state by direct SQL as the program's role. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { allowedTransitions } from '../../src/core/state-machine.ts'
import type { Tx } from '../../src/infra/database/database.ts'
import { PAYMENT_STATES, type PaymentState, paymentMachine } from '../../src/payments/model/payment-states.ts'
import type { StoredStep } from '../../src/payments/model/payment-steps.ts'
import { paymentBody } from '../support/payments.ts'
import { useVezne } from '../support/vezne.ts'

const TENANT = '00000000-0000-4000-8000-000000000010'
const OTHER_MERCHANT = '00000000-0000-4000-8000-000000000021'
const ALLOWED = new Set(allowedTransitions(paymentMachine).map(([from, to]) => `${from} to ${to}`))

const vezne = useVezne()
let id: string
before(async () => {
  const answer = await vezne.request('cards', 'POST', '/api/v1/payments', {
    token: await vezne.token('pos'),
    headers: { 'x-external-merchant-id': 'M-1001' },
    body: paymentBody(),
  })
  id = answer.body.transaction_id
})

const UNDONE = new Error('undone on purpose')
/** Runs as the program's role, on a copy of a real payment in the given state, and rolls it back. */
const onPaymentIn = async (state: PaymentState, work: (tx: Tx, copy: string) => Promise<void>): Promise<void> => {
  const undone = vezne.runtime.db.transaction({ of: TENANT }, async (tx) => {
    const [row] = await tx.query<{ id: string }>(COPY, [id, state])
    await work(tx, row!.id)
    throw UNDONE
  })
  await assert.rejects(undone, UNDONE)
}
const COPY = `
insert into payments (tenant_id, id, merchant_id, status, operation_type, payment_type, secure_type, amount, captured, refunded,
  currency, installment_count, bin, masked_card_number, card_holder_name, card_scheme, card_type, card_fingerprint,
  configuration_id, connector_code, attempt_no, verdict, sequence, history, correlation_id, client_id, request_body, created,
  last_modified)
select tenant_id, gen_random_uuid(), merchant_id, $2, operation_type, payment_type, secure_type, amount, captured, refunded,
  currency, installment_count, bin, masked_card_number, card_holder_name, card_scheme, card_type, card_fingerprint,
  configuration_id, connector_code, attempt_no, verdict, sequence, history, correlation_id, client_id, request_body, created,
  last_modified
from payments where id = $1 returning id`

/** Whether the database allows it; only what it refuses is rolled back. */
const passes = async (tx: Tx, copy: string, change: string, values: unknown[] = []): Promise<true | string> => {
  await tx.execute('savepoint before_it')
  try {
    const changed = await tx.execute(`update payments set ${change} where id = $1`, [copy, ...values])
    assert.equal(changed, 1)
    return true
  } catch (error) {
    return (error as Error).message
  } finally {
    await tx.execute('rollback to savepoint before_it')
  }
}

const step = (to: PaymentState): string => JSON.stringify({ id, to, at: 0 } satisfies StoredStep)

for (const from of PAYMENT_STATES)
  test(`from ${from}: the listed transitions pass, each with its row of history, and no other`, async () => {
    await onPaymentIn(from, async (tx, copy) => {
      for (const to of PAYMENT_STATES) {
        if (to === from) continue
        const verdict = await passes(tx, copy, 'status = $2, history = history || $3::jsonb', [to, step(to)])
        if (ALLOWED.has(`${from} to ${to}`)) assert.equal(verdict, true, `${from} to ${to}`)
        else assert.match(String(verdict), /is no step of the state table/, `${from} to ${to}`)
        assert.notEqual(await passes(tx, copy, 'status = $2', [to]), true, `${from} to ${to} without a row of history`)
      }
    })
  })

test("the database's table of transitions is the code's table", async () => {
  const rows = await vezne.runtime.db.transaction({ of: [] }, (tx) =>
    tx.query<{ from_state: string; to_state: string }>(
      "select from_state, to_state from allowed_transitions where machine = 'payment'",
    ),
  )
  assert.deepEqual(rows.map(({ from_state, to_state }) => `${from_state} to ${to_state}`).sort(), [...ALLOWED].sort())
})

const HISTORY_CHANGES: [name: string, change: string, isAllowed: boolean][] = [
  ['one row more', `history = history || '{"to":"processing"}'`, true],
  ['unchanged', 'history = history', true],
  ['two rows more at once', `history = history || '[{"to":"processing"},{"to":"processing"}]'`, false],
  ['one row less', 'history = history - -1', false],
  ['empty', `history = '[]'`, false],
  ['the first row rewritten', `history = jsonb_set(history, '{0,at}', '0')`, false],
  ['the last row rewritten', `history = jsonb_set(history, '{-1,at}', '0')`, false],
  ['the first row taken out, another put at the end', `history = (history - 0) || '{"to":"processing"}'`, false],
  ['a row more and the past rewritten', `history = jsonb_set(history, '{0,at}', '0') || '{"to":"processing"}'`, false],
  ['another order', `history = jsonb_build_array(history -> 1, history -> 0, history -> 2)`, false],
  ['no list any more', `history = '{}'`, false],
  ['a step with a rewritten past', `status = 'completed', history = jsonb_set(history, '{0,at}', '0') || '{}'`, false],
  ['a step with two rows', `status = 'completed', history = history || '[{},{}]'`, false],
]
for (const [name, change, isAllowed] of HISTORY_CHANGES)
  test(`history, ${name}: ${isAllowed ? 'passes' : 'is refused'}`, () =>
    onPaymentIn('processing', async (tx, copy) => {
      const verdict = await passes(tx, copy, change)
      if (isAllowed) assert.equal(verdict, true)
      else assert.notEqual(verdict, true)
    }))

const AGREED: [name: string, change: string, refusal: RegExp][] = [
  ['amount', 'amount = amount + 1', /what was agreed/],
  ['currency', "currency = 'USD'", /what was agreed/],
  ['merchant', `merchant_id = '${OTHER_MERCHANT}'`, /what was agreed/],
  ['created', "created = created + interval '1 ms'", /what was agreed/],
  ['id', 'id = gen_random_uuid()', /what was agreed/],
  ['number of events', 'sequence = sequence - 1', /what was agreed/],
  ['tenant', "tenant_id = '00000000-0000-4000-8000-000000000011'", /row-level security/],
  ['more captured than paid', 'captured = amount + 1', /check/],
  ['more refunded than captured', 'captured = 100, refunded = 101', /check/],
  ['a negative refund', 'refunded = -1', /check/],
]
for (const [name, change, refusal] of AGREED)
  test(`${name} cannot change, in any state`, async () => {
    for (const state of PAYMENT_STATES)
      await onPaymentIn(state, async (tx, copy) => assert.match(String(await passes(tx, copy, change)), refusal, state))
  })

const APPEND_ONLY = ['journal', 'api_request_logs', 'events']
const READ_ONLY = ['allowed_transitions']
const REFUSED: [statement: string, tables: string[]][] = [
  ['update % set tenant_id = tenant_id', APPEND_ONLY],
  ["update % set machine = 'other'", READ_ONLY],
  ["insert into % values ('payment', 'failed', 'completed')", READ_ONLY],
  ['delete from %', [...APPEND_ONLY, ...READ_ONLY, 'payments']],
  ['truncate %', [...APPEND_ONLY, ...READ_ONLY, 'payments']],
  ['alter table % disable trigger all', ['payments']],
  ['drop table %', ['payments']],
]
for (const [statement, tables] of REFUSED)
  for (const table of tables)
    test(`${statement.replace('%', table)} is denied, for the program as for its platform role`, async () => {
      const text = statement.replace('%', table)
      const { db } = vezne.runtime
      for (const reach of [{ of: TENANT }, { as: 'platform' }] as const)
        await assert.rejects(
          db.transaction(reach, (tx) => tx.execute(text)),
          /permission denied|must be owner/,
        )
    })

test('the function that lists the transitions cannot be replaced by the program', async () => {
  const text =
    "create or replace function is_allowed_step(machine text, step text) returns boolean language sql as 'select true'"
  await assert.rejects(
    vezne.runtime.db.transaction({ of: [] }, (tx) => tx.execute(text)),
    /permission denied|must be owner/,
  )
})
