/** Whether divided tables have a part for the days to come, and none that is older than is kept. */

import type { OpenRuntime } from '../../app/open-runtime.ts'
import { findDividedTables, findOverduePartitions } from '../../infra/database/partitions/partition-store.ts'
import { DELIVERIES_KEPT_DAYS } from '../../webhooks/deliveries/purge-deliveries.ts'
import { type CheckResult, ok, warn } from './check-result.ts'

const DAY_MS = 86_400_000
const WARN_MS = { month: 14 * DAY_MS, day: 2 * DAY_MS }

export const checkPartitions = async ({ runtime }: OpenRuntime): Promise<CheckResult[]> => {
  const tables = await runtime.db.transaction({ as: 'platform' }, findDividedTables)
  const late = tables.filter(({ ends, part }) => ends.getTime() < runtime.clock.ms() + WARN_MS[part])
  const overdue = await runtime.db.transaction({ as: 'platform' }, (tx) =>
    findOverduePartitions(tx, { ...runtime.config.keptMonths, webhook_deliveries: DELIVERIES_KEPT_DAYS }),
  )
  const findings = [
    ...(late.length === 0
      ? []
      : [
          warn(
            'partitions',
            `${late.map(({ name }) => name).join(', ')}: none for the days to come`,
            'the job keep-partitions makes them every hour; does a worker run? Nothing is refused meanwhile: such rows wait in the partition "_others"',
          ),
        ]),
    ...(overdue.length === 0
      ? []
      : [
          warn(
            'partitions',
            `${overdue.join(', ')}: older than is kept`,
            'the jobs keep-partitions and purge-deliveries drop them every hour; does a worker run, and is its log free of errors of theirs?',
          ),
        ]),
  ]
  return findings.length > 0 ? findings : [ok('partitions', `of ${tables.length} tables are made ahead`)]
}
