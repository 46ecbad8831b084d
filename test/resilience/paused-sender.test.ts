/** A process is stopped between the durable preparation and the first byte, and wakes up after another has decided: nothing of its reaches the bank. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { startBank } from '../support/bank.ts'
import type { Answer } from '../support/http.ts'
import { LOAD_TENANT, RECEIVERS } from '../support/load-team.ts'
import { paymentBody } from '../support/payments.ts'
import { encode, type Form, formIn, formType, INIT } from '../support/three-d.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import { besideTheServer } from './chaos/beside-the-server.ts'
import { asOwner, endLeases } from './chaos/platform-records.ts'
import { asLoad, type Program } from './chaos/program.ts'
import { asPerson } from './chaos/transfers/crews.ts'
import { rowsAt } from './chaos/transfers/judge-transfers.ts'

const PAST_THE_WINDOW_S = 200
const WRONG_WATCH_MS = 300_000
/** So much of its lease is left to a sleeper that its calls have a quarter of a second to begin. */
const SHORT_LEASE_S = 31.25
const MERCHANT = { 'x-external-merchant-id': 'M-3001' }

/** Takes the calls that are not to be stopped; asks banks about nothing. */
let rig: Program
let rows: ReturnType<typeof rowsAt>
let extra_properties: { connector_configuration_id: string }
const bank = use(startBank)
const beside = use(besideTheServer)
before(async () => {
  rig = await open('api')
  await rig.start()
  rows = rowsAt(rig.ownerUrl())
  const [row] = await rows(
    `update connector_configurations c set extra_properties = c.extra_properties || '{"three_d_model": "3d_secure"}'
       from connectors k where k.tenant_id = c.tenant_id and k.id = c.connector_id and c.tenant_id = $1 and k.code = 'NEST_PAY'
     returning c.id`,
    [LOAD_TENANT],
  )
  extra_properties = { connector_configuration_id: row.id }
})

const open = (role: string): Promise<Program> => beside.open({ VEZNE_BANK_URL: bank.url, VEZNE_ROLE: role })
const post = (program: Program, path: string, body: object): Promise<Answer> =>
  asLoad(program, 'POST', path, { body, headers: MERCHANT })
const payment = (change: object = {}): object => paymentBody({ extra_properties, ...change })
const paid = async (operation_type: string): Promise<string> => {
  const answer = await post(rig, '/api/v1/payments', payment({ operation_type }))
  assert.equal(answer.status, 200, answer.text)
  return answer.body.transaction_id
}
/** A shopper who has confirmed at the bank: the form that brings the browser back. */
const confirmed = async (): Promise<Form> => {
  const { body, text } = await post(rig, INIT, payment({ return_url: 'https://shop.example/back' }))
  assert.ok(body.extra_properties?.html_content, text)
  const { action, fields } = formIn(body.extra_properties.html_content)
  const page = await fetch(`${action}?auto=ok`, {
    method: 'POST',
    headers: { ...formType, accept: 'application/json' },
    body: encode(fields),
  })
  return (await page.json()) as Form
}
const approvedTransfer = async (): Promise<string> => {
  await until('the books are open', async () => (await rows('select account_id from source_balances')).length > 0)
  const [account] = await rows('select id from source_accounts where tenant_id = $1', [LOAD_TENANT])
  const made = await asPerson(
    rig,
    'maker',
    '/bulk/create',
    {
      items: [
        {
          source_account_id: account.id,
          external_id: 'paused-1',
          transfer_type: 'fast',
          recipient: { iban: RECEIVERS.completes, holder_name: 'Ayşe Yılmaz' },
          amount: { value: 10_100, currency_code: 'TRY' },
        },
      ],
    },
    'paused-create',
  )
  const [{ id }] = made.body.transfers
  await asPerson(rig, 'checker', '/bulk/approve', { transfer_ids: [id] }, 'paused-approve')
  return id
}
/** What reached the bank: every request of cards, every order of transfers. */
const cardRequests = async () =>
  (await bank.control.requests()).filter(({ path }: { path: string }) => path.startsWith('/nestpay'))
