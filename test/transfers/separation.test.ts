/** transfers.separation, and who counts as a maker: also the last person to set the target or the source account (docs/interface/requests.md#four-eyes). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { type Person, RECEIVERS, startLoadTeam } from '../support/load-team.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { use } from '../support/use.ts'

const REALM = 'tenant-load'
const team = use(startLoadTeam)

const bulk = (as: Person, verb: 'approve' | 'reject' | 'send', ...ids: string[]): Promise<Answer> =>
  team.bulk(as, verb, { transfer_ids: ids })
const dataOf = (answer: Answer): string => {
  assert.ok(answer.status < 300, answer.text)
  return answer.body.data
}
const isRefused = async (answer: Promise<Answer>): Promise<void> => assertProblem(await answer, 'four_eyes_violation')
const isTaken = async (answer: Promise<Answer>): Promise<void> => {
  const { status, text } = await answer
  assert.ok(status < 300, text)
}
/** Whether the transfer is among those that wait for this person. */
const waits = async (as: Person, id: string): Promise<boolean> => {
  const { items, total_count } = (await team.call(as, 'GET', '/transfers?waits_for=me&page_size=100')).body
  assert.equal(items.length, total_count)
  return items.some((transfer: { id: string }) => transfer.id === id)
}
const to = async (receiver_account_id: string): Promise<string> =>
  (await team.create([team.item('', { recipient: { receiver_account_id } })]))[0] as string

test('by default the approver may send; three persons hold for what was made under them and from then on', async () => {
  const [first, early] = await team.create([team.item(RECEIVERS.completes), team.item(RECEIVERS.completes)])
  await isTaken(bulk('checker', 'approve', first as string, early as string))
  await isTaken(bulk('checker', 'send', first as string))
  const setting = (body: object, method = 'POST', id = ''): Promise<Answer> =>
    team.call('admin', method, `/settings${id}`, body)
  const key = { key: 'transfers.separation', scope: 'tenant' }
  assertProblem(await setting({ ...key, value: 'two_and_a_half' }), 'validation_failed')
  const id = dataOf(await setting({ ...key, value: 'three_persons' }))
  await isRefused(bulk('checker', 'send', early as string))
  const [late] = await team.create([team.item(RECEIVERS.completes)])
  await isTaken(bulk('checker', 'approve', late as string))
  // A lone administrator cannot talk himself out of what bound the transfer when it was made.
  const loosened = { ...key, value: 'creator_approver' }
  await isTaken(setting(loosened, 'PUT', `/${id}`))
  await isRefused(bulk('checker', 'send', late as string))
  // Nor can one person loosen it: three persons are required until a second one confirms.
  await isRefused(bulk('checker', 'send', early as string))
  const [meanwhile] = await team.create([team.item(RECEIVERS.completes)])
  await isTaken(bulk('checker', 'approve', meanwhile as string))
  assertProblem(await setting(loosened, 'PUT', `/${id}`), 'four_eyes_violation')
  await isTaken(team.call('checker', 'PUT', `/settings/${id}`, loosened))
  for (const made of [late, meanwhile]) await isRefused(bulk('checker', 'send', made as string))
  await isTaken(bulk('sender', 'send', late as string))
  await isTaken(bulk('checker', 'send', early as string))
})

test('a person who changes the receiver’s account neither approves nor sends, before or after the transfer was made', async () => {
  const recipient_id = dataOf(await team.call('maker', 'POST', '/recipients', { holder_name: 'Ayşe Yılmaz' }))
  const account = (iban: string, changes: object = {}) => ({ recipient_id, iban, ...changes })
  const id = dataOf(await team.call('maker', 'POST', '/receiveraccounts', account(RECEIVERS.completes)))
  const put = (as: Person, body: object) => team.call(as, 'PUT', `/receiveraccounts/${id}`, body)
  const before = await to(id)
  assert.deepEqual([await waits('maker', before), await waits('checker', before)], [false, true])
  await isTaken(put('checker', account(RECEIVERS.delivered)))
  await isRefused(bulk('checker', 'approve', before))
  assert.deepEqual([await waits('checker', before), await waits('sender', before)], [false, true])
  // Another person's unrelated change does not release him.
  await isTaken(put('sender', account(RECEIVERS.delivered, { description: 'rent' })))
  const later = await to(id)
  await isRefused(bulk('checker', 'reject', later))
  await isTaken(bulk('sender', 'approve', later, before))
  for (const transfer of [later, before]) await isRefused(bulk('checker', 'send', transfer))
  assert.deepEqual([await waits('checker', later), await waits('sender', later)], [false, true], 'to be sent')
  // Another one who changes it replaces him for new transfers; earlier transfers keep him.
  await isTaken(put('admin', account(RECEIVERS.completes)))
  await isRefused(bulk('checker', 'send', later))
  const fresh = await to(id)
  await isTaken(bulk('checker', 'approve', fresh))
  await isRefused(bulk('admin', 'send', fresh))
  await assert.rejects(
    team.rows(
      `update transfers set status = 'processing', sent_by = 'cid_test_load_admin', sent_at = now(),
         history = history || '[{"to": "processing"}]' where id = $1`,
      [fresh],
    ),
    { code: '23514', message: /whoever made it does not send/ },
  )
})

