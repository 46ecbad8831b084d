/** SQL of both kinds of routing rules, as the operations read and change them: same operations, different columns. */
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, contains, matches, rawSql, type Sql, sql } from '../../infra/database/statements/sql.ts'
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

const SHOWN = sql`r.*, t.name as target_connector_config_name, f.name as fallback_connector_config_name`
const from = (table: RuleTable, tenantId: string): Sql => sql`${rawSql(table)} r
    join connector_configurations t on t.tenant_id = r.tenant_id and t.id = r.target_connector_config_id
    left join connector_configurations f on f.tenant_id = r.tenant_id and f.id = r.fallback_connector_config_id
   where r.tenant_id = ${tenantId} and not r.is_deleted`
const select = (table: RuleTable, tenantId: string): Sql => sql`select ${SHOWN} from ${from(table, tenantId)}`

export const ruleById = async <Rule extends AnyRule>(
  tx: Tx,
  table: RuleTable,
  tenantId: string,
  id: string,
): Promise<Rule | undefined> => (await tx.query<Rule>(sql`${select(table, tenantId)} and r.id = ${id}`))[0]

export const lockRule = async <Rule extends AnyRule>(
  tx: Tx,
  table: RuleTable,
  tenantId: string,
  id: string,
): Promise<Rule | undefined> =>
  (await tx.query<Rule>(sql`${select(table, tenantId)} and r.id = ${id} for update of r`))[0]

/** Locks in one order, so that two callers never deadlock. */
export const lockRules = (tx: Tx, table: RuleTable, tenantId: string, ids: readonly string[]): Promise<AnyRule[]> =>
  tx.query<AnyRule>(sql`${select(table, tenantId)} and r.id = any(${ids}) order by r.id for update of r`)

export const activeRules = (tx: Tx, tenantId: string): Promise<StoredRule[]> =>
  tx.query<StoredRule>(sql`${select('routing_rules', tenantId)} and r.is_active order by r.priority, r.id`)

export const countRules = async (tx: Tx, table: RuleTable, tenantId: string): Promise<number> => {
  const [row] = await tx.query<{ count: number }>(
    sql`select count(*) as count from ${rawSql(table)} where tenant_id = ${tenantId} and not is_deleted`,
  )
  return row!.count
}

/** Newest first. */
export const pageOfRules = (tx: Tx, table: RuleTable, tenantId: string, filters: RuleFilters) =>
  countAndPage<AnyRule>(
    tx,
    {
      columns: SHOWN,
      from: sql`${from(table, tenantId)} and ${allOf([
        matches({
          'r.target_connector_config_id': filters.target_connector_config_id,
          'r.fallback_connector_config_id': filters.fallback_connector_config_id,
        }),
        !filters.include_inactive && sql`r.is_active`,
        contains(['r.name', 't.name'], filters.search_term),
      ])}`,
      order: sql`r.created desc, r.id desc`,
    },
    filters,
  )

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
