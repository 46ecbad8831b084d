/** Rules that cannot be read: nothing is let through unchecked, on either surface, and nothing is made. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { item, startTransferTeam } from '../support/transfers.ts'
import { use } from '../support/use.ts'

const team = use(startTransferTeam)
let owner: pg.Client
before(async () => {
  owner = new pg.Client({ connectionString: team.vezne.ownerUrl })
  await owner.connect()
})
after(async () => {
  await owner.end()
})

const pay = async () =>
  team.vezne.request('cards', 'POST', '/api/v1/payments', {
    token: await team.vezne.token('admin'),
    headers: { 'x-external-merchant-id': 'M-1001' },
    body: paymentBody(),
  })
const transfer = () => team.call('maker', 'POST', '/api/v1/transfers/bulk/create', { items: [item()] })
const made = async () =>
  (await owner.query('select (select count(*) from payments) as p, (select count(*) from transfers) as t')).rows[0]

test('a payment and a transfer are refused with 503, and both go on once the rules are back', async () => {
  const before = await made()
  await owner.query('alter table fraud_rules rename to fraud_rules_away')
  team.vezne.runtime.notifications.publish('fraud_rules', '')
  for (const answer of [await pay(), await transfer()])
    assert.equal(assertProblem(answer, 'connector_unavailable').status, 503)
  assert.deepEqual(await made(), before)
  await owner.query('alter table fraud_rules_away rename to fraud_rules')
  assert.equal((await pay()).status, 200)
  assert.equal((await transfer()).status, 201)
})
