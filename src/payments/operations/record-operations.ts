/** Second durable write of a capture, void or refund: what became known, with everything that must commit with it. */
import type { Database, Tx } from '../../infra/database/database.ts'
import type { PaymentRow } from '../model/payment.ts'
import { type Conclusion, concludeFollowUp, type FollowUpReport } from './build-operation-update.ts'
import { lockOperations, lockPayments } from '../model/operation-store.ts'
import { RECORD_FOLLOW_UPS } from './record-operations-sql.ts'
import { roundsOf } from './rounds.ts'

export interface RecordedFollowUp {
  conclusion: Conclusion
  /** As the step left it. */
  payment: PaymentRow
}

/** Answers per report what was recorded. Undefined: somebody else was first, nothing changed; what was said to the bank is kept anyway. */
export const recordFollowUps = (
  db: Database,
  reports: readonly FollowUpReport[],
): Promise<(RecordedFollowUp | undefined)[]> =>
  db.inTenants(
    reports.map((report) => report.tenant_id),
    async (tx) => {
      const payments = await lockPayments(tx, reports)
      const operations = await lockOperations(tx, reports)
      const recorded = reports.map((report) => {
        const payment = payments.get(report.payment_id)
        const operation = operations.get(report.operation_id)
        if (payment === undefined || operation === undefined) return undefined
        const conclusion = concludeFollowUp(payment, operation, report)
        return { conclusion, payment: { ...payment } }
      })
      await write(
        tx,
        recorded.flatMap((each) => each?.conclusion ?? []),
        reports.flatMap((report) => report.logs),
      )
      return recorded
    },
  )

const write = async (tx: Tx, conclusions: readonly Conclusion[], logs: FollowUpReport['logs']): Promise<void> => {
  const rounds = roundsOf(conclusions)
  if (rounds.length === 0) rounds.push([])
  for (const [at, round] of rounds.entries())
    await tx.query(
      RECORD_FOLLOW_UPS,
      [JSON.stringify(round), JSON.stringify(at === 0 ? logs : [])],
      'record-follow-ups',
    )
}
