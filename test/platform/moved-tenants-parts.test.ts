/** A tenant moves while a shard writes a part of its tables again: the part has then what the copy brought, and nothing of before. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { LOCAL_ROWS } from '../../src/app/shards/local-rows.ts'
import { newClient, type ServerClient } from '../../src/infra/database/server-connection.ts'
import { closeTenant } from '../../src/infra/database/shards/move/close-on-shard.ts'
import { copyTenant, dropTenantRows } from '../../src/infra/database/shards/move/copy-tenant.ts'
import { keepPartitions } from '../support/kept-partitions.ts'
import { paymentBody } from '../support/payments.ts'
import { type MadeTenant, makeTenant, tokenOf } from '../support/tenants.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import { useVezne } from '../support/vezne.ts'

const DAY_MS = 86_400_000
const PATIENCE_MS = 30_000
// The program's own job, at its minute, finds nothing that is old enough.
const vezne = useVezne({ shards: 2, env: { VEZNE_KEEP_BODIES_MONTHS: '60' } })
const owners = use(async () => {
  const clients = vezne.shardUrls.map((url) => newClient(url))
  for (const client of clients) await client.connect()
  const [first, second] = clients as [ServerClient, ServerClient]
  return { first, second, stop: async () => void (await Promise.all(clients.map((client) => client.end()))) }
})

const makePayer = async (): Promise<MadeTenant> => {
  const tenant = await makeTenant(vezne, { shard: 0 })
  const token = await tokenOf(vezne, tenant, ['tenant-admin', 'pos-admin'])
  const merchant = { token, body: { name: 'Shop', external_id: 'M-1' } }
  assert.equal((await vezne.request('identity', 'POST', '/api/v1/merchants', merchant)).status, 201)
  const paid = await vezne.request('cards', 'POST', '/api/v1/payments', {
    token,
    body: paymentBody(),
    headers: { 'x-external-merchant-id': 'M-1', 'idempotency-key': randomUUID() },
  })
  assert.equal(paid.status, 200, paid.text)
  return tenant
}
/** The months until now are over, on both shards. */
const passMonths = async (): Promise<void> => {
  await vezne.moveClock(150 * DAY_MS)
  const offset = async (owner: ServerClient) => (await owner.query('select offset_ms from platform_clock')).rows
  const moved = JSON.stringify(await offset(owners.first))
  await until('the other shard has the clock', async () => JSON.stringify(await offset(owners.second)) === moved)
  const { db, clock, log } = vezne.runtime
  for (const shard of db.shards) await keepPartitions({ db: db.on(shard), clock, log }, {})
}
/** Writes the oldest part again, up to the moment before it takes its place. */
const rewrite = async (owner: ServerClient, table: string): Promise<void> => {
  for (let step: string | null = ''; step !== 'ready'; ) {
    const { rows } = await owner.query<{ step: string | null }>('select step from rewrite_step($1, 3, 1000)', [table])
    step = rows[0]!.step
    assert.notEqual(step, null, `no part of ${table} is old enough`)
  }
}
const exchange = async (owner: ServerClient, table: string): Promise<void> => {
  const { rows } = await owner.query<{ part: string | null }>('select exchange_part($1) as part', [table])
  assert.ok(rows[0]?.part)
}
const read = async (owner: ServerClient, table: string, { id }: MadeTenant): Promise<Record<string, unknown>[]> =>
  (await owner.query(`select * from ${table} where tenant_id = $1 order by 1, 2, 3`, [id])).rows
const copy = async ({ id }: MadeTenant, from: ServerClient, to: ServerClient): Promise<void> => {
  for (const owner of [to, from]) await closeTenant(owner, id, PATIENCE_MS)
  await copyTenant({ from, to, tenantId: id, local: LOCAL_ROWS })
}

test('rows that come, are replaced and go while their part is written again', async () => {
  const { first, second } = owners
  const tenant = await makePayer()
  await passMonths()
  const events = await read(first, 'events', tenant)
  assert.ok(events.length > 0)

  await rewrite(second, 'events')
  await copy(tenant, first, second)
  await exchange(second, 'events')
  assert.deepEqual(await read(second, 'events', tenant), events)

  await second.query(`set session_replication_role = replica`)
  await second.query(`update events set body = '{"newer": true}' where tenant_id = $1`, [tenant.id])
  await second.query(`reset session_replication_role`)
  const newer = await read(second, 'events', tenant)
  await rewrite(first, 'events')
  await copy(tenant, second, first)
  await exchange(first, 'events')
  assert.deepEqual(await read(first, 'events', tenant), newer)

  assert.ok((await read(second, 'journal', tenant)).length > 0)
  await rewrite(second, 'journal')
  await dropTenantRows(second, tenant.id)
  await exchange(second, 'journal')
  assert.deepEqual(await read(second, 'journal', tenant), [])
})

test('a key that is claimed in two days is claimed once on the other shard', async () => {
  const { first, second } = owners
  const tenant = await makePayer()
  const claims = await read(first, 'idempotency_claims', tenant)
  assert.equal(claims.length, 1)
  await first.query(`update claim_days set begun_at = begun_at - interval '2 days'`)
  await first.query('select begin_claim_day()')
  await first.query(
    `insert into idempotency_claims (tenant_id, claim, holder, payment_id, day_no)
      select tenant_id, claim, holder, payment_id, (select max(no) from claim_days) from idempotency_claims where tenant_id = $1`,
    [tenant.id],
  )
  assert.equal((await read(first, 'idempotency_claims', tenant)).length, 2)
  await copy(tenant, first, second)
  const copied = await read(second, 'idempotency_claims', tenant)
  const nameOf = ({ claim, holder }: Record<string, unknown>) => [claim, holder]
  assert.deepEqual(copied.map(nameOf), claims.map(nameOf))
})

test('triggers of parts that are being written when the migration comes are always on as well', async () => {
  const { first } = owners
  await rewrite(first, 'journal')
  const triggers = async (): Promise<{ part: string; name: string; enabled: string }[]> =>
    (
      await first.query(
        `select tgrelid::regclass::text as part, tgname as name, tgenabled as enabled from pg_trigger
          where tgfoid = 'note_changed_key()'::regprocedure and not tgisinternal`,
      )
    ).rows
  const [written] = await triggers()
  assert.ok(written)
  const { part, name } = written
  await first.query(`alter table ${part} enable trigger ${name}`)
  await first.query(readFileSync(new URL('../../migrations/0045_notes-of-copies.sql', import.meta.url), 'utf8'))
  assert.deepEqual(await triggers(), [{ part, name, enabled: 'A' }])
})
