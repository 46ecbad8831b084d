/** Transfers to stored recipients, accounts and cards: they reach the bank as they were when the transfer was made. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { taxIdSealingContext } from '../../src/transfers/model/tax-id-sealing.ts'
import { assertProblem } from '../support/problems.ts'
import { AYSE, CARD, IBANS, openReceivers } from '../support/receivers.ts'
import { booksOf, item, SOURCE, startTransferTeam, TENANT } from '../support/transfers.ts'
import { use } from '../support/use.ts'

const team = use(startTransferTeam)
let receivers: ReturnType<typeof openReceivers>
before(async () => {
  receivers = openReceivers(team.vezne)
})

const TAX_ID = '10000000146'
const rowOf = async <Row>(columns: string, id: string): Promise<Row> => {
  const [row] = await team.vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
    tx.query<Row>(`select ${columns} from transfers where tenant_id = $1 and id = $2`, [TENANT, id]),
  )
  return row as Row
}
const carryOut = async (ids: readonly string[]) => {
  await team.approve(ids)
  assert.equal((await team.send(ids)).status, 202)
  return team.untilStates(ids, ['completed', 'failed'])
}

test('by recipient, by account, by card token and by card: paid, and the cards’ one percent is posted', async () => {
  const opening = (await booksOf(team.vezne)).of(SOURCE)?.available ?? 0
  const payee = await receivers.recipient({ iban: IBANS.bankA, tax_id: TAX_ID })
  const account = await receivers.account(payee, { iban: IBANS.bankB, holder_name: 'Kaya Ltd' })
  const card = await receivers.account(payee, { card_details: { card_number: CARD } })
  const stored = await receivers.accountsOf(payee)
  const { card_token } = stored.find(({ id }) => id === card)
  const toCard = { transfer_type: 'credit_card', amount: { value: 10_050, currency_code: 'TRY' } }
  const ids = await team.create([
    item({ recipient: { recipient_id: payee } }),
    item({ recipient: { receiver_account_id: account }, transfer_type: 'eft' }),
    item({ recipient: { card_details: { card_token } }, ...toCard }),
    item({ recipient: { receiver_account_id: card }, ...toCard }),
    item({ recipient: { holder_name: 'Fatma Kaya', card_details: { card_number: CARD } }, ...toCard }),
  ])
  const done = await carryOut(ids)
  const seen = done.map((each) => [
    each.status,
    each.fee_amount,
    each.receiver_account.recipient_id,
    each.receiver_account.holder_name,
    each.receiver_account.iban,
    each.receiver_account.masked_card_no,
  ])
  const mask = '454671******7894'
  assert.deepEqual(seen, [
    ['completed', 0, payee, 'Fatma Kaya', IBANS.bankA, null],
    ['completed', 0, payee, 'Kaya Ltd', IBANS.bankB, null],
    ['completed', 101, payee, 'Fatma Kaya', null, mask],
    ['completed', 101, payee, 'Fatma Kaya', null, mask],
    ['completed', 101, null, 'Fatma Kaya', null, mask],
  ])
  const books = (await booksOf(team.vezne)).of(SOURCE)
  assert.equal(books?.available, opening - 2 * 12_345 - 3 * (10_050 + 101))
  assert.equal(books?.reserved, 0)
  const keys = await Promise.all(ids.slice(2).map((id) => rowOf<{ receiver_key: string }>('receiver_key', id)))
  assert.equal(new Set(keys.map(({ receiver_key }) => receiver_key)).size, 1, 'the same card under any name')
  const found = await team.call('maker', 'GET', `/api/v1/transfers?recipient_id=${payee}`)
  assert.equal(found.body.total_count, 4)
  const { tax_id_sealed } = await rowOf<{ tax_id_sealed: Buffer }>('tax_id_sealed', ids[1] as string)
  const { sealer } = team.vezne.runtime
  assert.equal(await sealer.open(TENANT, taxIdSealingContext('transfers', ids[1] as string), tax_id_sealed), TAX_ID)
  const exchanges = await team.vezne.runtime.db.transaction({ of: TENANT }, (tx) =>
    tx.query<{ all: string }>('select l::text as all from api_request_logs l where tenant_id = $1', [TENANT]),
  )
  assert.ok(exchanges.some(({ all }) => all.includes('454671******7894')))
  for (const { all } of exchanges) assert.doesNotMatch(all, new RegExp(`${TAX_ID}|${CARD}`))
})

test('what is changed or deleted afterwards does not move a transfer that is made', async () => {
  const payee = await receivers.recipient({ iban: IBANS.bankA, tax_id: TAX_ID })
  const card = await receivers.account(payee, { card_details: { card_number: CARD } })
  const ids = await team.create([
    item({ recipient: { recipient_id: payee } }),
    item({ recipient: { receiver_account_id: card }, transfer_type: 'credit_card' }),
  ])
  const moved = { holder_name: 'Fatma Kaya', iban: 'TR320090100000000000009003' }
  assert.equal((await receivers.call('PUT', `/recipients/${payee}`, moved)).status, 200)
  assert.equal((await receivers.call('DELETE', `/recipients/${payee}`)).status, 200)
  const done = await carryOut(ids)
  assert.deepEqual(
    done.map(({ status, receiver_account }) => [status, receiver_account.iban, receiver_account.masked_card_no]),
    [
      ['completed', IBANS.bankA, null],
      ['completed', null, '454671******7894'],
    ],
  )
})

test('an Idempotency-Key makes the whole call once, however often and however fast it comes', async () => {
  const headers = { 'idempotency-key': 'bulk-1' }
  const body = { items: [item({ external_id: 'ONCE', recipient: { recipient_id: AYSE } }), item()] }
  const create = (sent: object) => team.call('maker', 'POST', '/api/v1/transfers/bulk/create', sent, headers)
  const answers = await Promise.all([create(body), create(body), create(body)])
  const first = answers.find(({ status }) => status === 201)
  assert.ok(first, answers[0]?.text)
  const again = await create(body)
  assert.deepEqual([again.status, again.text], [201, first.text])
  assert.equal(again.headers['idempotent-replayed'], 'true')
  for (const { status, text } of answers) assert.ok(status === 409 || text === first.text, text)
  const other = await create({ items: [item()] })
  assert.equal(other.status, 409, other.text)
  const found = await team.call('maker', 'GET', '/api/v1/transfers?external_id=ONCE')
  assert.equal(found.body.total_count, 1)
})

test('a body up to 4 MiB is read; beyond that it is refused unread, with its limit', async () => {
  const text = JSON.stringify({ items: [item()] })
  const send = (path: string, bytes: number) =>
    team.call('maker', 'POST', `/api/v1${path}`, text + ' '.repeat(bytes - Buffer.byteLength(text)), {
      'content-type': 'application/json',
    })
  const MIB = 1024 * 1024
  const most = await send('/transfers/bulk/create', 4 * MIB)
  assert.equal(most.status, 201, most.text)
  assertProblem(await send('/transfers/bulk/create', 4 * MIB + 1), 'payload_too_large', /4194304/)
  assertProblem(await send('/validation/iban', MIB + 1), 'payload_too_large', /1048576/)
})
