/** SQL of the lists of checkout sessions and of payment links, newest first. */
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { idAt } from '../../core/id.ts'
import { limitOf, offsetOf } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage, queryBuilder, toLikePattern } from '../../infra/database/query-builder.ts'
import type { SessionFilters } from '../model/session-list-schemas.ts'
import type { SessionRow, SessionScope } from '../model/session-row.ts'
import type { SessionState } from '../model/session-states.ts'

type ListedSession = Omit<SessionRow, 'is_attempting'>
interface Tables {
  checkout_sessions: ListedSession
}
const db = queryBuilder<Tables>()

const DAY_MS = 86_400_000
/** Number of days that a list goes back if the request names no start. */
const LISTED_DAYS = 31

export const pageOfSessions = (
  tx: Tx,
  { tenantId, merchantId }: SessionScope,
  kind: SessionRow['kind'],
  filters: SessionFilters,
  nowMs: number,
): Promise<{ rows: ListedSession[]; total: number }> => {
  let list = db
    .selectFrom('checkout_sessions')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where((eb) => eb.and(conditions(eb, filters, nowMs)))
  if (merchantId !== null) list = list.where('merchant_id', '=', merchantId)
  return countAndPage(tx, list.orderBy('tenant_id', 'desc').orderBy('kind', 'desc').orderBy('id', 'desc'), {
    limit: limitOf(filters),
    offset: offsetOf(filters),
  })
}

const conditions = (
  eb: ExpressionBuilder<Tables, 'checkout_sessions'>,
  { status, start_date, end_date, search_term }: SessionFilters,
  nowMs: number,
): Expression<SqlBool>[] => {
  // Ids follow `created`: a range of times is a range of the key.
  const from = start_date === undefined ? nowMs - LISTED_DAYS * DAY_MS : Date.parse(start_date)
  const all: Expression<SqlBool>[] = [eb('id', '>=', idAt(from, 'first'))]
  if (end_date !== undefined) all.push(eb('id', '<=', idAt(Date.parse(end_date), 'last')))
  if (status !== undefined) all.push(eb.or(status.map((each) => hasStatus(eb, each, new Date(nowMs)))))
  if (search_term) {
    const part = toLikePattern(search_term)
    all.push(eb.or([eb('external_id', 'ilike', part), eb('description', 'ilike', part)]))
  }
  return all
}

/** The job that ends overdue sessions may not have run yet. */
const hasStatus = (
  eb: ExpressionBuilder<Tables, 'checkout_sessions'>,
  status: SessionState,
  now: Date,
): Expression<SqlBool> => {
  const is = eb('status', '=', status)
  if (status === 'open') return eb.and([is, eb('expires_at', '>', now)])
  if (status !== 'expired') return is
  return eb.or([is, eb.and([sql<SqlBool>`status = 'open'`, eb('expires_at', '<=', now)])])
}

/** Returns the status by the clock; changes due to its payment are stored when the session is read, or by the job. */
export const listedStatus = ({ status, expires_at }: Pick<SessionRow, 'status' | 'expires_at'>, nowMs: number) =>
  status === 'open' && expires_at.getTime() <= nowMs ? 'expired' : status
