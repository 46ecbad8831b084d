/** Who vouches for a bank's file: by its way, or a second person; and which file of a day counts. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { receiveFolder } from '../../src/reconciliations/watched-folder/receive-folder.ts'
import { callsOf, type Key, makeColleague, makeKey } from '../support/colleagues.ts'
import { assertProblem } from '../support/problems.ts'
import { makeScratch } from '../support/scratch.ts'
import { change } from '../support/tokens.ts'
import { type BankRow, bankDay } from './bank-day.ts'
import { NEVER_CALLED, openReconcilingShop } from './reconciling-shop.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Row = any

const PATH = '/reconciliations'
const { shop, sendFile, sell, referenceOf, apart } = await openReconcilingShop()
const { vezne } = shop
after(() => vezne.stop())

const [sender, second, third] = [
  await makeColleague(vezne, ['pos-admin']),
  await makeColleague(vezne, ['pos-admin']),
  await makeColleague(vezne, ['pos-admin']),
] as [Key, Key, Key]
const as = (key: Key) => callsOf(vezne, key)

let number = 100
const fileOf = (gross: number, nr = ++number, currency = 'EUR') =>
  bankDay({ rows: [{ order: 'O-1', id: `T-${nr}`, gross }], at: vezne.runtime.clock.ms(), number: nr, currency })
type File = ReturnType<typeof fileOf>
const send = async ({ file, query }: File, key?: Key): Promise<Row> => {
  const answer = await sendFile(file, query, key?.token)
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}
const confirm = (id: string, key: Key) => as(key)('POST', `${PATH}/files/${id}/confirm`)
const reject = (id: string, key: Key, body?: object) => as(key)('POST', `${PATH}/files/${id}/reject`, body)
const finalize = (id: string, key: Key) => as(key)('POST', `${PATH}/${id}/finalize`, { force_partial: true })
const readFile = async (id: string): Promise<Row> => {
  const { body } = await as(second)('GET', `${PATH}/files?page_size=100`)
  return body.items.find((each: Row) => each.id === id)
}
const stateOf = async (id: string): Promise<string> =>
  (await shop.rows('select overall_status from reconciliations where id = $1', [id]))[0].overall_status

const folder = makeScratch('vezne-vouching-')
mkdirSync(join(folder, 'tenant-load'))
const { runtime } = vezne
const services = { ...NEVER_CALLED, runtime, db: runtime.db, clock: runtime.clock, findCommissions: async () => [] }
const byFolder = async ({ file, sha256 }: File): Promise<Row> => {
  writeFileSync(join(folder, 'tenant-load', 'day.csv'), file)
  writeFileSync(join(folder, 'tenant-load', 'day.csv.sha256'), sha256)
  await receiveFolder(services, folder)
  const [row] = await shop.rows(
    `select id, status, origin from bank_files where sha256 = $1 and status in ('loading', 'taken')`,
    [hash('sha256', file)],
  )
  return row
}

test('a person’s file waits: it is listed for others, nobody finalizes it, and what else it says is followed up once a second person confirms it', async () => {
  await apart()
  const sold = await sell(20_000)
  const order = `V${sold.replaceAll('-', '')}01`
  const rows: BankRow[] = [{ order, id: 'CB-1', gross: -20_000, kind: 'CHARGEBACK' }]
  const day = bankDay({ rows, at: runtime.clock.ms(), number: ++number })
  const taken = await send(day, sender)
  assert.deepEqual([taken.origin, taken.status, taken.confirmed_by], ['person', 'waiting', null])
  const followUp = () => shop.rows('select follow_up from reconciliations where id = $1', [taken.reconciliation_id])
  assert.deepEqual(await followUp(), [{ follow_up: 'chargebacks' }])
  const read = await as(sender)('GET', `${PATH}/${taken.reconciliation_id}`)
  assert.equal(read.body.waiting_files, 1)
  for (const key of [sender, second, third]) {
    const refused = await assertProblem(await finalize(taken.reconciliation_id, key), 'invalid_state_transition')
    assert.match(refused.detail, new RegExp(`Nobody vouches for file ${number} .*files/${taken.id}/confirm`))
  }
  const waiting = async (key: Key): Promise<string[]> =>
    (await as(key)('GET', `${PATH}/files?waits_for=me&page_size=100`)).body.items.map(({ id }: Row) => id)
  assert.equal((await waiting(sender)).includes(taken.id), false)
  assert.equal((await waiting(second)).includes(taken.id), true)
  await assertProblem(await confirm(taken.id, sender), 'four_eyes_violation')
  const operator = await makeColleague(vezne, ['pos-operator'])
  await assertProblem(await confirm(taken.id, operator), 'forbidden')
  assert.equal((await sendFile(day.file, day.query, operator.token)).status, 403)

  const confirmed = await confirm(taken.id, second)
  assert.deepEqual(
    [confirmed.status, confirmed.body.status, confirmed.body.confirmed_by],
    [200, 'taken', second.clientId],
  )
  assert.deepEqual(await followUp(), [{ follow_up: 'done' }])
  await assertProblem(await confirm(taken.id, third), 'invalid_state_transition')
  assert.equal((await finalize(taken.reconciliation_id, sender)).status, 200)
  await assertProblem(await reject(taken.id, second), 'conflict')
})

test('the database keeps it: the sender confirms nothing, and a waiting file closes nothing, whoever sends the statement', async () => {
  const taken = await send(fileOf(500), sender)
  for (const sql of [
    `update bank_files set confirmed_by = taken_by, confirmed_people = sent_people, confirmed_at = now() where id = $1`,
    `update bank_files set sent_people = '{somebody}' where id = $1`,
    `update reconciliations set closing_as = 'completed' where id = (select reconciliation_id from bank_files where id = $1)`,
  ])
    await assert.rejects(shop.own(sql, [taken.id]), { code: '23514' }, sql)
})

test('a key that sends files and nothing else speaks for the bank once a second person has confirmed it; its maker does not finalize alone', async () => {
  const role = 'reconciliation-uploader'
  const table: [roles: string[], marks: string, origin: string][] = [
    [[role], 'changed_people = null, needs_confirmation = false', 'machine'],
    [[role, 'pos-viewer'], 'changed_people = null, needs_confirmation = false', 'person'],
    [[role], 'needs_confirmation = true', 'person'],
    [[role], `changed_people = '{somebody}', needs_confirmation = false`, 'person'], // nobody else was there to confirm it
  ]
  for (const [roles, marks, origin] of table) {
    const key = await makeKey(vezne, roles)
    await change(vezne, `update clients set ${marks}, accountable = array[client_id, $2] where id = $1`, [
      key.id,
      sender.clientId,
    ])
    const taken = await send(fileOf(500), key)
    assert.deepEqual([taken.origin, taken.status], [origin, origin === 'machine' ? 'taken' : 'waiting'], marks)
    if (origin !== 'machine') continue
    await assertProblem(await finalize(taken.reconciliation_id, sender), 'four_eyes_violation')
    assert.equal((await confirm(taken.id, second)).status, 200)
    assert.equal((await finalize(taken.reconciliation_id, sender)).status, 200)
  }
  const alone = await makeColleague(vezne, [role])
  const asked: [method: string, path: string, body?: object][] = [
    ['GET', PATH],
    ['GET', `${PATH}/files`],
    ['POST', '/payments', {}],
    ['GET', '/transactions'],
  ]
  for (const [method, path, body] of asked) assert.equal((await as(alone)(method, path, body)).status, 403, path)
})

test('a genuine file is never refused because a forged one came first, in either order and at once', async () => {
  for (const way of ['machine', 'folder'] as const) {
    const nr = ++number
    const [forged, genuine] = [fileOf(1, nr), fileOf(600, nr)]
    const first = await send(forged, sender)
    const came = way === 'folder' ? await byFolder(genuine) : await send(genuine)
    assert.deepEqual([came.status, came.origin], ['taken', way])
    const aside = await readFile(first.id)
    assert.deepEqual(
      [aside.status, aside.replaced_by, await stateOf(first.reconciliation_id)],
      ['replaced', came.id, 'cancelled'],
    )
    await assertProblem(await confirm(first.id, second), 'invalid_state_transition')
    await assertProblem(await sendFile(forged.file, forged.query, sender.token), 'conflict')
  }
  // Two that people sent wait beside each other; the one that is confirmed stays.
  const nr = ++number
  const [forged, genuine] = [await send(fileOf(1, nr), sender), await send(fileOf(700, nr), second)]
  assert.equal((await confirm(genuine.id, third)).status, 200)
  assert.deepEqual([(await readFile(forged.id)).status, (await readFile(genuine.id)).status], ['replaced', 'taken'])
  await assertProblem(await confirm(forged.id, third), 'invalid_state_transition')

  for (let round = 0; round < 4; round++) {
    const both = ++number
    const [bad, good] = [fileOf(2, both), fileOf(800, both)]
    const sent = await send(bad, sender)
    const answers = await Promise.all([sendFile(good.file, good.query), confirm(sent.id, second)])
    const counting = await shop.rows(
      `select id from bank_files where number = $1 and status = 'taken' and is_file_vouched(bank_files)`,
      [both],
    )
    assert.equal(counting.length, 1, answers.map(({ text }) => text).join())
    for (const { status, text } of answers) assert.ok([200, 201, 409].includes(status), text)
  }
})

test('one that counts is rejected by two people, and its day is free for another file, and for the same; a key’s file gives way to the folder’s', async () => {
  const nr = ++number
  const [one, other] = [fileOf(1, nr), fileOf(900, nr)]
  const byKey = await send(one)
  await assertProblem(await sendFile(other.file, other.query), 'conflict')
  const waiting = await send(fileOf(2, nr + 1_000), sender)
  assert.equal((await reject(waiting.id, sender)).body.status, 'rejected') // nothing it says counts
  const asked = await reject(byKey.id, second, { reason: 'not the bank’s' })
  assert.deepEqual(
    [asked.status, asked.body.status, asked.body.awaits, asked.body.asked_by],
    [200, 'taken', 'rejection', second.clientId],
    asked.text,
  )
  assert.equal(await stateOf(byKey.reconciliation_id), 'in_review')
  const listed = async (key: Key): Promise<boolean> =>
    (await as(key)('GET', `${PATH}/files?waits_for=me&page_size=100`)).body.items.some(({ id }: Row) => id === byKey.id)
  assert.deepEqual([await listed(second), await listed(third)], [false, true])
  await assertProblem(await reject(byKey.id, second), 'four_eyes_violation')
  const alone = `update bank_files set status = 'rejected', withdrawn_by = $2, withdrawn_at = now() where id = $1`
  await assert.rejects(shop.own(alone, [byKey.id, second.clientId]), /rejected by two/)
  const rejected = await reject(byKey.id, third)
  assert.deepEqual(
    [rejected.status, rejected.body.status, rejected.body.reason, rejected.body.withdrawn_by],
    [200, 'rejected', 'not the bank’s', third.clientId],
    rejected.text,
  )
  assert.equal(await stateOf(byKey.reconciliation_id), 'cancelled')
  await assertProblem(await reject(byKey.id, second), 'invalid_state_transition')
  const again = await send(one)
  assert.notEqual(again.id, byKey.id)
  const left = await byFolder(other)
  assert.deepEqual([left.status, (await readFile(again.id)).status], ['taken', 'replaced'])
})

test('the same bytes by a way that is worth more are worth more from then on', async () => {
  const file = fileOf(1_000)
  const first = await send(file, sender)
  assert.equal(first.status, 'waiting')
  const again = await send(file)
  assert.deepEqual([again.id, again.status, again.origin], [first.id, 'taken', 'machine'])
  await assertProblem(await finalize(first.reconciliation_id, sender), 'four_eyes_violation') // he had it in hand first
  assert.equal((await byFolder(file)).origin, 'folder')
  assert.equal((await finalize(first.reconciliation_id, sender)).status, 200)
})

test('rows of a waiting file cost their whole amount, and its sender is no second person', async () => {
  await apart()
  const id = await sell(300_000)
  const rows = [{ order: `V${id.replaceAll('-', '')}01`, id: await referenceOf(id), gross: 299_999 }]
  const day = bankDay({ rows, at: runtime.clock.ms(), number: ++number })
  const taken = await send(day, sender)
  const details = (await as(sender)('GET', `${PATH}/${taken.reconciliation_id}`)).body.details
  const row = details.find((each: Row) => each.bank_amount === 299_999)
  const path = `${PATH}/${taken.reconciliation_id}/details/${row.id}/resolve`
  const body = { action: 'ignore', remarks: 'a lira less' }
  const first = await as(second)('POST', path, body)
  assert.deepEqual([first.body.detail_status, first.body.awaiting_action], ['pending', 'ignore'], first.text)
  await assertProblem(await as(sender)('POST', path, body), 'four_eyes_violation')
  await assertProblem(await as(second)('POST', path, body), 'four_eyes_violation')
  assert.equal((await as(third)('POST', path, body)).body.detail_status, 'ignored')
})
