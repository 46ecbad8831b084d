/** Second durable write of a capture, void or refund: the outcome, with everything that must commit with it. */
import type { Database, Tx } from '../../infra/database/database.ts'
import { lockOperations, lockPayments } from '../model/operation-store.ts'
import type { PaymentRow } from '../model/payment.ts'
import { buildOperationUpdate, type OperationReport, type OperationUpdate } from './build-operation-update.ts'
import { RECORD_OPERATIONS } from './record-operations-sql.ts'
import { splitIntoRounds } from './rounds.ts'

export interface RecordedOperation {
  conclusion: OperationUpdate
  /** As the step left it. */
  payment: PaymentRow
}

/** Returns per report what was recorded. Undefined: another process was first, nothing changed; the bank exchange is stored anyway. */
export const recordOperations = (
  db: Database,
  reports: readonly OperationReport[],
): Promise<(RecordedOperation | undefined)[]> =>
  db.inTenants(
    reports.map((report) => report.tenant_id),
    async (tx) => {
      const payments = await lockPayments(tx, reports)
      const operations = await lockOperations(tx, reports)
      const recorded = reports.map((report) => {
        const payment = payments.get(report.payment_id)
        const operation = operations.get(report.operation_id)
        if (payment === undefined || operation === undefined) return undefined
        const conclusion = buildOperationUpdate(payment, operation, report)
        return { conclusion, payment: { ...payment } }
      })
      await writeUpdates(
        tx,
        recorded.flatMap((each) => each?.conclusion ?? []),
        reports.flatMap((report) => report.logs),
      )
      return recorded
    },
  )

const writeUpdates = async (
  tx: Tx,
  conclusions: readonly OperationUpdate[],
  logs: OperationReport['logs'],
): Promise<void> => {
  const rounds = splitIntoRounds(conclusions)
  if (rounds.length === 0) rounds.push([])
  for (const [at, round] of rounds.entries())
    await tx.query(
      RECORD_OPERATIONS,
      [JSON.stringify(round), JSON.stringify(at === 0 ? logs : [])],
      'record-follow-ups',
    )
}
