/** Channels of monitors against people who mean harm: the tenant next door, an insider who leads a chat elsewhere, addresses that are none. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monitorsOf } from '../support/monitors.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()
const monitors = monitorsOf(() => shop.vezne)
const OTHER = 'tenant-demo'

test('a channel is nobody else’s: another tenant and the platform find none with its id', async () => {
  const { id } = await monitors.add({ name: 'Ours' })
  for (const realm of [OTHER, 'master']) {
    const change = { name: 'Theirs', language: 'en' }
    for (const [method, path, body] of [
      ['GET', `/channels/${id}`],
      ['PUT', `/channels/${id}`, change],
      ['POST', `/channels/${id}/test`],
      ['DELETE', `/channels/${id}`],
    ] as const)
      assert.equal((await monitors.call(method, path, body, realm)).status, 404, `${realm} ${method}`)
    const list = (await monitors.call('GET', '/channels', undefined, realm)).body.items
    assert.ok(!list.some((each: { id: string }) => each.id === id))
  }
})

test('the audit log says that an address was changed, also where the part that is shown stays', async () => {
  const { id, secret } = await monitors.add({ kind: 'slack', name: 'Chat', address: `${monitors.target.origin}/one` })
  assert.equal(secret, null)
  const changed = await monitors.call('PUT', `/channels/${id}`, {
    name: 'Chat',
    language: 'en',
    address: `${monitors.target.origin}/another`,
  })
  assert.equal(changed.status, 200, changed.text)
  const renamed = await monitors.call('PUT', `/channels/${id}`, { name: 'Chat of the night', language: 'en' })
  assert.equal(renamed.status, 200, renamed.text)
  const entries = await shop.rows(
    'select before, after from audit_log where target_id = $1 and before is not null order by seq',
    [id],
  )
  assert.deepEqual(
    entries.map(({ after }) => JSON.parse(after).address_changed),
    [true, undefined],
  )
  assert.doesNotMatch(JSON.stringify(entries), /another/)
})

for (const address of [
  'a\u0000b@shop.example',
  'a\u0007b@shop.example',
  'a\u202eb@shop.example',
  'a@b\r\nBcc: c@d.example',
])
  test(`refused: the mailbox ${JSON.stringify(address)}`, async () => {
    const answer = await monitors.call('POST', '/channels', { name: 'No', kind: 'mail', language: 'en', address })
    assert.deepEqual([answer.status, answer.body.code], [400, 'bad_request'], answer.text)
  })

test('the secret of a channel is in the answer of its creation alone, which nobody stores, and nowhere in the clear in the database', async () => {
  const create = async () =>
    shop.vezne.request('identity', 'POST', '/api/v1/monitors/channels', {
      token: await shop.vezne.token('admin', 'tenant-load'),
      headers: { 'idempotency-key': 'one-channel' },
      body: { name: 'Once', kind: 'webhook', language: 'en', address: `${monitors.target.origin}/hidden-path` },
    })
  const made = await create()
  assert.equal(made.status, 201, made.text)
  const { id, secret } = made.body
  assert.ok(secret.length > 20)
  assert.equal(made.headers['cache-control'], 'no-store')
  assert.equal((await create()).body.secret, secret) // kept sealed for whoever lost the answer
  for (const path of ['/channels', `/channels/${id}`])
    assert.doesNotMatch((await monitors.call('GET', path)).text, new RegExp(`${secret}|hidden-path`))
  for (const table of ['monitor_channels', 'audit_log', 'monitor_messages', 'idempotency_keys']) {
    const [row] = await shop.rows(`select string_agg(t::text, ' ') as all from ${table} t`, [])
    assert.ok(!row.all?.includes(secret) && !row.all?.includes('hidden-path'), table)
  }
})
