/** SQL of both kinds of routing rules, as the operations read and change them: same operations, different columns. */
import { toLimit, toOffset } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { sql, toLikePattern } from '../../infra/database/statements/sql.ts'
import type { RuleFilters } from './routing-schemas.ts'
import type { RoutingRule, SimpleRule } from './routing-store.ts'

export type RuleTable = 'routing_rules' | 'simple_routing_rules'

interface Kept {
  tenant_id: string
  target_connector_config_name: string
  fallback_connector_config_name: string | null
  extra_properties: Record<string, string>
  is_active: boolean
  is_deleted: boolean
  created: Date
  last_modified: Date
}
export type StoredRule = RoutingRule & Kept
export type StoredSimpleRule = SimpleRule & Kept
export type AnyRule = (RoutingRule | SimpleRule) & Kept

const select = (table: RuleTable): string => `
  select r.*, t.name as target_connector_config_name, f.name as fallback_connector_config_name
    from ${table} r
    join connector_configurations t on t.tenant_id = r.tenant_id and t.id = r.target_connector_config_id
    left join connector_configurations f on f.tenant_id = r.tenant_id and f.id = r.fallback_connector_config_id
   where r.tenant_id = $1 and not r.is_deleted`

export const ruleById = async <Rule extends AnyRule>(
  tx: Tx,
  table: RuleTable,
  tenantId: string,
  id: string,
): Promise<Rule | undefined> => (await tx.query<Rule>(`${select(table)} and r.id = $2`, [tenantId, id]))[0]

export const lockRule = async <Rule extends AnyRule>(
  tx: Tx,
  table: RuleTable,
  tenantId: string,
  id: string,
): Promise<Rule | undefined> =>
  (await tx.query<Rule>(`${select(table)} and r.id = $2 for update of r`, [tenantId, id]))[0]

/** Locks in one order, so that two callers never deadlock. */
export const lockRules = (tx: Tx, table: RuleTable, tenantId: string, ids: readonly string[]): Promise<AnyRule[]> =>
  tx.query<AnyRule>(`${select(table)} and r.id = any($2::uuid[]) order by r.id for update of r`, [tenantId, ids])

export const activeRules = (tx: Tx, tenantId: string): Promise<StoredRule[]> =>
  tx.query<StoredRule>(`${select('routing_rules')} and r.is_active order by r.priority, r.id`, [tenantId])

const FILTERS = `
  and ($2::uuid is null or r.target_connector_config_id = $2)
  and ($3::uuid is null or r.fallback_connector_config_id = $3)
  and (r.is_active or $4)
  and ($5::text is null or r.name ilike $5 or t.name ilike $5)`

const toValues = (tenantId: string, filters: RuleFilters) => [
  tenantId,
  filters.target_connector_config_id ?? null,
  filters.fallback_connector_config_id ?? null,
  filters.include_inactive ?? false,
  filters.search_term ? toLikePattern(filters.search_term) : null,
]

export const countRules = async (tx: Tx, table: RuleTable, tenantId: string, filters: RuleFilters): Promise<number> => {
  const rows = await tx.query<{ count: number }>(
    `select count(*) as count from (${select(table)} ${FILTERS}) as found`,
    toValues(tenantId, filters),
  )
  return rows[0]?.count ?? 0
}

/** Newest first. */
export const pageOfRules = <Rule extends AnyRule>(
  tx: Tx,
  table: RuleTable,
  tenantId: string,
  filters: RuleFilters,
): Promise<Rule[]> =>
  tx.query<Rule>(`${select(table)} ${FILTERS} order by r.created desc, r.id desc limit $6 offset $7`, [
    ...toValues(tenantId, filters),
    toLimit(filters),
    toOffset(filters),
  ])

/** Writes a whole rule: a new one, or a locked one. */
export const writeRule = (
  tx: Tx,
  table: RuleTable,
  columns: readonly string[],
  row: Readonly<Record<string, unknown>>,
): Promise<number> => {
  const all = [...FIXED, ...CHANGING, ...columns]
  return tx.execute(
    `insert into ${table} (${all.join(', ')}) values (${all.map((_, at) => `$${at + 1}`).join(', ')})
     on conflict (tenant_id, id) do update set ${[...CHANGING, ...columns].map((each) => `${each} = excluded.${each}`).join(', ')}`,
    all.map((column) => (column === 'extra_properties' ? JSON.stringify(row[column]) : row[column])),
  )
}
const FIXED = ['tenant_id', 'id', 'created']
const CHANGING = ['extra_properties', 'is_active', 'is_deleted', 'last_modified']

/** Connector of each configuration, deleted ones included. */
export const connectorsOfConfigurations = async (tx: Tx, tenantId: string, ids: readonly string[]) => {
  const rows = await tx.query<{ id: string; connector_id: string }>(
    sql`select id, connector_id from connector_configurations where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, row.connector_id]))
}

/** Locks configurations that a rule may name until the rule is committed, so that none is deleted before. */
export const holdConfigurations = async (tx: Tx, tenantId: string, ids: readonly string[]) => {
  const rows = await tx.query<{ id: string }>(
    sql`select id from connector_configurations
      where tenant_id = ${tenantId} and id = any(${ids}::uuid[]) and not is_deleted order by id for share`,
  )
  return new Set(rows.map((row) => row.id))
}
