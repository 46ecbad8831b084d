/** A start with many tenants: what it sends to the database does not grow with their number, whether they have their banks or not. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { until } from '../support/until.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

const [FEW, MANY] = [50, 200]
/** Beside chance: pulses and connections that open. */
const MORE_MAX = 60

const started: Vezne[] = []
after(async () => {
  for (const vezne of started) await vezne.stop()
})

/** Tables of what a tenant is given. */
const GIVEN = [
  'connectors',
  'connector_configurations',
  'routing_rules',
  'connector_error_codes',
  'test_cards',
  'source_accounts',
]

/** Tenants like tenant-other, set-wise as the owner; `areFurnished`: with its banks and accounts. */
const insertTenants = async (url: string, count: number, areFurnished: boolean): Promise<void> => {
  const owner = new pg.Client(url)
  await owner.connect()
  const copyOf = (table: string, change: string): string =>
    `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(o) || ${change})).* from ${table} o cross join made
     where o.tenant_id = (select tenant_id from realms where slug = 'tenant-other')`
  await owner.query(`create temporary table made as
    select gen_random_uuid() as tenant_id, 'tenant-many-' || n as slug from generate_series(1, ${count}) n`)
  await owner.query(copyOf('realms', `jsonb_build_object('tenant_id', made.tenant_id, 'slug', made.slug)`))
  if (areFurnished)
    for (const table of GIVEN) await owner.query(copyOf(table, `jsonb_build_object('tenant_id', made.tenant_id)`))
  await owner.end()
}

/** Statements of a start, until it is ready. */
const statementsOfStart = async (count: number, areFurnished: boolean): Promise<{ vezne: Vezne; sent: number }> => {
  let sent = 0
  let database: string | undefined
  const query = pg.Client.prototype.query
  const counting = function (this: pg.Client, ...args: unknown[]): unknown {
    if (this.database === database) sent++
    return Reflect.apply(query, this, args)
  }
  try {
    const vezne = await startVezne({
      env: { VEZNE_ROLE: 'api' }, // no sweeps beside it
      async reach(url) {
        await insertTenants(url, count, areFurnished)
        database = new URL(url).pathname.slice(1)
        pg.Client.prototype.query = counting as typeof query
        return url
      },
    })
    started.push(vezne)
    return { vezne, sent }
  } finally {
    pg.Client.prototype.query = query
  }
}

const withoutAccount = async ({ runtime }: Vezne): Promise<number> => {
  const [row] = await runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query<{ count: number }>(
      `select count(*)::int as count from realms r where kind = 'tenant'
       and not exists (select from source_accounts a where a.tenant_id = r.tenant_id)`,
    ),
  )
  return row?.count ?? Number.NaN
}

for (const [what, areFurnished] of [
  ['with their banks', true],
  ['that nobody has given banks yet', false],
] as const)
  test(`a start with ${MANY} tenants ${what} sends no more than one with ${FEW}`, async () => {
    const few = await statementsOfStart(FEW, areFurnished)
    const many = await statementsOfStart(MANY, areFurnished)
    assert.ok(many.sent < few.sent + MORE_MAX, `${few.sent} with ${FEW}, ${many.sent} with ${MANY}`)
    await until('all have their accounts', async () => (await withoutAccount(many.vezne)) === 0, 60_000)
  })
