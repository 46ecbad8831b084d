/** Three people for each transfer, however it is tried, and the account an approval names instead. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { LOAD_TENANT, RECEIVERS, startLoadTeam } from '../support/load-team.ts'
import { use } from '../support/use.ts'

const team = use(startLoadTeam)

const makeSome = (count: number, change: object = {}): Promise<string[]> =>
  team.create(Array.from({ length: count }, () => team.item(RECEIVERS.completes, change)))

test('an approval may name another account to pay from, if it could have been named at first', async () => {
  const [other] = await team.rows(
    `insert into source_accounts (tenant_id, id, configuration_id, bank_code, holder_name, iban, currency, extra, created, last_modified)
     select tenant_id, gen_random_uuid(), configuration_id, '00902', holder_name, 'TR350090200000000000200001', currency,
       '{"single_transfer_limit":"20000"}', now(), now() from source_accounts where id = $1 returning id`,
    [team.source.id],
  )
  const approve = async (change: object): Promise<string> => {
    const [id] = await makeSome(1, change)
    const transfers = [{ transfer_id: id, connector_account_id: other.id }]
    const { status, body } = await team.bulk('checker', 'approve', { transfers })
    const [row] = await team.rows(
      'select status, source_account_id, requested_account_id from transfers where id = $1',
      [id],
    )
    assert.equal(row.requested_account_id, team.source.id)
    assert.equal(row.source_account_id, status === 200 ? other.id : team.source.id)
    return status === 200 ? row.status : `${row.status} ${body.code} ${/\((\w+)\)/.exec(body.detail)?.[1]}`
  }
  assert.equal(await approve({}), 'approved')
  assert.equal(
    await approve({ amount: { value: 20_001, currency_code: 'TRY' } }),
    'pending source_account_not_found single_transfer_limit_exceeded',
  )
  const within = { transfer_type: 'remittance' }
  assert.equal(await approve(within), 'pending source_account_not_found iban_not_eligible')
  const number = { ...within, recipient: { account_number: '100001', holder_name: 'Ayşe' } }
  assert.equal(await approve(number), 'pending source_account_not_found unsupported_transfer_type')
  await team.rows('update source_accounts set is_active = false where id = $1', [other.id])
  assert.equal(await approve({}), 'pending source_account_not_found source_account_inactive')
})

test('four eyes, in every combination: own items are skipped, others continue, and no one approves their own', async () => {
  const create = (as: 'checker' | 'admin', count: number) =>
    team.bulk(as, 'create', { items: Array.from({ length: count }, () => team.item(RECEIVERS.completes)) })
  const own: string[] = (await create('checker', 20)).body.transfers.map(({ id }: { id: string }) => id)
  const others = await makeSome(5)
  const tries: [how: string, answer: Answer][] = [
    ['directly', await team.bulk('checker', 'approve', { transfer_ids: own })],
    ['rejected', await team.bulk('checker', 'reject', { transfer_ids: own })],
    [
      'naming an account to pay from',
      await team.bulk('checker', 'approve', {
        transfers: own.map((id) => ({ transfer_id: id, connector_account_id: team.source.id })),
      }),
    ],
    ['written in capitals', await team.bulk('checker', 'approve', { transfer_ids: own.map((id) => id.toUpperCase()) })],
  ]
  const { client_id, client_secret } = team.vezne.demo.tenants.find(({ slug }) => slug === 'tenant-load')!.clients
    .checker as { client_id: string; client_secret: string }
  const second = await team.vezne.request('identity', 'POST', '/api/v1/auth/tenant-load/token', {
    body: { client_id, client_secret },
  })
  tries.push([
    'with another token',
    await team.vezne.request('transfers', 'POST', '/api/v1/transfers/bulk/approve', {
      token: second.body.access_token,
      body: { transfer_ids: own },
      headers: { 'x-tenant-id': LOAD_TENANT },
    }),
  ])
  for (const [how, { status, body }] of tries) assert.deepEqual([status, body.code], [422, 'four_eyes_violation'], how)
  for (const answer of await Promise.all(own.map((id) => team.bulk('checker', 'approve', { transfer_ids: [id] }))))
    assert.equal(answer.body.code, 'four_eyes_violation', 'at once')
  const mixed = await team.bulk('checker', 'approve', { transfer_ids: [...own, ...others] })
  assert.deepEqual([mixed.status, mixed.body.total_approved, mixed.body.skipped.length], [200, 5, 20])
  assert.deepEqual(
    new Set(mixed.body.skipped.map(({ reason }: { reason: string }) => reason)),
    new Set(['four_eyes_violation']),
  )
  const made: string[] = (await create('admin', 3)).body.transfers.map(({ id }: { id: string }) => id)
  assert.equal((await team.bulk('admin', 'approve', { transfer_ids: made })).body.code, 'four_eyes_violation')
  await team.bulk('checker', 'approve', { transfer_ids: made })
  assert.equal((await team.bulk('admin', 'send', { transfer_ids: made })).body.code, 'four_eyes_violation')
  const [alone] = await team.rows('select count(*)::int as n from transfers where created_by in (approved_by, sent_by)')
  assert.equal(alone.n, 0)
})

test('each step of each transfer is in the audit log with its actor', async () => {
  const ids = await makeSome(3)
  await team.bulk('checker', 'approve', { transfer_ids: ids.slice(0, 2) })
  await team.bulk('checker', 'reject', { transfer_ids: ids.slice(2) })
  await team.bulk('sender', 'send', { transfer_ids: ids.slice(0, 1) })
  await team.settle()
  const rows = await team.rows(
    `select to_jsonb(a) as entry from audit_log a where tenant_id = $1 and actor is not null`, // banks notify, too
    [LOAD_TENANT],
  )
  const of = (id: string) => rows.filter(({ entry }) => JSON.stringify(entry).includes(id))
  assert.deepEqual(
    ids.map((id) => of(id).length),
    [3, 2, 2],
  )
})