test('the default account of a recipient, and the IBAN of the recipient itself, count the same', async () => {
  const body = { holder_name: 'Ayşe Yılmaz', iban: RECEIVERS.completes }
  const id = dataOf(await team.call('maker', 'POST', '/recipients', body))
  await isTaken(team.call('checker', 'PUT', `/recipients/${id}`, { ...body, iban: RECEIVERS.delivered }))
  const [transfer] = await team.create([team.item('', { recipient: { recipient_id: id } })])
  await isRefused(bulk('checker', 'approve', transfer as string))
  const other = { recipient_id: id, iban: RECEIVERS.completes }
  const second = dataOf(await team.call('maker', 'POST', '/receiveraccounts', other))
  await isTaken(team.call('sender', 'PUT', `/receiveraccounts/${second}`, { ...other, is_default: true }))
  const [redirected] = await team.create([team.item('', { recipient: { recipient_id: id } })])
  await isRefused(bulk('sender', 'approve', redirected as string))
  await isTaken(bulk('checker', 'approve', redirected as string))
})

test('the person who bound the source account neither approves nor sends its transfers, also when the approval names it', async () => {
  const [account] = (await team.call('admin', 'GET', '/connectoraccounts')).body.data.items
  const binding = {
    connector_configuration_id: account.connector_configuration_id,
    bank_id: account.bank_id,
    holder_name: 'Demo Ticaret',
    account_number: '7700001',
    currency: 'TRY',
  }
  const bound = dataOf(await team.call('checker', 'POST', '/connectoraccounts', binding))
  const item = { ...team.item(RECEIVERS.completes), source_account_id: bound }
  const [transfer] = await team.create([item])
  await isRefused(bulk('checker', 'approve', transfer as string))
  await isTaken(bulk('sender', 'approve', transfer as string))
  await isRefused(bulk('checker', 'send', transfer as string))
  const [other] = await team.create([team.item(RECEIVERS.completes)])
  const named = { transfers: [{ transfer_id: other, connector_account_id: bound }] }
  await isRefused(team.bulk('checker', 'approve', named))
  await isTaken(team.bulk('sender', 'approve', named))
})

test('no one decides the alert of his own payment or transfer; the analyst does', async () => {
  const fraud = async (token: string, method: string, path: string): Promise<Answer> =>
    team.vezne.request('fraud', method, `/api/v1/fraud${path}`, { token })
  const admin = await team.vezne.token('admin', REALM)
  for (const process of ['sanal_pos', 'para_transferi']) {
    const rule = {
      code: 'ALL',
      name: 'All',
      type: 'custom',
      expression_json: '{"==":[1,1]}',
      action: 'review',
      process,
    }
    const body = { ...rule, priority: 1 }
    await isTaken(team.vezne.request('fraud', 'POST', '/api/v1/fraud/rules', { token: admin, body }))
  }
  const paid = await team.vezne.request('cards', 'POST', '/api/v1/payments', { token: admin, body: paymentBody() })
  const made = await team.bulk('admin', 'create', { items: [team.item(RECEIVERS.completes)] })
  const key = await team.vezne.request('identity', 'POST', '/api/v1/tenants/me/api-keys', {
    token: admin,
    body: { display_name: 'Second', roles: ['fraud-analyst'] },
  })
  const signedIn = await team.vezne.request('identity', 'POST', `/api/v1/auth/${REALM}/token`, {
    body: { client_id: key.body.api_key.client_id, client_secret: key.body.secret },
    from: 9,
  })
  const alerts = (await fraud(admin, 'GET', '/alerts?status=open')).body.items
  for (const id of [paid.body.transaction_id, made.body.transfers[0].id]) {
    const alert = alerts.find(({ external_txn_id }: { external_txn_id: string }) => external_txn_id === id)
    for (const token of [admin, signedIn.body.access_token])
      for (const verb of ['approve', 'reject']) await isRefused(fraud(token, 'POST', `/alerts/${alert.id}/${verb}`))
    await assert.rejects(
      team.rows(
        `update fraud_alerts set status = 'approved', reviewed_by = $2, assigned_to = $2, reviewed_at = now() where id = $1`,
        [alert.id, key.body.api_key.client_id],
      ),
      { code: '23514' },
    )
    const platform = await team.vezne.token('admin', 'master')
    const path = `/api/v1/platform/fraud/alerts/${alert.id}/reject`
    await isTaken(team.vezne.request('fraud', 'POST', path, { token: platform }))
  }
})
