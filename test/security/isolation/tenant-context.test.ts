/** Tenants share connections through errors, rollbacks, time-outs, aborts and killed backends; none meets another one's context. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { type OpenRuntime, openRuntime } from '../../../src/app/open-runtime.ts'
import { Problem } from '../../../src/core/problem.ts'
import type { Tx } from '../../../src/infra/database/database.ts'
import { loadConfig } from '../../../src/infra/process/config.ts'
import { openDice } from '../../resilience/chaos/dice.ts'
import { makeDatabase, type TestDatabase, testServer } from '../../support/test-server.ts'

const TENANTS = Array.from({ length: 8 }, (_, at) => `00000000-0000-4000-8000-0000000000d${at}`)
const EACH = Number(process.env.VEZNE_CONTEXT_REQUESTS ?? 200)
const SEED = Number(process.env.VEZNE_CHECK_SEED ?? 1)
const LANES = 24
const CONNECTIONS = 6

let database: TestDatabase
let open: OpenRuntime
let owner: pg.Pool
const checkouts = { count: 0, dirty: [] as string[] }
const connect = pg.Pool.prototype.connect

before(async () => {
  database = await makeDatabase()
  open = await openRuntime(
    loadConfig({
      DATABASE_URL: database.url,
      VEZNE_MASTER_KEYS: testServer().masterKeys,
      VEZNE_LOG_TO: 'file',
      VEZNE_DATA_DIR: testServer().dataDir,
      VEZNE_DATABASE_CONNECTIONS: String(CONNECTIONS),
    }),
    () => undefined,
  )
  owner = new pg.Pool({ connectionString: database.url, max: 2 })
  owner.on('error', () => undefined)
  for (const tenant of TENANTS)
    await owner.query(
      `insert into data_keys (tenant_id, id, month, master_key_id, wrapped, created) values ($1, gen_random_uuid(), 'x', 'x', '', now())`,
      [tenant],
    )
  watchCheckouts()
})
after(async () => {
  pg.Pool.prototype.connect = connect
  await owner.end()
  await open.close()
  await database.drop()
})

/** Reads the tenant setting of every connection as it leaves the pool. */
const watchCheckouts = (): void => {
  pg.Pool.prototype.connect = async function (this: pg.Pool, ...rest: unknown[]) {
    if (rest.length > 0) return (connect as (...all: unknown[]) => unknown).apply(this, rest) // how the owner's pool asks
    const client = await (connect as () => Promise<pg.PoolClient>).call(this)
    const { rows } = await client.query<{ who: string; tenants: string }>(
      `select current_user as who, coalesce(current_setting('app.tenant_ids', true), '') as tenants`,
    )
    checkouts.count++
    if (this !== owner && (rows[0]?.tenants !== '' || rows[0].who !== 'vezne_app'))
      checkouts.dirty.push(JSON.stringify(rows[0]))
    return client
  } as typeof connect
}

const MINE = `select tenant_id::text as id from data_keys where tenant_id = any($1) order by 1`
const seen = async (tx: Tx): Promise<string[]> => (await tx.query<{ id: string }>(MINE, [TENANTS])).map(({ id }) => id)

const mismatches: string[] = []
const expectSeen = async (tx: Tx, tenants: readonly string[], what: string): Promise<void> => {
  const ids = await seen(tx)
  if (ids.join() !== [...tenants].sort().join()) mismatches.push(`${what}: ${ids} for ${tenants}`)
}

type Step = (tenant: string, other: string) => Promise<unknown>
const insertFor = (tenant: string) =>
  `insert into data_keys (tenant_id, id, month, master_key_id, wrapped, created) values ('${tenant}', gen_random_uuid(), gen_random_uuid(), 'x', '', now())`

