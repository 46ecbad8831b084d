/** SQL of fraud rules as administrators list and change them: the tenants' and, in a separate table, the platform's. */
import type { Accountable } from '../../access/four-eyes.ts'
import { toWaitingView } from '../../access/waiting/waiting-schemas.ts'
import type { WaitingChange } from '../../access/waiting/waiting-store.ts'
import { isoTime } from '../../core/clock.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, contains, ifGiven, matches, rawSql, type Sql, sql } from '../../infra/database/statements/sql.ts'
import { insertInto, pick, type Row, updateTable } from '../../infra/database/statements/write-rows.ts'
import type { FraudAction, FraudProcess } from './active-rule-store.ts'
import type { RuleFilters, RuleScope, RuleType } from './rule-schemas.ts'

export interface RuleRow extends Row<'fraud_rules_global'> {
  scope: RuleScope
  /** Null for a rule of the platform. */
  tenant_id: string | null
  process: FraudProcess
  type: RuleType
  action: FraudAction
  /** The person who wrote its current content; null for the program. */
  edited_by: string | null
  /** The people behind that editor; null for the program. */
  edited_people: Accountable | null
  /** Saved inactive, for another person than its last editor to activate. */
  awaits_activation: boolean
}

const COLUMNS = sql`id, process, code, name, description, type, expression_json, action, priority, is_active, is_shadow,
  is_deleted, edited_by, coalesce(edited_people, array[edited_by]) as edited_people, awaits_activation,
  version, created, last_modified`

/** Returns the rules of the platform, and those of this tenant or, if it is null, of every tenant. */
const rulesWithin = (tenantId: string | null): Sql => sql`(
  select 'tenant' as scope, tenant_id, false as is_builtin, ${COLUMNS}
    from fraud_rules where ${matches({ tenant_id: tenantId })} and not is_deleted
  union all
  select 'global' as scope, null::uuid as tenant_id, is_builtin, ${COLUMNS}
    from fraud_rules_global where not is_deleted) every_rule`

interface RuleReach {
  /** Tenant whose rules are listed in addition to the platform's; null for every tenant. */
  readonly tenantId: string | null
  /** Keeps rules that someone other than these people is to activate. */
  readonly waitingForPeople?: Accountable | undefined
}

/** Sorted in the order of evaluation. */
export const pageOfRules = (tx: Tx, { tenantId, waitingForPeople }: RuleReach, filters: RuleFilters) =>
  countAndPage<RuleRow>(
    tx,
    {
      columns: sql`*`,
      from: sql`${rulesWithin(tenantId)} where ${allOf([
        matches({ scope: filters.scope, process: filters.process, is_active: filters.is_active }),
        filters.include_global === false && sql`scope = 'tenant'`,
        contains(['code', 'name', 'description'], filters.search_term),
        ifGiven(
          waitingForPeople,
          sql`awaits_activation and not is_active and scope = 'tenant' and not coalesce(edited_people && ${waitingForPeople}, false)`,
        ),
      ])}`,
      order: sql`priority, created, id`,
    },
    filters,
  )

/** Finds a tenant's own rule or one of the platform's; `null` finds those of any tenant. */
export const findVisibleRule = async (tx: Tx, tenantId: string | null, id: string): Promise<RuleRow | undefined> =>
  (await tx.query<RuleRow>(sql`select * from ${rulesWithin(tenantId)} where id = ${id}`))[0]

/** `owner` is a tenant, or null for the platform. */
export const lockRule = async (tx: Tx, owner: string | null, id: string): Promise<RuleRow | undefined> => {
  await (owner === null
    ? tx.execute(sql`select from fraud_rules_global where id = ${id} for update`)
    : tx.execute(sql`select from fraud_rules where tenant_id = ${owner} and id = ${id} for update`))
  const rule = await findVisibleRule(tx, owner, id)
  return rule?.tenant_id === owner ? rule : undefined
}

/** Returns false when the code is taken. */
export const insertRule = async (tx: Tx, row: RuleRow): Promise<boolean> => {
  const { scope: _, tenant_id, is_builtin, ...common } = row
  const rest = sql`on conflict do nothing`
  const inserted = await tx.execute(
    tenant_id === null
      ? insertInto('fraud_rules_global', { ...common, is_builtin }, rest)
      : insertInto('fraud_rules', { ...common, tenant_id }, rest),
  )
  return inserted > 0
}

const CHANGING = [
  'name',
  'description',
  'expression_json',
  'action',
  'priority',
  'is_active',
  'is_shadow',
  'is_deleted',
  'edited_by',
  'edited_people',
  'awaits_activation',
  'last_modified',
] as const

/** Returns false when the rule is no longer the version that `row` was made of: nothing is written then. */
export const updateRuleRow = async (tx: Tx, row: RuleRow): Promise<boolean> => {
  const key = { id: row.id, version: row.version, is_deleted: false }
  const changed = { ...pick(row, CHANGING), version: sql`version + 1` }
  const updated = await tx.execute(
    row.tenant_id === null
      ? updateTable('fraud_rules_global', key, changed)
      : updateTable('fraud_rules', { tenant_id: row.tenant_id, ...key }, changed),
  )
  return updated > 0
}

export const countRules = async (tx: Tx, owner: string | null): Promise<{ all: number; active: number }> => {
  const counts = 'count(*) as all, count(*) filter (where is_active) as active'
  const [row] = await (owner === null
    ? tx.query<{ all: number; active: number }>(`select ${counts} from fraud_rules_global where not is_deleted`)
    : tx.query<{ all: number; active: number }>(
        sql`select ${rawSql(counts)} from fraud_rules where tenant_id = ${owner} and not is_deleted`,
      ))
  return row ?? { all: 0, active: 0 }
}

/** `waiting` is the change of the rule that waits for a second person; left out when a change is compared with its basis. */
export const toRuleResponse = (row: RuleRow, waiting?: WaitingChange) => ({
  id: row.id,
  scope: row.scope,
  tenant_id: row.tenant_id,
  process: row.process,
  code: row.code,
  name: row.name,
  description: row.description,
  type: row.type,
  expression_json: row.expression_json,
  action: row.action,
  priority: row.priority,
  is_active: row.is_active,
  is_shadow: row.is_shadow,
  awaits_activation: row.awaits_activation && !row.is_active,
  pending_change: waiting === undefined ? null : toWaitingView(waiting),
  created: isoTime(row.created),
  last_modified: isoTime(row.last_modified),
})
