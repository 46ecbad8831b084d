/** After a restore the questions to banks may outlast the time that a lease leaves for sending: then it begins again, and everything is sent, by the one that still has it. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { startBank } from '../support/bank.ts'
import type { Answer } from '../support/http.ts'
import { LOAD_TENANT, RECEIVERS } from '../support/load-team.ts'
import { paymentBody } from '../support/payments.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import { besideTheServer } from './chaos/beside-the-server.ts'
import { asLoad, type Program } from './chaos/program.ts'
import { asPerson } from './chaos/transfers/crews.ts'
import { rowsAt } from './chaos/transfers/judge-transfers.ts'

/** So much of a lease is left that a call has a second and a half to begin. */
const SHORT_LEASE_S = 32.5
/** Outlasts that: of a capture, void or refund the one question, of a payment or transfer all that are asked of it. */
const ONE_QUESTION_MS = 2_000
const OF_SEVERAL_MS = 700
/** Long enough for another process to be first, on a busy machine as well. */
const TAKEN_OVER_MS = 3_000

let program: Program
let rows: ReturnType<typeof rowsAt>
let extra_properties: { connector_configuration_id: string }
const bank = use(startBank)
const beside = use(besideTheServer)
before(async () => {
  program = await beside.open({ VEZNE_BANK_URL: bank.url })
  rows = rowsAt(program.ownerUrl())
  const [row] = await rows(
    `select c.id from connector_configurations c join connectors k on k.tenant_id = c.tenant_id and k.id = c.connector_id
      where c.tenant_id = $1 and k.code = 'NEST_PAY'`,
    [LOAD_TENANT],
  )
  extra_properties = { connector_configuration_id: row.id }
  await rows(
    `insert into restores (reason, system, database_oid, timeline, lost_since, lost_until, finished, finished_by, asks_banks_until)
     values ('older_state', '', 0, 1, now() - interval '1 minute', now(), now(), 'test', now() + interval '48 hours')`,
  )
  await program.start({ leaseS: SHORT_LEASE_S })
})

const post = (path: string, body: object, key: string): Promise<Answer> =>
  asLoad(program, 'POST', `/api/v1${path}`, {
    body,
    headers: { 'x-external-merchant-id': 'M-3001', 'idempotency-key': key },
  })
const charge = async (operation_type: string, key: string): Promise<string> => {
  const answer = await post('/payments', paymentBody({ operation_type, extra_properties }), key)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.transaction_id
}

const slowQuestions = (delay_ms: number) =>
  bank.control.arm(
    ...['status', 'history'].map((operation) => ({
      kind: 'slow',
      match: { operation },
      times: null,
      parameters: { delay_ms },
    })),
  )

test('a payment, its capture, void and refund are sent', async () => {
  const [held, voided, sold] = [
    await charge('pre_auth', 'held'),
    await charge('pre_auth', 'voided'),
    await charge('sale', 'sold'),
  ]
  await slowQuestions(OF_SEVERAL_MS)
  await charge('sale', 'slow')
  await bank.control.disarm()
  await slowQuestions(ONE_QUESTION_MS)
  for (const [id, kind] of [
    [held, 'capture'],
    [voided, 'void'],
    [sold, 'refund'],
  ] as const) {
    const answer = await post(`/payments/${id}/${kind}`, {}, kind)
    assert.equal(answer.status, 200, answer.text)
  }
  await bank.control.disarm()
})

test('another process takes a capture over meanwhile: it is not sent by the first', async () => {
  const id = await charge('pre_auth', 'taken')
  await slowQuestions(TAKEN_OVER_MS)
  const answer = post(`/payments/${id}/capture`, {}, 'taken-capture')
  await until('it is stored', async () => {
    const taken = await rows(
      'update payment_operations set fencing = fencing + 1, lease_owner = null, lease_until = null where payment_id = $1 returning id',
      [id],
    )
    return taken.length > 0
  })
  assert.equal((await answer).status, 202)
  await bank.control.disarm()
  const { orders } = await bank.control.orders()
  const [row] = await rows('select key_reference from payments where id = $1', [id])
  const { state } = orders.find(({ order_id }: { order_id: string }) =>
    order_id.includes(row.key_reference.replaceAll('-', '')),
  )
  assert.equal(state, 'authorized')
})

test('a transfer is sent', async () => {
  await until('the books are open', async () => (await rows('select account_id from source_balances')).length > 0)
  const [account] = await rows('select id from source_accounts where tenant_id = $1', [LOAD_TENANT])
  const order = {
    source_account_id: account.id,
    external_id: 'slow-1',
    transfer_type: 'fast',
    recipient: { iban: RECEIVERS.completes, holder_name: 'Ayşe Yılmaz' },
    amount: { value: 10_100, currency_code: 'TRY' },
  }
  const made = await asPerson(program, 'maker', '/bulk/create', { items: [order] }, 'create')
  const transfer_ids = made.body.transfers.map(({ id }: { id: string }) => id)
  await asPerson(program, 'checker', '/bulk/approve', { transfer_ids }, 'approve')
  await slowQuestions(OF_SEVERAL_MS)
  await asPerson(program, 'sender', '/bulk/send', { transfer_ids }, 'send')
  await until('it was asked about, and sent', async () => {
    const { transfers } = (await bank.control.call('GET', '/transfers?limit=100')).body
    return transfers.length > 0
  })
  await bank.control.disarm()
  const [{ attempt_no }] = await rows('select attempt_no from transfers where id = $1', [transfer_ids[0]])
  assert.equal(attempt_no, 1)
})
