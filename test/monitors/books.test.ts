/** A source account whose ledger is not what its bank has is told of, and no longer once the two agree. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CALM_MS, monitorsOf } from '../support/monitors.ts'
import { SOURCE, startTransferTeam, TENANT } from '../support/transfers.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

const FIVE_MINUTES = 301_000
const team = use(startTransferTeam)
const monitors = monitorsOf(() => team.vezne, 'tenant-demo')

const shift = (amount: number) =>
  team.vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
    tx.execute('update source_balances set available = available + $3 where tenant_id = $1 and account_id = $2', [
      TENANT,
      SOURCE,
      amount,
    ]),
  )
const compared = async (times: number): Promise<void> => {
  await until(`compared ${times} times`, async () => {
    await team.vezne.moveClock(FIVE_MINUTES)
    const [row] = await team.vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
      tx.query<{ times: number }>(
        'select differs_times as times from source_balances where tenant_id = $1 and account_id = $2',
        [TENANT, SOURCE],
      ),
    )
    return times === 0 ? row!.times === 0 : row!.times >= times
  })
}

test('the bank has more than the ledger: told once, with how much; and the end', async () => {
  await monitors.add({ kind: 'slack', language: 'tr', monitors: ['books_differ'] })
  await shift(-250)
  await compared(2)
  await team.vezne.moveClock(60_000)
  const finding = await monitors.found('books_differ')
  assert.deepEqual(finding.facts, {
    of: 'source_account',
    account_id: SOURCE,
    bank_has_more: 250,
    currency: 'TRY',
  })
  await until('it is told', () => monitors.told('/slack').length === 1)
  assert.match(monitors.told('/slack')[0].blocks[1].text.text, /2,50.* fazla/)
  await shift(250)
  await compared(0)
  await team.vezne.moveClock(CALM_MS)
  await monitors.found('books_differ', false)
  await until('its end is told', () => monitors.told('/slack').length === 2)
  assert.match(monitors.told('/slack')[1].text, /^Geçti: /)
})