/** What one request may do to a connection. Those that must fail answer with their failure. */
const STEPS: Record<string, Step> = {
  read: (tenant) => open.runtime.db.transaction({ of: tenant }, (tx) => expectSeen(tx, [tenant], 'read')),
  'read at one moment': (tenant) =>
    open.runtime.db.transaction({ of: tenant, mode: 'read' }, (tx) => expectSeen(tx, [tenant], 'moment')),
  'read twice with a pause': (tenant) =>
    open.runtime.db.transaction({ of: tenant }, async (tx) => {
      await expectSeen(tx, [tenant], 'before')
      await new Promise((resolve) => setImmediate(resolve))
      await expectSeen(tx, [tenant], 'after')
    }),
  'two tenants': (tenant, other) =>
    open.runtime.db.transaction({ of: [tenant, other] }, (tx) => expectSeen(tx, [...new Set([tenant, other])], 'two')),
  batch: async (tenant) => {
    const rows = await open.runtime.db.batch<{ id: string }>([tenant], { name: 'mine', text: MINE, values: [TENANTS] })
    if (rows.map(({ id }) => id).join() !== tenant) mismatches.push(`batch: ${JSON.stringify(rows)}`)
  },
  'no tenant': () => open.runtime.db.transaction({ of: [] }, (tx) => expectSeen(tx, [], 'none')),
  across: () => open.runtime.db.transaction({ as: 'platform' }, (tx) => expectSeen(tx, TENANTS, 'across')),
  'write for another': (tenant, other) =>
    open.runtime.db.transaction({ of: tenant }, async (tx) => {
      if (tenant === other) throw new Problem('forbidden')
      await tx.execute(insertFor(other))
      mismatches.push(`${tenant} wrote for ${other}`)
    }),
  'statement fails': (tenant) => open.runtime.db.transaction({ of: tenant }, (tx) => tx.query('select 1 / 0')),
  'batch fails': (tenant) =>
    open.runtime.db.batch([tenant], { name: 'broken', text: 'select 1 / $1::int', values: [0] }),
  'across fails': () => open.runtime.db.transaction({ as: 'platform' }, (tx) => tx.query('select 1 / 0')),
  'refused after a write': (tenant) =>
    open.runtime.db.transaction({ of: tenant }, async (tx) => {
      await tx.execute(insertFor(tenant))
      throw new Problem('conflict')
    }),
  'program fails': (tenant) =>
    open.runtime.db.transaction({ of: tenant }, async (tx) => {
      await seen(tx)
      throw new Error('a fault of ours')
    }),
  'statement times out': (tenant) =>
    open.runtime.db.transaction({ of: tenant }, async (tx) => {
      await tx.query(`set local statement_timeout = '3ms'`)
      await tx.query('select pg_sleep(5)')
    }),
  'left while it runs': (tenant) =>
    open.runtime.db.transaction({ of: tenant }, async (tx) => {
      tx.query(`select pg_sleep(0.003), tenant_id from data_keys`).catch(() => undefined)
      throw new Error('the caller has gone')
    }),
  'backend killed': (tenant) =>
    open.runtime.db.transaction({ of: tenant }, async (tx) => {
      const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
      await owner.query('select pg_terminate_backend($1)', [row?.pid])
      await expectSeen(tx, [tenant], 'killed')
    }),
}
const RARE = new Set(['backend killed', 'statement times out'])

test(`${TENANTS.length} tenants x ${EACH} requests over ${CONNECTIONS} connections: none sees rows of another`, async (t) => {
  const dice = openDice(SEED)
  const names = Object.keys(STEPS)
  const counts: Record<string, number> = {}
  let failed = 0
  let left = TENANTS.length * EACH
  const lane = async (): Promise<void> => {
    while (left-- > 0) {
      const drawn = names[Math.floor(dice.draw() * names.length)] as string
      const name = RARE.has(drawn) && dice.draw() > 0.05 ? 'read' : drawn
      const tenant = TENANTS[left % TENANTS.length] as string
      const other = TENANTS[Math.floor(dice.draw() * TENANTS.length)] as string
      counts[name] = (counts[name] ?? 0) + 1
      await (STEPS[name] as Step)(tenant, other).catch(() => failed++)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  t.diagnostic(`seed ${SEED}: ${JSON.stringify(counts)}; ${failed} failed as they should`)
  t.diagnostic(
    `${checkouts.count} checkouts, ${checkouts.dirty.length} with a tenant left; mismatches ${mismatches.length}`,
  )
  assert.deepEqual(mismatches.slice(0, 5), [])
  assert.deepEqual(checkouts.dirty.slice(0, 5), [])
  assert.ok(checkouts.count >= TENANTS.length * EACH)
  assert.ok(failed > EACH && failed < TENANTS.length * EACH)
})

test('what was refused has left no row', async () => {
  const { rows } = await owner.query(`select count(*)::int as n from data_keys where tenant_id = any($1)`, [TENANTS])
  assert.equal(rows[0].n, TENANTS.length)
})
