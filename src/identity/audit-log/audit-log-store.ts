/** SQL of reading the audit log. */
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { isoTime } from '../../core/clock.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage, queryBuilder, toLikePattern } from '../../infra/database/query-builder.ts'
import type { AuditFilters } from './audit-schemas.ts'

interface AuditRow {
  tenant_id: string
  seq: number
  at: Date
  actor: string | null
  realm: string | null
  operation: string
  outcome: 'done' | 'refused'
  code: string | null
  kind: string | null
  target_id: string | null
  merchant_id: string | null
  correlation_id: string | null
  address: string | null
  repeats: number
  before: string | null
  after: string | null
  previous_hash: Buffer
  hash: Buffer
}
interface Tables {
  audit_log: AuditRow
}
const db = queryBuilder<Tables>()

type Place = { limit: number; offset: number }

/** `merchantId` selects entries about it, or by callers bound to it; null selects everything. */
interface AuditScope {
  readonly tenantId: string
  readonly merchantId: string | null
}

/** Newest first. */
export const pageOfTenant = (tx: Tx, { tenantId, merchantId }: AuditScope, filters: AuditFilters, place: Place) =>
  countAndPage(
    tx,
    db
      .selectFrom('audit_log')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .$if(merchantId !== null, (list) => list.where('merchant_id', '=', merchantId as string))
      .where((eb) => eb.and(conditions(eb, filters)))
      .orderBy('seq', 'desc'),
    place,
  )

/** Like the page of one tenant, for every tenant; runs across tenants. */
export const pageOfAll = (tx: Tx, filters: AuditFilters, place: Place) =>
  countAndPage(
    tx,
    db
      .selectFrom('audit_log')
      .selectAll()
      .where((eb) => eb.and([sql<SqlBool>`true`, ...conditions(eb, filters)]))
      .orderBy('at', 'desc')
      .orderBy('tenant_id', 'desc')
      .orderBy('seq', 'desc'),
    place,
  )

const EQUAL = ['actor', 'operation', 'kind', 'target_id', 'outcome', 'correlation_id'] as const
const SEARCHED = ['actor', 'operation', 'kind', 'target_id', 'code'] as const

const conditions = (eb: ExpressionBuilder<Tables, 'audit_log'>, filters: AuditFilters): Expression<SqlBool>[] => {
  const all: Expression<SqlBool>[] = []
  for (const name of EQUAL) {
    const wanted = filters[name]
    if (wanted !== undefined && wanted !== '') all.push(eb(name, '=', wanted))
  }
  if (filters.from_date !== undefined) all.push(eb('at', '>=', new Date(filters.from_date)))
  if (filters.to_date !== undefined) all.push(eb('at', '<=', new Date(filters.to_date)))
  if (filters.search_term) {
    const part = toLikePattern(filters.search_term)
    all.push(eb.or(SEARCHED.map((name) => eb(name, 'ilike', part))))
  }
  return all
}

export const auditEntryBody = ({ previous_hash, hash, before, after, at, ...row }: AuditRow) => ({
  ...row,
  at: isoTime(at),
  before: before === null ? null : stateOf(before),
  after: after === null ? null : stateOf(after),
  previous_hash: previous_hash.toString('hex'),
  hash: hash.toString('hex'),
})

/** A body that is no object, such as a list, is returned under a name. A tampered row is returned unchanged. */
const stateOf = (text: string): object => {
  try {
    const state: unknown = JSON.parse(text)
    return typeof state === 'object' && state !== null && !Array.isArray(state) ? state : { value: state }
  } catch {
    return { unreadable: text }
  }
}