const orders = async () => (await bank.control.call('GET', '/transfers?limit=100')).body.transfers
const count = async (text: string): Promise<number> => (await rows(`select count(*)::int as n ${text}`))[0].n
const held = async (): Promise<number> =>
  (await count(
    `from payments where status in ('processing', 'three_d_secure_auth_processing') and operation_type <> 'refund'`,
  )) + (await count(`from payment_operations where status = 'processing'`))

test('stopped before the first byte of a sale, a pre-authorization, a capture, a void, a refund, an authorization after 3D Secure and a transfer', async () => {
  const sleeper = await open('all')
  await sleeper.start({ leaseS: SHORT_LEASE_S, failpoint: { at: 'before-call', act: 'hold' } })
  const transfer = await approvedTransfer()
  const [toCapture, toVoid, toRefund] = [await paid('pre_auth'), await paid('pre_auth'), await paid('sale')]
  const callback = await confirmed()

  const answers = Promise.all([
    post(sleeper, '/api/v1/payments', payment({ operation_type: 'sale' })),
    post(sleeper, '/api/v1/payments', payment({ operation_type: 'pre_auth' })),
    post(sleeper, `/api/v1/payments/${toCapture}/capture`, {}),
    post(sleeper, `/api/v1/payments/${toVoid}/void`, {}),
    post(sleeper, `/api/v1/payments/${toRefund}/refund`, { amount: 4_000 }),
    sleeper.http.request('cards', 'POST', callback.action.slice(rig.urls.cards!.length), {
      body: encode(callback.fields),
      headers: formType,
    }),
  ])
  await asPerson(rig, 'sender', '/bulk/send', { transfer_ids: [transfer] }, 'paused-send')
  await until('all are on disk', async () => (await held()) === 6)
  await until(
    'the transfer is claimed',
    async () => (await count('from transfers where lease_owner is not null')) === 1,
  )
  const before = { requests: await cardRequests(), orders: await orders() }
  sleeper.current().kill('SIGSTOP')

  const judge = await open('worker')
  await judge.start({ clockAheadMs: WRONG_WATCH_MS })
  await endLeases(rig.ownerUrl())
  await until('the judge has asked about all', async () => (await asked()) === 7)
  assert.equal(await held(), 6, 'a watch that is five minutes ahead makes nothing older')
  await rig.moveClock(PAST_THE_WINDOW_S)
  // A sale is reversed by its reference; a capture, void or refund that may still come is left to people.
  await until('the judge has settled the payments, and left the others open', async () => (await held()) === 3)
  await until('those wait for people', async () => (await count('from unresolved_operations')) === 3)
  await until('the transfer is done', async () => (await count("from transfers where status = 'completed'")) === 1)
  const decided = { requests: await cardRequests(), orders: await orders(), books: await booksOf() }
  assert.ok(decided.requests.length > before.requests.length && decided.orders.length === 1, 'the judge has asked')

  sleeper.current().kill('SIGCONT')
  const statuses = (await answers).map(({ status }) => status)
  assert.deepEqual(statuses, [422, 422, 202, 202, 202, 303])
  sleeper.current().kill('SIGTERM')
  await sleeper.current().exit
  assert.deepEqual({ requests: await cardRequests(), orders: await orders(), books: await booksOf() }, decided)
})

/** Of which the bank has been asked at least once. */
const asked = async (): Promise<number> =>
  (await count("from payments where inquiry_count > 0 and operation_type <> 'refund'")) +
  (await count('from payment_operations where inquiry_count > 0')) +
  (await count('from transfers where inquiry_count > 0'))

const booksOf = () =>
  asOwner(rig.ownerUrl(), async (client) => {
    const { rows } = await client.query(
      `select id, status, captured, refunded, history from payments union all
       select id, status, null, null, history from transfers order by id`,
    )
    return rows
  })
