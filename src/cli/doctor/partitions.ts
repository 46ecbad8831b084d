/** Whether tables divided by month have a partition for the weeks to come. */

import type { OpenRuntime } from '../../app/open-runtime.ts'
import { findDividedTables } from '../../infra/database/partitions/partition-store.ts'
import { type CheckResult, ok, warn } from './check-result.ts'

const WARN_MS = 14 * 86_400_000

export const checkPartitions = async ({ runtime }: OpenRuntime): Promise<CheckResult[]> => {
  const tables = await runtime.db.acrossTenants(findDividedTables)
  const wanted = runtime.clock.ms() + WARN_MS
  const late = tables.filter(({ ends }) => ends.getTime() < wanted).map(({ name }) => name)
  if (late.length === 0) return [ok('partitions', `of ${tables.length} tables are made ahead`)]
  return [
    warn(
      'partitions',
      `${late.join(', ')}: none for two weeks ahead`,
      'the job keep-partitions makes them every hour; does a worker run? Nothing is refused meanwhile: such rows wait in the partition "_others"',
    ),
  ]
}
