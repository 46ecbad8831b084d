/** A subscriber of the transfer surface: what became of transfers arrives signed and as documented, and can be sent again. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { isBy } from '../support/hook-shop.ts'
import { type Received, startReceiver } from '../support/receiver.ts'
import { GOOD_IBAN, item, SOURCE, startTransferTeam } from '../support/transfers.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

const receiver = use(startReceiver)
let hook: { id: string; secret: string }
const team = use(startTransferTeam)
before(async () => {
  const events = ['transfer.succeeded', 'transfer.failed']
  const made = await team.call('checker', 'POST', '/api/v1/webhooks', { url: `${receiver.origin}/hook`, events })
  assert.equal(made.status, 201, made.text)
  hook = made.body
})

const read = ({ body }: Received) => JSON.parse(body.toString())

test('success and failure arrive once each, signed, with the members of the interface', async () => {
  const good = item({ external_id: 'PAY-77' })
  const refused = item({ recipient: { iban: 'TR320090100000000000009003', holder_name: 'Ayşe Yılmaz' } })
  const [paid, failed] = (await team.create([good, refused])) as [string, string]
  await team.approve([paid, failed])
  await team.send([paid, failed])
  await team.untilStates([paid, failed], ['completed', 'failed'])
  const received = await receiver.until(2)
  for (const each of received) assert.ok(isBy(hook.secret, each))
  const data = new Map(received.map((each) => [read(each).type, read(each).data]))
  const [shown, lost] = [await team.transfer(paid), await team.transfer(failed)]
  assert.deepEqual(data.get('transfer.succeeded'), {
    transfer_id: paid,
    external_id: 'PAY-77',
    merchant_id: shown.merchant_id,
    amount: 12_345,
    currency: 'TRY',
    transfer_type: 'fast',
    status: 'completed',
    fee_amount: 0,
    receipt_no: shown.receipt_no,
    sent_date: shown.sent_date,
    processed_date: shown.processed_date,
    success_sender_account_id: SOURCE,
  })
  assert.deepEqual(data.get('transfer.failed'), {
    transfer_id: failed,
    external_id: null,
    merchant_id: lost.merchant_id,
    amount: 12_345,
    currency: 'TRY',
    transfer_type: 'fast',
    status: 'failed',
    error_code: 'account_not_found',
    error_message: lost.error_message,
    provider_error_code: '02',
    retry_count: 0,
    processed_date: lost.processed_date,
  })
})

test('a delivery is sent again on demand, to the byte', async () => {
  const log = async () => (await team.call('checker', 'GET', `/api/v1/webhooks/${hook.id}/deliveries`)).body.items
  await until('both are logged', async () => (await log()).length === 2)
  const succeeded = (await log()).find(({ event_type }: { event_type: string }) => event_type === 'transfer.succeeded')
  const answer = await team.call('checker', 'POST', `/api/v1/webhooks/deliveries/${succeeded.id}/replay`)
  assert.equal(answer.status, 200, answer.text)
  const received = await receiver.until(3)
  const again = received[2] as Received
  assert.ok(isBy(hook.secret, again))
  const first = received.find((each) => read(each).type === 'transfer.succeeded') as Received
  assert.ok(again.body.equals(first.body))
})

test('a delivered transfer announces nothing until it is completed', async () => {
  const held = item({ recipient: { iban: 'TR100090100000000000009011', holder_name: 'Ayşe Yılmaz' } })
  const [id, last] = (await team.create([
    held,
    item({ recipient: { iban: GOOD_IBAN, holder_name: 'Ayşe Yılmaz' } }),
  ])) as [string, string]
  await team.approve([id, last])
  await team.send([id])
  await team.untilStates([id], ['delivered'])
  await team.send([last])
  await team.untilStates([last], ['completed'])
  const received = await receiver.until(4)
  assert.deepEqual(
    received.slice(3).map((each) => read(each).data.transfer_id),
    [last],
  )
})
