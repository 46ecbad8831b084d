/** Database constraints on the states of an alert: every state to every state, who decided and what it is about, by direct SQL as the program's role. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { allowedTransitions } from '../../src/core/state-machine.ts'
import { ALERT_STATES, type AlertState, alertMachine } from '../../src/fraud/alerts/alert-states.ts'
import type { Tx } from '../../src/infra/database/database.ts'
import { paymentBody } from '../support/payments.ts'
import { heldId } from '../support/reviews.ts'
import { TENANT } from '../support/transfers.ts'
import { useVezne } from '../support/vezne.ts'

const ALLOWED = new Set(allowedTransitions(alertMachine).map(([from, to]) => `${from} to ${to}`))
const UNDONE = new Error('undone on purpose')
const BY = "reviewed_by = 'R', assigned_to = 'R', reviewed_at = now()"

const vezne = useVezne()
let id: string
before(async () => {
  const answer = await vezne.request('cards', 'POST', '/api/v1/payments', {
    token: await vezne.token('admin'),
    headers: { 'x-external-merchant-id': 'M-1001' },
    body: paymentBody({ buyer: { email: 'review@demo.example' } }),
  })
  const transaction_id = heldId(answer)
  const [alert] = await vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
    tx.query<{ id: string }>('select id from fraud_alerts where tenant_id = $1 and check_id = $2', [
      TENANT,
      transaction_id,
    ]),
  )
  id = alert?.id ?? ''
})

const stepTo = (to: string): string => `status = '${to}'${to === 'approved' || to === 'rejected' ? `, ${BY}` : ''}`

/** Runs as the program does, on the alert in the given state, and undoes it all. */
const onAlertIn = async (state: AlertState, work: (tx: Tx) => Promise<void>): Promise<void> => {
  const undone = vezne.runtime.db.transaction({ of: TENANT }, async (tx) => {
    if (state !== 'open') await tx.execute(`update fraud_alerts set ${stepTo(state)} where id = $1`, [id])
    await work(tx)
    throw UNDONE
  })
  await assert.rejects(undone, UNDONE)
}

const passes = async (tx: Tx, change: string): Promise<true | string> => {
  await tx.execute('savepoint before_it')
  try {
    assert.equal(await tx.execute(`update fraud_alerts set ${change} where id = $1`, [id]), 1)
    return true
  } catch (error) {
    return (error as Error).message
  } finally {
    await tx.execute('rollback to savepoint before_it')
  }
}

for (const from of ALERT_STATES)
  test(`from ${from}: the listed steps pass, and no other`, () =>
    onAlertIn(from, async (tx) => {
      for (const to of ALERT_STATES) {
        const verdict = await passes(tx, stepTo(to))
        if (ALLOWED.has(`${from} to ${to}`)) assert.equal(verdict, true, `${from} to ${to}`)
        else assert.notEqual(verdict, true, `${from} to ${to}`)
      }
    }))

for (const state of ['approved', 'rejected', 'expired'] as const)
  test(`${state}: nothing about it changes any more`, () =>
    onAlertIn(state, async (tx) => {
      for (const change of ["notes = 'later'", "reviewed_by = 'Z'", "assigned_to = 'Z'", 'reviewed_at = now()'])
        assert.match(String(await passes(tx, change)), /is no step of the state table/, change)
    }))

test('who decided is written with the decision and never changes', () =>
  onAlertIn('open', async (tx) => {
    for (const change of [
      "status = 'approved'",
      "status = 'rejected', reviewed_by = 'R', assigned_to = 'R'",
      "status = 'approved', reviewed_by = 'R', reviewed_at = now()",
      `status = 'expired', ${BY}`,
      "status = 'expired', notes = 'nobody came'",
    ])
      assert.match(String(await passes(tx, change)), /check constraint/, change)
  }))

const ABOUT = [
  'id = gen_random_uuid()',
  'check_id = gen_random_uuid()',
  'merchant_id = gen_random_uuid()',
  "process = 'para_transferi'",
  'amount = amount + 1',
  "currency = 'USD'",
  'score = 0',
  "reason_codes = ''",
  "expires_at = expires_at + interval '1 day'",
  "created = created + interval '1 ms'",
]
test('what it is about cannot change with the decision', () =>
  onAlertIn('open', async (tx) => {
    for (const change of ABOUT)
      assert.match(String(await passes(tx, `${stepTo('approved')}, ${change}`)), /what it is about/, change)
  }))

test('an alert starts as open, one for each check', async () => {
  const copy = (status: string): string => `insert into fraud_alerts
    select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'check_id', gen_random_uuid()) || ${status})).*
      from fraud_alerts a where id = $1`
  const insert = (statement: string) =>
    vezne.runtime.db.transaction({ of: TENANT }, async (tx) => {
      await tx.execute(statement, [id])
      throw UNDONE
    })
  await assert.rejects(insert(copy(`'{}'`)), UNDONE)
  await assert.rejects(insert(copy(`'{"status":"expired"}'`)), /every life begins as open/)
  await assert.rejects(insert(copy(`jsonb_build_object('check_id', a.check_id)`)), /fraud_alerts_of_check/)
})

for (const statement of ['delete from fraud_alerts', 'truncate fraud_alerts', 'update fraud_checks set score = 0'])
  test(`${statement} is denied, for the program as for its platform role`, async () => {
    const { db } = vezne.runtime
    for (const reach of [{ of: TENANT }, { as: 'platform' }] as const)
      await assert.rejects(
        db.transaction(reach, (tx) => tx.execute(statement)),
        /permission denied/,
      )
  })
