/** Whether the ledger of the last days is even: settlements, their lines and entries, payments and their journal. */
import { listTenantIds } from '../../access/callers/realm-lookup.ts'
import type { OpenRuntime } from '../../app/open-runtime.ts'
import { isStatementTimeout } from '../../infra/database/database-errors.ts'
import { verifyTenantLedger } from '../../settlements/ledger/verify-settlement-ledger.ts'
import { type CheckResult, fail, ok } from './check-result.ts'

const RECENT_MS = 2 * 24 * 3_600_000
const LOOK_MS = 5_000

export const checkLedger = async ({ runtime }: OpenRuntime, isWhole: boolean): Promise<CheckResult[]> => {
  const until = performance.now() + (isWhole ? Number.POSITIVE_INFINITY : LOOK_MS)
  const since = isWhole ? undefined : runtime.clock.ms() - RECENT_MS
  const reach = isWhole ? 'of all time' : 'of the last two days'
  try {
    for (const tenantId of await runtime.db.transaction({ as: 'platform' }, listTenantIds)) {
      if (performance.now() > until) break
      const [first] = await verifyTenantLedger(runtime.db, tenantId, since)
      if (first !== undefined)
        return [
          fail(
            'ledger',
            `${first.check}, ${first.place}: ${first.found} instead of ${first.expected}`,
            'vezne ledger verify says all of it; money is to be looked at before anything is paid',
          ),
        ]
    }
  } catch (error) {
    if (!isStatementTimeout(error)) throw error
    return [ok('ledger', 'not compared here: too much of the last two days; vezne ledger verify does')]
  }
  return [ok('ledger', `settlements, lines, entries and payments ${reach} agree`)]
}
