/**
 * Verifies the ledger of settlements, tenant by tenant, and lists every difference with its place. Nothing is
 * corrected.
 */
import { istanbulDay } from '../../core/clock.ts'
import { idAt } from '../../core/id.ts'
import type { Database } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { LEDGER_CHECKS, type LedgerCheck, OWED_CHECK } from './ledger-checks.ts'

export interface LedgerDifference {
  readonly check: string
  readonly tenant_id: string
  readonly merchant_id: string | null
  readonly currency: string | null
  readonly place: string
  readonly expected: string
  readonly found: string
}

const SHOWN_MAX = 100 // per check and tenant

/**
 * Verifies one snapshot. `sinceMs` restricts it to what was made since; undefined means everything, and the balances of
 * the merchants.
 */
export const verifyTenantLedger = (db: Database, tenantId: string, sinceMs?: number): Promise<LedgerDifference[]> =>
  db.transaction({ of: tenantId, mode: 'read' }, async (tx) => {
    const checks: readonly LedgerCheck[] = sinceMs === undefined ? [...LEDGER_CHECKS, OWED_CHECK] : LEDGER_CHECKS
    const since = [istanbulDay(sinceMs ?? 0), idAt(sinceMs ?? 0, 'first')]
    const found: LedgerDifference[] = []
    for (const { name, sql } of checks) {
      const rows = await tx.query<Omit<LedgerDifference, 'check' | 'tenant_id'>>(
        `select * from (${sql}) d where $2::date is not null and $3::uuid is not null limit ${SHOWN_MAX}`,
        [tenantId, ...since],
      )
      found.push(...rows.map((row) => ({ ...row, check: name, tenant_id: tenantId })))
    }
    return found
  })

interface LedgerCounts {
  readonly settlements: number
  readonly entries: number
  readonly payments: number
}

export const countLedger = (db: Database, tenantId: string): Promise<LedgerCounts> =>
  db.transaction({ of: tenantId }, async (tx) => {
    const [row] = await tx.query<LedgerCounts>(
      sql`select (select count(*) from settlements where tenant_id = ${tenantId}) as settlements,
         (select count(*) from journal where tenant_id = ${tenantId}) + (select count(*) from settlement_entries where tenant_id = ${tenantId}) as entries,
         (select count(*) from payments where tenant_id = ${tenantId}) as payments`,
    )
    return row as LedgerCounts
  })
