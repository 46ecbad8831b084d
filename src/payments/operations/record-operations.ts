/** The second durable write of a capture, void or refund: the outcome, with everything that must commit with it. */
import { REQUEST_LOG_ROWS, type RequestLogRow } from '../../acquiring/request-log/insert-request-logs.ts'
import type { Tx } from '../../infra/database/database.ts'
import { findBounds } from '../../infra/database/key-join.ts'
import { RowParameter } from '../../infra/database/rows/row-type.ts'
import type { Transactions } from '../../infra/database/statements/joined-transactions.ts'
import { type FindChargebacks, withChargebacks } from '../model/chargebacks.ts'
import { lockOperations, lockPayments } from '../model/operation-store.ts'
import {
  applyOperationTransition,
  type OperationReport,
  type OperationStep,
  type OperationUpdate,
} from './apply-operation-transition.ts'
import { splitIntoRounds } from './insert-operations.ts'
import { RECORD_OPERATIONS } from './record-operations-sql.ts'

/**
 * Returns per report what was recorded. Undefined means that another process was first and nothing changed, but the
 * bank exchange is stored in any case.
 */
export const recordOperations = (
  db: Transactions,
  findChargebacks: FindChargebacks,
  reports: readonly OperationReport[],
): Promise<(OperationStep | undefined)[]> =>
  updateRows.with(db, (encodeUpdates) =>
    REQUEST_LOG_ROWS.with(db, (encodeLogs) => record(db, findChargebacks, reports, { encodeUpdates, encodeLogs })),
  )

interface Encoders {
  encodeUpdates: (rows: readonly OperationUpdate[]) => Buffer
  encodeLogs: (rows: readonly RequestLogRow[]) => Buffer
}

const updateRows = new RowParameter<OperationUpdate>('operation_outcome')

const record = (
  db: Transactions,
  findChargebacks: FindChargebacks,
  reports: readonly OperationReport[],
  encoders: Encoders,
): Promise<(OperationStep | undefined)[]> =>
  db.transaction({ of: reports.map((report) => report.tenant_id), joins: 'planned once' }, async (tx) => {
    // These statements travel in one flush; the server locks the payments first.
    const [locked, operations, chargebacks] = await Promise.all([
      lockPayments(tx, reports),
      lockOperations(tx, reports),
      findChargebacks(tx, reports),
    ])
    const payments = new Map(locked.values().map((each) => [each.id, withChargebacks(each, chargebacks)]))
    const recorded = reports.map((report) => {
      const payment = payments.get(report.payment_id)
      const operation = operations.get(report.operation_id)
      if (payment === undefined || operation === undefined) return undefined
      const step = applyOperationTransition(payment, operation, report)
      payments.set(payment.id, step.payment) // the next report about this payment sees the new state
      return step
    })
    await writeUpdates(
      tx,
      recorded.flatMap((each) => each?.update ?? []),
      reports.flatMap((report) => report.logs),
      encoders,
    )
    return recorded
  })

const writeUpdates = async (
  tx: Tx,
  updates: readonly OperationUpdate[],
  logs: OperationReport['logs'],
  { encodeUpdates, encodeLogs }: Encoders,
): Promise<void> => {
  const rounds = splitIntoRounds(updates)
  if (rounds.length === 0) rounds.push([])
  for (const [at, round] of rounds.entries())
    await tx.query(
      RECORD_OPERATIONS,
      [
        encodeUpdates(round),
        encodeLogs(at === 0 ? logs : []),
        ...findBounds(round.map(({ payment_id }) => payment_id)),
        ...findBounds(round.map(({ operation_id }) => operation_id)),
      ],
      'record-operations',
    )
}
