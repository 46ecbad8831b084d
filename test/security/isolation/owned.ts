/** What a tenant, or a merchant of it, has in the database: every id it could be found by, and a sum over all its rows. */
import { createHash } from 'node:crypto'
import type { Rig } from './rig.ts'

interface IdColumn {
  table: string
  column: string
}

export interface Whose {
  tenantId: string
  /** Only rows of this merchant. */
  merchantId?: string
}

const columnsOf = (rig: Rig): Promise<IdColumn[]> =>
  rig.rows<IdColumn & Record<string, unknown>>(
    `select c.relname as table, a.attname as column
     from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition and a.attname <> 'tenant_id'
       and (a.atttypid = 'uuid'::regtype or a.attname in ('code', 'correlation_id')
         or (c.relname, a.attname) = ('tenant_roles', 'name'))
       and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id')
     order by 1, 2`,
  )

/** The accounts money leaves from are the tenant's: every merchant that sends transfers names them. */
const SHARED = new Set(['requested_account_id', 'source_account_id', 'success_account_id', 'connector_account_id'])

const MERCHANT_TABLES = `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'merchant_id'
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' where c.relkind in ('r', 'p')`

/** Ids of every column, by `table.column`: the newest and the oldest rows' own, the newest of what they refer to. */
export const idsOf = async (rig: Rig, { tenantId, merchantId }: Whose, each = 2): Promise<Map<string, string[]>> => {
  const withMerchant = new Set((await rig.rows<{ name: string }>(MERCHANT_TABLES)).map(({ name }) => name))
  const columns = (await columnsOf(rig)).filter(
    ({ table, column }) => merchantId === undefined || (withMerchant.has(table) && !SHARED.has(column)),
  )
  const own = merchantId === undefined ? '' : `and merchant_id = '${merchantId}'`
  const rows = await rig.rows<{ name: string; ids: string[] }>(
    columns
      .map(
        ({ table, column }) => `select '${table}.${column}' as name, array(select distinct ${column}::text from ${table}
           where tenant_id = '${tenantId}' and ${column} is not null ${own} order by 1 desc) as ids`,
      )
      .join(' union all '),
  )
  const found = new Map(
    rows.map(({ name, ids }) => [
      name,
      [...new Set([...ids.slice(0, each), ...(isOwn(name) ? ids.slice(-each) : [])])],
    ]),
  )
  found.set(
    'checkout_sessions.session_id',
    await sessionIdsOf(rig, { tenantId, ...(merchantId === undefined ? {} : { merchantId }) }, each),
  )
  if (merchantId === undefined) found.set('realms.tenant_id', [tenantId])
  else found.set('webhook_deliveries.id', await deliveriesOf(rig, merchantId, each))
  return found
}

/** The table holds them sealed. */
const sessionIdsOf = async (rig: Rig, { tenantId, merchantId }: Whose, each: number): Promise<string[]> => {
  const rows = await rig.rows<{ id: string; id_sealed: Buffer }>(
    `select id, id_sealed from checkout_sessions where tenant_id = $1 and kind = 'session'
       and ($2::uuid is null or merchant_id = $2) order by status = 'open' desc, id desc limit $3`,
    [tenantId, merchantId ?? null, each],
  )
  return Promise.all(
    rows.map(({ id, id_sealed }) =>
      rig.vezne.runtime.sealer.open(
        tenantId,
        { table: 'checkout_sessions', rowId: id, column: 'id_sealed' },
        id_sealed,
      ),
    ),
  )
}

const isOwn = (name: string): boolean => /\.(id|name|code)$/.test(name)

/** A delivery is its subscription's merchant's. */
const deliveriesOf = async (rig: Rig, merchantId: string, each: number): Promise<string[]> => {
  const rows = await rig.rows<{ id: string }>(
    `select d.id::text from webhook_deliveries d join webhook_subscriptions s on s.tenant_id = d.tenant_id and s.id = d.subscription_id
     where s.merchant_id = $1 order by 1 desc limit $2`,
    [merchantId, each],
  )
  return rows.map(({ id }) => id)
}

/**
 * What a realm's own callers are refused again and again is counted, and its entry written a minute later, whoever compares sums
 * meanwhile. A refusal of somebody else's caller counts. The head is that of the last entry.
 */
const OF_OTHERS: Readonly<Record<string, string>> = {
  audit_log: `and not (outcome = 'refused' and t.realm = (select slug from realms r where r.tenant_id = t.tenant_id))`,
  audit_heads: 'and false',
  monitor_findings: 'and false', // written by the program, which looks once a minute; no operation does
}

/** One line a table: how many rows and what is in them. */
export const sumsOf = async (rig: Rig, { tenantId, merchantId }: Whose): Promise<Record<string, string>> => {
  const tables = await rig.rows<{ name: string }>(
    merchantId === undefined
      ? `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
         join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' where c.relkind in ('r', 'p') order by 1`
      : MERCHANT_TABLES,
  )
  const sums: Record<string, string> = {}
  for (const { name } of tables) {
    const rows = await rig.rows<{ row: string }>(
      `select t::text as row from ${name} t where tenant_id = $1 ${merchantId === undefined ? '' : `and merchant_id = '${merchantId}'`} ${merchantId === undefined ? (OF_OTHERS[name] ?? '') : ''} order by 1`,
      [tenantId],
    )
    const sum = createHash('sha256')
    for (const { row } of rows) sum.update(`${row}\n`)
    sums[name] = `${rows.length} ${sum.digest('hex').slice(0, 16)}`
  }
  return sums
}
