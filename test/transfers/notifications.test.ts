/** Bank notifications of transfers: early, late, twice, lost, forged or wrong, a transfer ends once and as the bank's ledger says: a notification is a reason to ask. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { findDifferingBalances } from '../../src/transfers/ledger/verification-store.ts'
import { attemptReference } from '../../src/transfers/model/transfer.ts'
import { eventsOf, keptNotices, PRIMARY, secretKeyOf, sendNotice, untilNobodyIsAt } from '../support/notices.ts'
import { booksOf, GOOD_IBAN, item, SOURCE, startTransferTeam } from '../support/transfers.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

const SILENT_BOOKED = 'TR210090100000000000009007'
const SILENT_NOTHING = 'TR910090100000000000009008'
const HELD = 'TR100090100000000000009011'
const AMOUNT = 12_345
const RACING = 24

let key: string
/** Approved ones by the receiver's IBAN: bulk creates are few a minute. */
const ready = new Map<string, string[]>()
const team = use(startTransferTeam)
before(async () => {
  key = await secretKeyOf(team.vezne)
  const ibans = [GOOD_IBAN, SILENT_BOOKED, SILENT_NOTHING, HELD].flatMap((iban) => Array<string>(RACING).fill(iban))
  const ids = await team.create(ibans.map((iban) => item({ recipient: { iban, holder_name: 'Ayşe Yılmaz' } })))
  assert.equal((await team.approve(ids)).status, 200)
  for (const [at, id] of ids.entries()) {
    const iban = ibans[at] as string
    ready.set(iban, [...(ready.get(iban) ?? []), id])
  }
})

const sentTo = async (iban: string): Promise<string> => {
  const id = ready.get(iban)?.pop() as string
  assert.equal((await team.send([id])).status, 202)
  return id
}
const waiting = (id: string, attemptNo = 1): Promise<void> => untilNobodyIsAt(team.vezne, id, attemptNo)
const held = async (): Promise<string> => {
  const id = await sentTo(HELD)
  await until('it is delivered', async () => (await team.transfer(id)).status === 'delivered')
  return id
}
const atBank = (id: string, step: string, code?: string) =>
  team.bank.control.call('POST', `/transfers/${PRIMARY}/${attemptReference(id, 1)}/steps`, {
    step,
    ...(code === undefined ? {} : { code }),
  })
const ended = (id: string, status: string) =>
  until(`it is ${status}`, async () => (await team.transfer(id)).status === status)
/** The bank completes it, and its own notification is lost. */
const completedUnheard = async (id: string): Promise<void> => {
  await team.bank.control.arm({ kind: 'notice_lost', match: { face: 'accounts', operation: 'notice' } })
  assert.equal((await atBank(id, 'complete')).status, 200)
}
const details = (id: string, changes: object = {}): object => ({
  reference: attemptReference(id, 1),
  code: '00',
  amount: AMOUNT,
  currency: 'TRY',
  fee: 0,
  sent_as: 'fast',
  receipt_no: 'SIM000000000777',
  ...changes,
})
const stepsOf = async (id: string): Promise<string[]> =>
  (await team.transfer(id)).history.map(({ new_status }: { new_status: string }) => new_status)
const WHOLE_LIFE = ['pending', 'approved', 'processing', 'delivered', 'completed']

test("the bank's notification has a delivered transfer asked about at once, and it completes", async () => {
  const id = await held()
  const { receipt_no } = await team.transfer(id)
  assert.equal((await atBank(id, 'complete')).status, 200)
  await ended(id, 'completed')
  const done = await team.transfer(id)
  assert.deepEqual([done.status, done.receipt_no, done.success_transfer_type], ['completed', receipt_no, 'fast'])
  assert.deepEqual(await stepsOf(id), WHOLE_LIFE)
  assert.deepEqual(await eventsOf(team.vezne, id), ['transfer.created', 'transfer.succeeded'])
  const [kept] = await keptNotices(team.vezne, id)
  assert.deepEqual([kept?.event, kept?.verdict, kept?.reason], ['transfer.completed', 'accepted', 'matches'])
})

test('two members suffice for a bank that sends no more; a third notification finds it ended', async () => {
  const id = await held()
  await completedUnheard(id)
  const answer = await sendNotice(team.vezne, key, { external_key: id, success: true, unknown_member: 1 })
  assert.deepEqual([answer.status, answer.body.status, answer.body.external_key], [200, 'accepted', id])
  await ended(id, 'completed')
  for (const success of [true, false])
    assert.equal((await sendNotice(team.vezne, key, { external_key: id, success })).body.status, 'duplicate')
  assert.deepEqual(await eventsOf(team.vezne, id), ['transfer.created', 'transfer.succeeded'])
})

test('by the bank’s reference, and by our own', async () => {
  for (const keyOf of [
    async (id: string) => (await team.transfer(id)).history.at(-1).provider_transaction_id,
    async (id: string) => attemptReference(id, 1),
  ]) {
    const id = await held()
    await completedUnheard(id)
    const answer = await sendNotice(team.vezne, key, { external_key: await keyOf(id), success: true })
    assert.equal(answer.body.status, 'accepted', answer.text)
    await ended(id, 'completed')
  }
})

test('a notification before the response of the call, and two at once: one event', async () => {
  await team.bank.control.arm(
    { kind: 'notice_before_answer', match: { face: 'accounts', operation: 'transfer' } },
    { kind: 'notice_twice', match: { face: 'accounts', operation: 'notice' }, parameters: { copies: 5 } },
  )
  const id = await sentTo(GOOD_IBAN)
  await ended(id, 'completed')
  assert.deepEqual(await eventsOf(team.vezne, id), ['transfer.created', 'transfer.succeeded'])
  assert.equal((await keptNotices(team.vezne, id)).length, 1)
  assert.deepEqual(await stepsOf(id), ['pending', 'approved', 'processing', 'completed'])
})

