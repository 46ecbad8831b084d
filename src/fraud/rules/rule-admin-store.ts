/** SQL of fraud rules as administrators list and change them: the tenants' and, in a separate table, the platform's. */
import type { Accountable } from '../../access/four-eyes.ts'
import { toWaitingView } from '../../access/waiting/waiting-schemas.ts'
import type { WaitingChange } from '../../access/waiting/waiting-store.ts'
import { isoTime } from '../../core/clock.ts'
import { toLimit, toOffset } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { buildDocumentInsert } from '../../infra/database/rows/document-rows.ts'
import { rawSql, sql, toLikePattern } from '../../infra/database/statements/sql.ts'
import type { FraudAction, FraudProcess } from './active-rule-store.ts'
import type { RuleFilters, RuleScope, RuleType } from './rule-schemas.ts'

export interface RuleRow {
  scope: RuleScope
  /** Null for a rule of the platform. */
  tenant_id: string | null
  id: string
  process: FraudProcess
  code: string
  name: string
  description: string | null
  type: RuleType
  expression_json: string
  action: FraudAction
  priority: number
  is_active: boolean
  is_shadow: boolean
  is_builtin: boolean
  is_deleted: boolean
  /** The person who wrote its current content; null for the program. */
  edited_by: string | null
  /** The people behind that editor; null for the program. */
  edited_people: Accountable | null
  /** Saved inactive, for another person than its last editor to activate. */
  awaits_activation: boolean
  version: number
  created: Date
  last_modified: Date
}

const COLUMNS = `id, process, code, name, description, type, expression_json, action, priority, is_active, is_shadow,
  is_deleted, edited_by, coalesce(edited_people, array[edited_by]) as edited_people, awaits_activation,
  version, created, last_modified`

/** $1 is the tenant whose rules are listed in addition to the platform's; null lists all of them. */
const ALL_RULES = `(
  select 'tenant' as scope, tenant_id, false as is_builtin, ${COLUMNS}
    from fraud_rules where ($1::uuid is null or tenant_id = $1) and not is_deleted
  union all
  select 'global' as scope, null::uuid as tenant_id, is_builtin, ${COLUMNS}
    from fraud_rules_global where not is_deleted) every_rule`

const FILTERED = `from ${ALL_RULES}
  where ($2::text is null or scope = $2) and ($3::text is null or process = $3)
    and ($4::boolean is null or is_active = $4) and ($5::boolean or scope = 'tenant')
    and ($6::text is null or code ilike $6 or name ilike $6 or description ilike $6)
    and ($7::text[] is null or awaits_activation and not is_active and scope = 'tenant' and not coalesce(edited_people && $7, false))`

interface RuleReach {
  /** Tenant whose rules are listed in addition to the platform's; null for every tenant. */
  readonly tenantId: string | null
  /** Keeps rules that someone other than these people is to activate. */
  readonly waitingForPeople?: Accountable | undefined
}

/** Sorted in the order of evaluation. */
export const pageOfRules = async (
  tx: Tx,
  { tenantId, waitingForPeople }: RuleReach,
  filters: RuleFilters,
): Promise<{ rows: RuleRow[]; total: number }> => {
  const values = [
    tenantId,
    filters.scope ?? null,
    filters.process ?? null,
    filters.is_active ?? null,
    filters.include_global ?? true,
    filters.search_term ? toLikePattern(filters.search_term) : null,
    waitingForPeople ?? null,
  ]
  const [counted] = await tx.query<{ count: number }>(`select count(*) as count ${FILTERED}`, values)
  const rows = await tx.query<RuleRow>(`select * ${FILTERED} order by priority, created, id limit $8 offset $9`, [
    ...values,
    toLimit(filters),
    toOffset(filters),
  ])
  return { rows, total: counted?.count ?? 0 }
}

/** Finds a tenant's own rule or one of the platform's; `null` finds those of any tenant. */
export const findVisibleRule = async (tx: Tx, tenantId: string | null, id: string): Promise<RuleRow | undefined> =>
  (await tx.query<RuleRow>(`select * from ${ALL_RULES} where id = $2`, [tenantId, id]))[0]

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
  const [table, written] =
    tenant_id === null ? ['fraud_rules_global', { ...common, is_builtin }] : ['fraud_rules', { ...common, tenant_id }]
  const inserted = await tx.execute(`${buildDocumentInsert(table, [written])} on conflict do nothing`, [
    JSON.stringify([written]),
  ])
  return inserted > 0
}

const CHANGED = `set name = $3, description = $4, expression_json = $5, action = $6, priority = $7, is_active = $8,
  is_shadow = $9, is_deleted = $10, edited_by = $11, last_modified = $12, edited_people = $14, awaits_activation = $15, version = version + 1`

/** Returns false when the rule is no longer the version that `row` was made of: nothing is written then. */
export const updateRuleRow = async (tx: Tx, row: RuleRow): Promise<boolean> => {
  const values = [
    row.tenant_id,
    row.id,
    row.name,
    row.description,
    row.expression_json,
    row.action,
    row.priority,
    row.is_active,
    row.is_shadow,
    row.is_deleted,
    row.edited_by,
    row.last_modified,
    row.version,
    row.edited_people,
    row.awaits_activation,
  ]
  const updated =
    row.tenant_id === null
      ? await tx.execute(
          `update fraud_rules_global ${CHANGED}
            where $1::uuid is null and id = $2 and version = $13 and not is_deleted`,
          values,
        )
      : await tx.execute(
          `update fraud_rules ${CHANGED} where tenant_id = $1 and id = $2 and version = $13 and not is_deleted`,
          values,
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
