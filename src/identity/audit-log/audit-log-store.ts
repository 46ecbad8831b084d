/** SQL of reading the audit log. */
import { isoTime } from '../../core/clock.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, contains, matches, rawSql, sql } from '../../infra/database/statements/sql.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'
import type { AuditFilters } from './audit-schemas.ts'

type AuditRow = Row<'audit_log'>

/** `merchantId` selects entries about it, or by callers bound to it; null selects everything. */
interface AuditScope {
  readonly tenantId: string
  readonly merchantId: string | null
}

/** Newest first. */
export const pageOfTenant = (tx: Tx, { tenantId, merchantId }: AuditScope, filters: AuditFilters) => {
  const wanted = allOf([matches({ tenant_id: tenantId, merchant_id: merchantId }), ...conditions(filters)])
  return countAndPage<AuditRow>(
    tx,
    { columns: sql`*`, from: sql`audit_log where ${wanted}`, order: sql`seq desc` },
    filters,
  )
}

/** Like the page of one tenant, for every tenant; runs across tenants. */
export const pageOfAll = (tx: Tx, filters: AuditFilters) =>
  countAndPage<AuditRow>(
    tx,
    {
      columns: sql`*`,
      from: sql`audit_log where ${allOf(conditions(filters))}`,
      order: sql`at desc, tenant_id desc, seq desc`,
    },
    filters,
  )

/** The order of {@link pageOfAll}, for pages of several shards. */
export const isListedBefore = (one: AuditRow, other: AuditRow): boolean => {
  const difference = one.at.getTime() - other.at.getTime()
  if (difference !== 0) return difference > 0
  return one.tenant_id === other.tenant_id ? one.seq > other.seq : one.tenant_id > other.tenant_id
}

const EQUAL = ['actor', 'operation', 'kind', 'target_id', 'outcome', 'correlation_id'] as const
const SEARCHED = ['actor', 'operation', 'kind', 'target_id', 'code'] as const

const conditions = (filters: AuditFilters) => [
  ...EQUAL.map((name) => Boolean(filters[name]) && sql`${rawSql(name)} = ${filters[name]}`),
  filters.from_date !== undefined && sql`at >= ${new Date(filters.from_date)}`,
  filters.to_date !== undefined && sql`at <= ${new Date(filters.to_date)}`,
  contains(SEARCHED, filters.search_term),
]

export const auditEntryBody = ({ previous_hash, hash, before, after, at, ...row }: AuditRow) => ({
  ...row,
  at: isoTime(at),
  before: before === null ? null : toState(before),
  after: after === null ? null : toState(after),
  previous_hash: previous_hash.toString('hex'),
  hash: hash.toString('hex'),
})

/** A body that is no object, such as a list, is returned under a name. A tampered row is returned unchanged. */
const toState = (text: string): object => {
  try {
    const state: unknown = JSON.parse(text)
    return typeof state === 'object' && state !== null && !Array.isArray(state) ? state : { value: state }
  } catch {
    return { unreadable: text }
  }
}
