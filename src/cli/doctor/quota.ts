/** Whether the counters behind the limits agree with the stored payments and transfers. */

import { listTenantIds } from '../../access/callers/realm-lookup.ts'
import { measureDifferences } from '../../access/limits/quota-store.ts'
import { COUNTED_TABLES } from '../../app/handed-reads.ts'
import type { OpenRuntime } from '../../app/open-runtime.ts'
import { isStatementTimeout } from '../../infra/database/database-errors.ts'
import { type CheckResult, ok, warn } from './check-result.ts'

export const checkQuotaCounts = async ({ runtime }: OpenRuntime, isWhole: boolean): Promise<CheckResult[]> => {
  try {
    const { tenants, most } = await runtime.db.transaction({ as: 'platform' }, async (tx) =>
      measureDifferences(tx, COUNTED_TABLES, await listTenantIds(tx), isWhole),
    )
    if (tenants === 0) return [ok('quotas', 'what limits count is what is written')]
    return [
      warn(
        'quotas',
        `counters of ${tenants} tenants differ from what is written, by ${most} at most`,
        'the job compare-quota-counts corrects them every night; does a worker run?',
      ),
    ]
  } catch (error) {
    if (!isStatementTimeout(error)) throw error
    return [ok('quotas', 'not compared here: too many payments this month; the nightly job compares them')]
  }
}
