/** The program dies, or stops, at each place that matters of a transfer: the same end as without, and the bank has posted each once. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { startBank } from '../support/bank.ts'
import { differencesToBank, LOAD_TENANT, RECEIVERS } from '../support/load-team.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import { besideTheServer } from './chaos/beside-the-server.ts'
import { TRANSFER_PLACES } from './chaos/plan.ts'
import { endLeases } from './chaos/platform-records.ts'
import type { Program } from './chaos/program.ts'
import { asPerson } from './chaos/transfers/crews.ts'
import { rowsAt } from './chaos/transfers/judge-transfers.ts'
import { triedPlaces } from './chaos/tried-places.ts'

const CASES: readonly (readonly [iban: string, status: string])[] = [
  [RECEIVERS.completes, 'completed'],
  [RECEIVERS.delivered, 'completed'],
  [RECEIVERS.refused, 'failed'],
  [RECEIVERS.silentBooked, 'completed'],
]
/** Takes its four tries, each with a silence of a second. */
const SILENT = [RECEIVERS.silent, 'failed'] as const
/** The other places are close to these. */
const NEAR_ANOTHER: readonly (typeof TRANSFER_PLACES)[number][] = [
  'before-sending',
  'before-answer',
  'before-record',
  'after-record',
  'before-inquiry',
  'after-inquiry',
]
const casesOf = (name: string) => (name === 'after-reversal' ? [...CASES, SILENT] : CASES)
const STEP_S = 70

const bank = use(startBank)
const beside = use(besideTheServer)
let program: Program
let rows: ReturnType<typeof rowsAt>
let sourceId: string
before(async () => {
  program = await beside.open({ VEZNE_BANK_URL: bank.url })
  rows = rowsAt(program.ownerUrl())
  await program.start()
  await until('the books are open', async () => {
    const [account] = await rows('select account_id as id from source_balances where tenant_id = $1', [LOAD_TENANT])
    sourceId = account?.id
    return sourceId !== undefined
  })
})

const stop = async (): Promise<void> => {
  program.current().kill('SIGTERM')
  await program.current().exit
}

const approvedBatch = async (name: string): Promise<string[]> => {
  const items = casesOf(name).map(([iban], at) => ({
    source_account_id: sourceId,
    external_id: `${name}-${at}`,
    transfer_type: 'fast',
    recipient: { iban, holder_name: 'Ayşe Yılmaz' },
    amount: { value: 10_100, currency_code: 'TRY' },
  }))
  const made = await asPerson(program, 'maker', '/bulk/create', { items }, name)
  const ids = made.body.transfers.map(({ id }: { id: string }) => id)
  await asPerson(program, 'checker', '/bulk/approve', { transfer_ids: ids }, `${name}-approve`)
  return ids
}
const openCount = async (ids: readonly string[]): Promise<number> =>
  (
    await rows(
      "select count(*)::int as n from transfers where id = any($1) and status not in ('completed', 'failed')",
      [ids],
    )
  )[0].n
const settle = async (ids: readonly string[], by: Program = program): Promise<void> => {
  await until('all have ended', async () => {
    if ((await openCount(ids)) === 0) return true
    await by.moveClock(STEP_S).catch(() => undefined)
    return false
  })
  const ended = await rows('select status from transfers where id = any($1) order by external_id', [ids])
  assert.deepEqual(
    ended.map(({ status }) => status),
    [...CASES, SILENT].slice(0, ids.length).map(([, status]) => status),
  )
  assert.deepEqual(await differencesToBank(rows, bank), [])
}

for (const place of triedPlaces(TRANSFER_PLACES, NEAR_ANOTHER))
  test(`dies ${place.replace('-', ' ')}: the same end as without`, async () => {
    await program.arm({ at: place, act: 'die' })
    const ids = await approvedBatch(place)
    const send = () => asPerson(program, 'sender', '/bulk/send', { transfer_ids: ids }, `${place}-send`)
    void send().catch(() => undefined)
    await until('the place is reached', async () => {
      if (program.current().child.signalCode === 'SIGKILL') return true
      // What is sent is asked about only when its time has come.
      if (/inquiry|reversal/.test(place)) await program.moveClock(STEP_S).catch(() => undefined)
      return false
    })
    await endLeases(program.ownerUrl())
    await program.start()
    const told = await send()
    assert.deepEqual([told.status, told.body.total_sent], [202, ids.length], told.text)
    await settle(ids)
  })

test('stopped between the bank’s answer and the record, resolved by another process meanwhile: the late record changes nothing', async () => {
  await program.startIfEnded()
  const ids = await approvedBatch('late')
  await stop()
  const sleeper = await beside.open({ VEZNE_BANK_URL: bank.url })
  await sleeper.start({ failpoint: { at: 'before-record', act: 'hold' } })
  await asPerson(sleeper, 'sender', '/bulk/send', { transfer_ids: ids }, 'late-send')
  await until('the bank has answered', async () => {
    const { transfers } = (await bank.control.call('GET', '/transfers?limit=100000')).body
    return transfers.filter(({ transfer_id }: { transfer_id: string }) => ids.includes(transfer_id)).length >= 4
  })
  sleeper.current().kill('SIGSTOP')
  await program.start()
  await endLeases(program.ownerUrl())
  await settle(ids)
  const before = await rows('select id, status, history, sequence from transfers where id = any($1) order by id', [ids])
  sleeper.current().kill('SIGCONT')
  await asPerson(sleeper, 'sender', '/bulk/send', { transfer_ids: ids }, 'late-send')
  await sleeper.moveClock(STEP_S)
  const later = await rows('select id, status, history, sequence from transfers where id = any($1) order by id', [ids])
  assert.deepEqual(later, before)
  assert.deepEqual(await differencesToBank(rows, bank), [])
})
