/** The first transfers that a process sends are not all covered: one fails at once, and the transaction needs no connection beside its own. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOLLARS, item, startTransferTeam } from '../support/transfers.ts'
import { use } from '../support/use.ts'

const team = use(startTransferTeam)

test('more than the account holds is sent first of all', async () => {
  const amount = { value: 3_300_000, currency_code: 'USD' }
  const one = item({ source_account_id: DOLLARS, transfer_type: 'remittance', amount })
  const ids = await team.create(Array.from({ length: 31 }, () => one)) // the account has 100,000,000
  await team.approve(ids)
  const sent = await team.send(ids)
  assert.equal(sent.status, 202, sent.text)
  const failed = sent.body.sent.filter(({ status }: { status: string }) => status === 'failed')
  assert.equal(failed.length, 1)
  assert.equal((await team.transfer(failed[0].id)).error_code, 'insufficient_balance')
})
