/** A restore has lost transfers of which their bank keeps only the attempt that it paid: the numbers before it are found nowhere, and nothing is paid twice. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBackups } from '../support/backups.ts'
import { ordersAtBank } from '../support/bank-books.ts'
import { LOAD_TENANT, RECEIVERS } from '../support/load-team.ts'
import { openTeam } from '../support/lost-transfers.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

const RETRY_S = 600
const RETRIES = 3

const backups = use(openBackups)
type Team = ReturnType<typeof openTeam>

const untilAttempt = ({ rows }: Team, ids: readonly string[], attemptNo: number): Promise<void> =>
  until(`attempt ${attemptNo} is due`, async () => {
    const due = await rows(
      `select id from transfers where tenant_id = $1 and id = any($2::uuid[]) and step = 'send' and attempt_no = $3`,
      [LOAD_TENANT, ids, attemptNo],
    )
    return due.length === ids.length
  })

/** Its bank answers that it cannot process it now, and keeps nothing of it. */
const refusedFor = (iban: string): object => ({ recipient: { iban, holder_name: 'Ayşe Yılmaz' } })

const TWICE = refusedFor(RECEIVERS.twiceNotProcessed)

/** One that is refused so, and has no retry left. */
const failUnknown = async (team: Team, name: string): Promise<void> => {
  const ids = await team.make(name, 1, refusedFor(RECEIVERS.neverProcessed))
  await team.rows('update transfers set retry_count = $3 where tenant_id = $1 and id = any($2::uuid[])', [
    LOAD_TENANT,
    ids,
    RETRIES,
  ])
  await team.approveAndSend(ids)
  const [ended] = await team.ended(ids)
  assert.deepEqual([ended.status, ended.error_code], ['failed', 'bank_system_error'])
}

test('attempts and transfers of which the bank keeps nothing, before the one that it paid', async () => {
  const { bank } = backups
  const half = await backups.live(async (vezne) => {
    const team = openTeam(vezne)
    await team.ready()
    const set = await team.call('admin', 'settings', { key: 'transfers.retry_seconds', value: String(RETRY_S) })
    assert.equal(set.status, 201, set.text)
    const ids = await team.pay('half', 1, TWICE)
    await untilAttempt(team, ids, 2)
    return ids
  })
  await backups.backUp()
  const ends = await backups.live(async (vezne) => {
    const team = openTeam(vezne)
    const later = await team.pay('later', 1, TWICE)
    await untilAttempt(team, later, 2)
    await vezne.moveClock(RETRY_S * 1_000)
    await untilAttempt(team, [...later, ...half], 3)
    await vezne.moveClock(RETRY_S * 1_000)
    for (let time = 0; time < 2; time++) {
      const rejected = await team.call('checker', 'transfers/bulk/reject', {
        transfer_ids: await team.make('rejected', 1),
      })
      assert.equal(rejected.status, 200, rejected.text)
    }
    for (let time = 0; time < 3; time++) await failUnknown(team, 'failed')
    return team.ended([...half, ...later, ...(await team.pay('rejected', 1)), ...(await team.pay('failed', 1))])
  })
  assert.deepEqual(
    ends.map(({ external_id, status }) => [external_id, status]),
    ['failed-000', 'half-000', 'later-000', 'rejected-000'].map((name) => [name, 'completed']),
  )
  const orders = await ordersAtBank(bank)
  await backups.restored(async (vezne, { ask, open, status }) => {
    await open()
    const team = openTeam(vezne)
    await vezne.moveClock(RETRY_S * 1_000)
    const again = [...half, ...(await team.pay('later', 1, TWICE)), ...(await team.pay('rejected', 1))]
    const found = await team.ended(again)
    assert.deepEqual(await ordersAtBank(bank), orders)
    assert.match(await status(), /3 transfers found by repeats of callers: known again/)
    // Only the statement of its account names the one that followed several transfers which the bank does not know.
    await ask()
    assert.deepEqual([...(await team.ended(await team.pay('failed', 1))), ...found], ends)
    assert.deepEqual(await ordersAtBank(bank), orders)
    assert.match(await status(), /4 transfers found by repeats of callers: known again/)
    const { total, violations } = await bank.control.verdict()
    assert.equal(total, 0, JSON.stringify(violations))
  })
})
