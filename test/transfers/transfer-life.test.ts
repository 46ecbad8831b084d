/** Money transfers from creation to the bank's response: three people, one bank, and ledgers that agree. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findDifferingBalances } from '../../src/transfers/ledger/verification-store.ts'
import { booksOf, DOLLARS, item, SOURCE, startTransferTeam } from '../support/transfers.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

const team = use(startTransferTeam)

test('created, approved and sent by three people, completed by the bank', async () => {
  const opening = (await booksOf(team.vezne)).of(SOURCE)
  assert.equal(opening?.available, 1_000_000_000)
  const [id] = await team.create([item({ external_id: 'PAY-1' })])
  assert.equal((await team.approve([id as string])).status, 200)
  const sent = await team.send([id as string])
  assert.equal(sent.status, 202, sent.text)
  const [done] = await team.untilStates([id as string], ['completed', 'failed'])
  assert.equal(done.status, 'completed', JSON.stringify(done))
  assert.deepEqual(
    done.history.map(({ new_status }: { new_status: string }) => new_status),
    ['pending', 'approved', 'processing', 'completed'],
  )
  const books = (await booksOf(team.vezne)).of(SOURCE)
  assert.deepEqual({ available: books?.available, reserved: books?.reserved }, { available: 999_987_655, reserved: 0 })
})

const OUTCOMES: [ending: string, status: string, code: string | null, retries: number][] = [
  ['TR860090100000000000009001', 'completed', null, 0],
  ['TR590090100000000000009002', 'failed', 'insufficient_balance', 0],
  ['TR320090100000000000009003', 'failed', 'account_not_found', 0],
  ['TR050090100000000000009004', 'failed', 'recipient_blocked', 0],
  ['TR750090100000000000009005', 'failed', 'daily_limit_exceeded', 0],
  ['TR480090100000000000009006', 'failed', 'recipient_validation_failed', 0],
  ['TR210090100000000000009007', 'completed', null, 0],
  ['TR910090100000000000009008', 'failed', 'bank_timeout', 3],
  ['TR640090100000000000009009', 'completed', null, 2],
  ['TR370090100000000000009010', 'failed', 'bank_system_error', 3],
]

test('every outcome of the simulated bank ends as the interface says, and the ledger agrees with the bank', async () => {
  const before = (await booksOf(team.vezne)).of(SOURCE)
  const ids = await team.create(
    OUTCOMES.map(([iban]) =>
      item({ recipient: { iban, holder_name: 'Ayşe Yılmaz' }, amount: { value: 10_000, currency_code: 'TRY' } }),
    ),
  )
  await team.approve(ids)
  await team.send(ids)
  const ended = await team.untilStates(ids, ['completed', 'failed'], 15_000)
  assert.deepEqual(
    ended.map(({ status, error_code, retry_count }) => [status, error_code, retry_count]),
    OUTCOMES.map(([, status, code, retries]) => [status, code, retries]),
  )
  const completed = OUTCOMES.filter(([, status]) => status === 'completed').length
  const books = (await booksOf(team.vezne)).of(SOURCE)
  assert.equal(books?.reserved, 0)
  assert.equal(books?.available, (before?.available ?? 0) - completed * 10_000)
})

// The bank's response instead, and whether it has posted the order.
const UNDOCUMENTED: [status: number, body: string, booked: boolean][] = [
  [500, '{"error":"internal"}', true],
  [502, '{"code":"bad_gateway","message":"upstream"}', true],
  [503, '{"code":"05","message":"try later"}', true],
  [504, '{"status":"refused","code":"02"}', true],
  [200, '{"status":"queued"}', true],
  [422, '{"code":"queue_full"}', true],
  [503, '{"status":"queued"}', false],
  [200, '{}', false],
]

test('only a documented refusal is one: after anything else the reservation stays, and the bank is asked', async () => {
  const before = (await booksOf(team.vezne)).of(SOURCE)
  const amounts = UNDOCUMENTED.map((_, index) => 77_100 + index * 100)
  const ids = await team.create(amounts.map((value) => item({ amount: { value, currency_code: 'TRY' } })))
  await team.approve(ids)
  for (const [index, [status, body, booked]] of UNDOCUMENTED.entries()) {
    const match = { face: 'accounts', amount: amounts[index]! }
    await team.bank.control.arm({ kind: 'json_instead', parameters: { status, body, booked }, match })
  }
  // An inquiry with a malformed response concludes nothing either.
  const asked = { face: 'accounts', operation: 'status' }
  await team.bank.control.arm({ kind: 'json_instead', parameters: { status: 404, body: '{"code":"?"}' }, match: asked })
  await team.bank.control.arm({
    kind: 'json_instead',
    parameters: { status: 200, body: '{"status":"refused"}' },
    match: asked,
  })
  await team.send(ids)
  const sum = amounts.reduce((all, each) => all + each, 0)
  await until('the bank has been sent all of them', async () => {
    const fired = (await team.bank.control.faults()).filter((fault) => fault.kind === 'json_instead' && fault.fired > 0)
    return fired.length >= UNDOCUMENTED.length
  })
  assert.equal((await booksOf(team.vezne)).of(SOURCE)?.reserved, sum)
  const ended = await team.untilStates(ids, ['completed', 'failed'], 15_000)
  assert.deepEqual(
    ended.map(({ status, retry_count }) => [status, retry_count]),
    UNDOCUMENTED.map(([, , booked]) => ['completed', booked ? 0 : 1]),
  )
  const books = (await booksOf(team.vezne)).of(SOURCE)
  assert.deepEqual([books?.reserved, books?.available], [0, (before?.available ?? 0) - sum])
})

test('a bank that goes on answering nonsense raises an alarm after half an hour, and nothing is concluded', async () => {
  const [id] = await team.create([item({ amount: { value: 88_300, currency_code: 'TRY' } })])
  // Not posted: otherwise a notification would report it.
  await team.bank.control.arm({
    kind: 'json_instead',
    parameters: { booked: false },
    match: { face: 'accounts', amount: 88_300 },
  })
  const nonsense = { kind: 'json_instead', match: { face: 'accounts', operation: 'status' }, times: null }
  await team.bank.control.arm(nonsense)
  await team.approve([id as string])
  await team.send([id as string])
  const log = () => readFileSync(join(team.vezne.dataDir, 'vezne.log'), 'utf8')
  await until('the alarm', async () => {
    await team.vezne.moveClock(16 * 60_000)
    return log().includes('transfer.bank_silent')
  })
  assert.equal((await team.transfer(id as string)).status, 'processing')
  await team.bank.control.disarm()
  const [ended] = await team.untilStates([id as string], ['completed', 'failed'], 15_000)
  assert.equal(ended.status, 'completed')
})

test('delivered, and completed only by a notification or an inquiry', async () => {
  const [id] = await team.create([
    item({ recipient: { iban: 'TR100090100000000000009011', holder_name: 'Ayşe Yılmaz' } }),
  ])
  await team.approve([id as string])
  await team.send([id as string])
  const [seen] = await team.untilStates([id as string], ['delivered'])
  assert.equal(seen.fee_amount, 0)
  assert.equal((await booksOf(team.vezne)).of(SOURCE)?.reserved, 0)
})

test('four eyes: a person who took a step takes no other; the refusal names it', async () => {
  const [id] = await team.create([item()])
  const own = await team.call('maker', 'POST', '/api/v1/transfers/bulk/approve', { transfer_ids: [id] })
  assert.equal(own.status, 403)
  const [mine] = (
    await team.call('checker', 'POST', '/api/v1/transfers/bulk/create', { items: [item()] })
  ).body.transfers.map((transfer: { id: string }) => transfer.id)
  const approved = await team.call('checker', 'POST', '/api/v1/transfers/bulk/approve', { transfer_ids: [mine] })
  assert.equal(approved.body.code, 'four_eyes_violation')
  await team.approve([id as string])
  // By default the approver may send; transfers.separation asks for three persons (transfer-separation.test.ts).
  const sent = await team.call('checker', 'POST', '/api/v1/transfers/bulk/send', { transfer_ids: [id] })
  assert.equal(sent.status, 202, sent.text)
  await team.untilStates([id as string], ['completed'])
})

test('fifty concurrent sends with funds for thirty: exactly thirty leave', async () => {
  const before = (await booksOf(team.vezne)).of(DOLLARS)
  assert.equal(before?.available, 100_000_000)
  const ids = await team.create(
    Array.from({ length: 50 }, () =>
      item({
        source_account_id: DOLLARS,
        transfer_type: 'remittance',
        amount: { value: 3_300_000, currency_code: 'USD' },
      }),
    ),
  )
  await team.approve(ids)
  const answers = await Promise.all(ids.map((id) => team.send([id])))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [202])
  const ended = await team.untilStates(ids, ['completed', 'failed'])
  const failed = ended.filter(({ status }) => status === 'failed')
  assert.deepEqual([...new Set(failed.map(({ error_code }) => error_code))], ['insufficient_balance'])
  assert.equal(failed.length, 20)
  const books = (await booksOf(team.vezne)).of(DOLLARS)
  assert.deepEqual({ available: books?.available, reserved: books?.reserved }, { available: 1_000_000, reserved: 0 })
  assert.deepEqual(await team.vezne.runtime.db.transaction({ as: 'platform' }, findDifferingBalances), [])
})

test('a bank that is switched off is sent nothing more, and is asked all the same', async () => {
  const { vezne } = team
  const atBanks = async (method: string, path: string) => {
    const answer = await vezne.request('cards', method, `/api/v1/${path}`, { token: await vezne.token('admin') })
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }
  const set = await team.call('admin', 'POST', '/api/v1/settings', { key: 'transfers.retry_seconds', value: '600' })
  assert.equal(set.status, 201, set.text)
  const opening = (await booksOf(vezne)).of(SOURCE)
  const to = (iban: string) => item({ recipient: { iban, holder_name: 'Ayşe Yılmaz' } })
  // The first one's outcome comes only by inquiry; the bank has answered the second with a fault, and it waits for its retry.
  const [asked, repeated, unsent] = (await team.create([
    to('TR210090100000000000009007'),
    to('TR640090100000000000009009'),
    item(),
  ])) as [string, string, string]
  await team.approve([asked, repeated, unsent])
  await team.send([asked, repeated])
  await until('both were sent once', async () => {
    const rows = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
      tx.query<{ step: string; attempt_no: number }>(
        'select step, attempt_no from transfers where id = any($1::uuid[]) and lease_owner is null order by attempt_no',
        [[asked, repeated]],
      ),
    )
    return rows.length === 2 && rows[0]?.step === 'inquire' && rows[1]?.attempt_no === 2
  })
  const { connector_id, id } = await atBanks(
    'POST',
    'connector-configurations/00000000-0000-4000-8000-000000000031/deactivate',
  )

  const refused = await team.send([unsent])
  assert.deepEqual([refused.status, refused.body.code], [503, 'connector_unavailable'], refused.text)
  assert.equal((await team.transfer(unsent)).status, 'approved')
  const [found] = await team.untilStates([asked], ['completed', 'failed'], 15_000)
  assert.equal(found.status, 'completed')
  await vezne.moveClock(600_000)
  const [failed] = await team.untilStates([repeated], ['completed', 'failed'])
  assert.deepEqual([failed.status, failed.error_code], ['failed', 'connector_unavailable'])
  const books = (await booksOf(vezne)).of(SOURCE)
  assert.deepEqual([books?.reserved, books?.available], [0, (opening?.available ?? 0) - 12_345])

  await atBanks('POST', `connectors/${connector_id}/deactivate`)
  await atBanks('POST', `connector-configurations/${id}/activate`)
  assert.equal((await team.send([unsent])).body.code, 'connector_unavailable')
  await atBanks('POST', `connectors/${connector_id}/activate`)
  assert.equal((await team.send([unsent])).status, 202)
  const [done] = await team.untilStates([unsent], ['completed', 'failed'])
  assert.equal(done.status, 'completed')
})
