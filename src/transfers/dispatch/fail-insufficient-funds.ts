/** Fails transfers without sufficient funds in the transaction that would have sent them; no bank is called. */

import type { Tx } from '../../infra/database/database.ts'
import type { LockedTransfer } from '../model/step-store.ts'
import { applyTransferTransition } from './apply-transfer-transition.ts'
import { SENT } from './prepare-transfers.ts'
import { buildRecordStatement, type OutcomeEncoders } from './record-transfers.ts'

const INSUFFICIENT_FUNDS = { providerCode: 'no_cover', providerMessage: 'No cover', isOurs: true } as const

export const failInsufficientFunds = async (
  tx: Tx,
  encoders: OutcomeEncoders,
  tenantId: string,
  transfers: readonly LockedTransfer[],
  nowMs: number,
): Promise<void> => {
  if (transfers.length === 0) return
  const updates = transfers.map((transfer) =>
    applyTransferTransition(
      {
        ...transfer,
        tenant_id: tenantId,
        status: SENT,
        fee: 0,
        sent_at: new Date(nowMs),
        attempt_no: 1,
        inquiry_count: 0,
        receipt_no: null,
      },
      { kind: 'failed', code: 'insufficient_balance', fault: INSUFFICIENT_FUNDS },
      { nowMs, logs: [], wasInquiry: false },
    ),
  )
  const { text, values } = buildRecordStatement(updates, encoders)
  await tx.query(text, values)
}
