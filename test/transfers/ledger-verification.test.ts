/** Balances against postings from the last sums on: what is old is not read again, what comes late is no alarm, and a false figure is one. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { recountLedger, verifyLedger } from '../../src/transfers/ledger/verify-account-ledger.ts'
import { item, SOURCE, startTransferTeam, TENANT } from '../support/transfers.ts'
import { use } from '../support/use.ts'

const HOUR_MS = 3_600_000
const alarms: string[] = []
const team = use(startTransferTeam)
before(async () => {
  const { log } = team.vezne.runtime
  const { error } = log
  log.error = (event, facts) => {
    if (event === 'ledger.differs') alarms.push(String(facts?.account_id))
    error.call(log, event, facts)
  }
  const ids = await team.create([item(), item()])
  await team.approve(ids)
  await team.send(ids)
  await team.untilStates(ids, ['completed'])
})

const inTenant = <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  team.vezne.runtime.db.transaction({ of: TENANT }, (tx) => tx.query<Row>(sql, [TENANT, SOURCE, ...values]))
const verify = async (): Promise<string[]> => {
  alarms.length = 0
  await verifyLedger(team.vezne.runtime)
  return [...new Set(alarms)].filter((id) => id === SOURCE)
}
const sumOf = async () =>
  (
    await inTenant<{ until: Date; available: number }>(
      'select until, available from posting_sums where tenant_id = $1 and account_id = $2',
    )
  )[0]
const shiftBalance = (amount: number) =>
  inTenant('update source_balances set available = available + $3 where tenant_id = $1 and account_id = $2', [amount])
const shiftSum = (amount: number) =>
  inTenant('update posting_sums set available = available + $3 where tenant_id = $1 and account_id = $2', [amount])
/** An inbound posting with its balance, as if committed by a process that was behind. */
const postLate = async (created: Date, amount: number): Promise<void> => {
  await inTenant(
    `with changed as (update source_balances set available = available + $3 where tenant_id = $1 and account_id = $2)
     insert into transfer_postings (tenant_id, operation_id, attempt_no, kind, account_id, debit_account, credit_account, amount, currency, created)
     values ($1, gen_random_uuid(), 0, 'inbound', $2::uuid, 'available:' || $2::uuid, 'outside:' || $2::uuid, $3, 'TRY', $4)`,
    [amount, created.toISOString()],
  )
}

test('sums follow an hour behind, and what they hold is not read again', async () => {
  assert.deepEqual(await verify(), [])
  await team.vezne.moveClock(2 * HOUR_MS)
  assert.deepEqual(await verify(), [])
  const first = (await sumOf())!
  assert.equal(first.until.getTime() <= team.vezne.runtime.clock.ms() - HOUR_MS, true)
  const [balance] = await inTenant<{ available: number }>(
    'select available from source_balances where tenant_id = $1 and account_id = $2',
  )
  assert.equal(first.available, balance?.available, 'all of it is older than an hour')
  assert.deepEqual(await verify(), [])
  assert.deepEqual(await sumOf(), first, 'not moved again within the hour')
})

test('a balance that its postings do not explain is an alarm each time, until it is right again', async () => {
  await shiftBalance(1)
  assert.deepEqual(await verify(), [SOURCE])
  assert.deepEqual(await verify(), [SOURCE])
  const { until } = (await sumOf())!
  await team.vezne.moveClock(2 * HOUR_MS)
  assert.deepEqual(await verify(), [SOURCE])
  assert.ok((await sumOf())!.until > until, 'the sums go on: an alarm that stands for days makes no comparison slower')
  await shiftBalance(-1)
  assert.deepEqual(await verify(), [])
})

test('a posting of before the sums that is committed after them is no alarm: they are counted anew', async () => {
  const { until, available } = (await sumOf())!
  await postLate(new Date(until.getTime() - 1_000), 700)
  assert.deepEqual(await verify(), [])
  assert.equal((await sumOf())!.available, available + 700)
})

test('sums that somebody bent hide nothing from the weekly count of all postings', async () => {
  await shiftBalance(5)
  await shiftSum(5)
  assert.deepEqual(await verify(), [], 'the short way believes them')
  alarms.length = 0
  await recountLedger(team.vezne.runtime).run()
  assert.ok(alarms.includes(SOURCE))
  await shiftBalance(-5)
  assert.deepEqual(await verify(), [], 'found, and counted anew')
  assert.deepEqual(await verify(), [])
})
