/** Notifications of a person who knows the key of a configuration: they end no transfer, and the audit log says where they came from. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { attemptReference } from '../../src/transfers/model/transfer.ts'
import { eventsOf, PRIMARY, secretKeyOf, sendNotice, untilNobodyIsAt } from '../support/notices.ts'
import { assertProblem } from '../support/problems.ts'
import { item, startTransferTeam, TENANT } from '../support/transfers.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

const SILENT_BOOKED = 'TR210090100000000000009007'
const SILENT_NOTHING = 'TR910090100000000000009008'
const HELD = 'TR100090100000000000009011'
const AMOUNT = 12_345

const team = use(startTransferTeam)
let key: string
before(async () => {
  key = await secretKeyOf(team.vezne)
})

const inquiriesOf = async (ids: readonly string[]): Promise<number[]> => {
  const rows = await team.vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
    tx.query<{ inquiry_count: number }>(
      'select inquiry_count from transfers where tenant_id = $1 and id = any($2::uuid[])',
      [TENANT, ids],
    ),
  )
  return rows.map(({ inquiry_count }) => inquiry_count)
}

test('a person who knows the key ends no transfer: neither a whole refusal nor a whole success is believed', async () => {
  const external_id = `forged-${Date.now()}`
  const orders = [SILENT_NOTHING, SILENT_BOOKED].map((iban, at) =>
    item({ recipient: { iban, holder_name: 'Ayşe Yılmaz' }, external_id: `${external_id}-${at}` }),
  )
  const [nothing, booked] = (await team.create(orders)) as [string, string]
  assert.equal((await team.approve([nothing, booked])).status, 200)
  assert.equal((await team.send([nothing, booked])).status, 202)
  for (const id of [nothing, booked]) await untilNobodyIsAt(team.vezne, id, 1)
  const refusal = { code: '02', amount: AMOUNT }
  const claims = [
    { external_key: booked, success: false, additional_data: refusal },
    {
      external_key: nothing,
      success: true,
      product_ref_no: 'TRF1',
      additional_data: {
        ...refusal,
        code: '00',
        reference: attemptReference(nothing, 1),
        currency: 'TRY',
        fee: 0,
        sent_as: 'fast',
        receipt_no: 'SIM000000000777',
      },
    },
  ]
  for (const claim of claims)
    assert.equal((await sendNotice(team.vezne, key, claim)).body.status, 'accepted', 'the bank is asked')
  await until('the bank was asked about both', async () => {
    const asked = await inquiriesOf([nothing, booked])
    return asked.every((count) => count > 0)
  })
  assert.equal((await team.transfer(nothing)).status, 'processing', 'unknown is no outcome')
  assert.notEqual((await team.transfer(booked)).status, 'failed')
  const again = await team.call('maker', 'POST', '/api/v1/transfers/bulk/create', { items: [orders[1]] })
  assertProblem(again, 'duplicate_external_id')
  await team.bank.control.advance(2)
  await team.vezne.moveClock(61_000)
  await until('it is completed', async () => (await team.transfer(booked)).status === 'completed')
  assert.deepEqual(await eventsOf(team.vezne, booked), ['transfer.created', 'transfer.succeeded'])
})

test('the audit log names configuration and address of whoever sent a notification, once for its copies', async () => {
  const [id] = (await team.create([item({ recipient: { iban: HELD, holder_name: 'Ayşe Yılmaz' } })])) as [string]
  await team.approve([id])
  await team.send([id])
  await until('it is delivered', async () => (await team.transfer(id)).status === 'delivered')
  const at = Date.now()
  const claim = { external_key: id, success: false }
  for (const _ of [1, 2]) await sendNotice(team.vezne, key, claim, { at })
  const entries = await team.vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
    tx.query<{ operation: string; address: string | null; after: string }>(
      `select operation, address, after from audit_log where tenant_id = $1 and target_id = $2 and operation like '%notification'`,
      [TENANT, id],
    ),
  )
  const [entry, ...more] = entries
  assert.deepEqual(more, [])
  assert.deepEqual([entry?.operation, entry?.address], ['POST /api/v1/webhooks/transfer-notification', '127.0.0.1'])
  assert.deepEqual(JSON.parse(entry?.after ?? ''), {
    connector_configuration_id: PRIMARY,
    event: 'transfer.test',
    success: false,
    status: 'ignored',
    reason: 'delivered',
  })
})