test('a lost notification and a forged one: the next inquiry resolves it', async () => {
  for (const kind of ['notice_lost', 'notice_bad_signature']) {
    const id = await held()
    await team.bank.control.arm({ kind, match: { face: 'accounts', operation: 'notice' } })
    await atBank(id, 'complete')
    assert.equal((await team.transfer(id)).status, 'delivered')
    assert.deepEqual(await keptNotices(team.vezne, id), [])
    await team.vezne.moveClock(31_000)
    await ended(id, 'completed')
  }
})

test('another amount under the right signature is not believed: the bank is asked at once', async () => {
  const id = await held()
  await team.bank.control.arm({
    kind: 'notice_wrong_amount',
    match: { face: 'accounts', operation: 'notice' },
    parameters: { minor: 1 },
  })
  await atBank(id, 'complete')
  await ended(id, 'completed')
  const [kept] = await keptNotices(team.vezne, id)
  assert.deepEqual([kept?.verdict, kept?.reason], ['accepted', 'other_amount'])
  const open = await held()
  const answer = await sendNotice(team.vezne, key, {
    external_key: open,
    success: true,
    additional_data: details(open, { amount: AMOUNT + 1 }),
  })
  assert.equal(answer.body.status, 'accepted')
  assert.equal((await team.transfer(open)).status, 'delivered')
})

test('a notification of a transfer under way: the bank is asked, and its answer brings the receipt', async () => {
  const id = await sentTo(SILENT_BOOKED)
  await waiting(id)
  await team.bank.control.advance(2)
  const answer = await sendNotice(team.vezne, key, { external_key: id, success: true })
  assert.equal(answer.status, 200, answer.text)
  await ended(id, 'completed')
  assert.match((await team.transfer(id)).receipt_no, /^SIM\d{12}$/)
  assert.deepEqual(await eventsOf(team.vezne, id), ['transfer.created', 'transfer.succeeded'])
})

test('a notification about a reversed attempt resolves nothing of the next one', async () => {
  const id = await sentTo(SILENT_NOTHING)
  await waiting(id)
  await team.vezne.moveClock(61_000)
  await until('the first attempt is taken back', async () => (await team.transfer(id)).retry_count === 1)
  await team.vezne.moveClock(3_000)
  await waiting(id, 2)
  for (const external_key of [id, attemptReference(id, 1)]) {
    const answer = await sendNotice(team.vezne, key, { external_key, success: true, additional_data: details(id) })
    assert.equal(answer.body.status, 'ignored', answer.text)
  }
  assert.equal((await team.transfer(id)).status, 'processing')
  const present = await sendNotice(team.vezne, key, {
    external_key: id,
    success: true,
    product_ref_no: 'TRF1',
    additional_data: details(id, { reference: attemptReference(id, 2) }),
  })
  assert.equal(present.body.status, 'accepted')
})

test('not executed, after it was delivered: noted in the history once, and no more', async () => {
  const id = await held()
  const notice = { external_key: id, success: false, error_description: 'Returned', additional_data: { code: '02' } }
  const at = Date.now()
  for (const _ of [1, 2]) assert.equal((await sendNotice(team.vezne, key, notice, { at })).body.status, 'ignored')
  const { status, history } = await team.transfer(id)
  assert.equal(status, 'delivered')
  const { occurred_at: _, ...last } = history.at(-1)
  assert.deepEqual(last, {
    previous_status: 'delivered',
    new_status: 'delivered',
    actor: null,
    bank_response_code: '02',
    bank_response_message: 'Returned',
    provider_transaction_id: null,
  })
  assert.equal(history.length, 5)
})

test('notifications, copies of them and inquiries at once: each transfer ends once, and the ledgers agree', async () => {
  const ids = (ready.get(HELD) ?? []).splice(0)
  assert.ok(ids.length >= 10)
  await team.send(ids)
  await team.untilStates(ids, ['delivered'])
  await team.bank.control.arm({ kind: 'notice_lost', match: { face: 'accounts', operation: 'notice' }, times: null })
  await Promise.all(ids.map((id) => atBank(id, 'complete')))
  const answers = await Promise.all([
    ...ids.flatMap((id) => [1, 2, 3].map(() => sendNotice(team.vezne, key, { external_key: id, success: true }))),
    team.vezne.moveClock(31_000),
  ])
  const statuses = answers.flatMap((answer) => (answer ? [answer.body.status] : []))
  assert.ok(
    statuses.every((status) => status === 'accepted' || status === 'duplicate'),
    String(statuses),
  )
  await team.untilStates(ids, ['completed'])
  for (const id of ids) {
    assert.deepEqual(await eventsOf(team.vezne, id), ['transfer.created', 'transfer.succeeded'])
    assert.deepEqual(await stepsOf(id), WHOLE_LIFE)
  }
  await team.bank.control.disarm()
  assert.deepEqual(await team.vezne.runtime.db.transaction({ as: 'platform' }, findDifferingBalances), [])
  const { reserved } = (await booksOf(team.vezne)).of(SOURCE) ?? {}
  const { total_count } = (await team.call('maker', 'GET', '/api/v1/transfers?status=processing')).body
  assert.equal(reserved, total_count * AMOUNT, 'what no inquiry has told the outcome of')
})
