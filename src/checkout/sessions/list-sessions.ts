/** SQL of the lists of checkout sessions and of payment links, newest first. */
import { idAt } from '../../core/id.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, anyOf, contains, matches, type Sql, sql } from '../../infra/database/statements/sql.ts'
import type { SessionFilters } from '../model/session-list-schemas.ts'
import type { SessionRow, SessionScope } from '../model/session-row.ts'
import type { SessionState } from '../model/session-states.ts'

type ListedSession = Omit<SessionRow, 'is_attempting'>
const DAY_MS = 86_400_000
/** Number of days that a list goes back if the request names no start. */
const LISTED_DAYS = 31

export const pageOfSessions = (
  tx: Tx,
  { tenantId, merchantId }: SessionScope,
  kind: SessionRow['kind'],
  filters: SessionFilters,
  nowMs: number,
) => {
  const { status, start_date, end_date, search_term } = filters
  // Ids follow `created`: a range of times is a range of the key.
  const from = start_date === undefined ? nowMs - LISTED_DAYS * DAY_MS : Date.parse(start_date)
  const wanted = allOf([
    matches({ tenant_id: tenantId, kind, merchant_id: merchantId }),
    sql`id >= ${idAt(from, 'first')}`,
    end_date !== undefined && sql`id <= ${idAt(Date.parse(end_date), 'last')}`,
    status && anyOf(status.map((each) => hasStatus(each, new Date(nowMs)))),
    contains(['external_id', 'description'], search_term),
  ])
  return countAndPage<ListedSession>(
    tx,
    { columns: sql`*`, from: sql`checkout_sessions where ${wanted}`, order: sql`tenant_id desc, kind desc, id desc` },
    filters,
  )
}

/** The job that ends overdue sessions may not have run yet. */
const hasStatus = (status: SessionState, now: Date): Sql => {
  if (status === 'open') return sql`status = 'open' and expires_at > ${now}`
  if (status !== 'expired') return sql`status = ${status}`
  return sql`status = 'expired' or status = 'open' and expires_at <= ${now}`
}

/** Returns the status by the clock; changes due to its payment are stored when the session is read, or by the job. */
export const listedStatus = ({ status, expires_at }: Pick<SessionRow, 'status' | 'expires_at'>, nowMs: number) =>
  status === 'open' && expires_at.getTime() <= nowMs ? 'expired' : status
