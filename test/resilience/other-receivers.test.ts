/** A transfer that a restore lost, made again after it with another receiver or amount: a conflict, as its external id is always; never the answer of the lost one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBackups } from '../support/backups.ts'
import { ordersAtBank } from '../support/bank-books.ts'
import { RECEIVERS } from '../support/load-team.ts'
import { openTeam } from '../support/lost-transfers.ts'
import { use } from '../support/use.ts'

const backups = use(openBackups)
/** The third one is refused by its bank. */
const COUNT = 3

const OTHERS = {
  'another IBAN': { recipient: { iban: RECEIVERS.delivered, holder_name: 'Ayşe Yılmaz' } },
  'another name': { recipient: { iban: RECEIVERS.completes, holder_name: 'Mehmet Demir' } },
  'another amount': { amount: { value: 77_000, currency_code: 'TRY' } },
}

test('another receiver under the external id of a lost transfer', async () => {
  const { bank } = backups
  await backups.live((vezne) => openTeam(vezne).ready())
  await backups.backUp()
  const ends = await backups.live(async (vezne) => {
    const team = openTeam(vezne)
    return team.ended(await team.pay('lost', COUNT))
  })
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['completed', 'completed', 'failed'],
  )
  const orders = await ordersAtBank(bank)
  await backups.restored(async (vezne, { open, status }) => {
    await open()
    const team = openTeam(vezne)
    for (const [what, change] of Object.entries(OTHERS)) {
      const others = await team.ended(await team.pay('lost', COUNT - 1, change))
      assert.deepEqual(
        others.map(({ status: state, error_code }) => [state, error_code]),
        Array(COUNT - 1).fill(['failed', 'duplicate_external_id']),
        what,
      )
      assert.deepEqual(await ordersAtBank(bank), orders, what)
    }
    assert.match(await status(), /2 transfers found by repeats of callers: on a list for people/)
    assert.deepEqual(await team.ended(await team.pay('lost', COUNT)), ends)
    assert.deepEqual(await ordersAtBank(bank), orders)
    assert.match(await status(), /3 transfers found by repeats of callers: known again/)
    const { total, violations } = await bank.control.verdict()
    assert.equal(total, 0, JSON.stringify(violations))
  })
})
