/** Transfers without cover end in the transaction that would have sent them: no bank is asked. */
import { exchangeRows } from '../../acquiring/request-log/insert-request-logs.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { LockedTransfer } from '../model/step-store.ts'
import { recordStatement } from './record-transfers.ts'
import { recordedOf } from './build-transfer-update.ts'
import type { SendingDesk } from './dispatch-services.ts'

const NO_COVER = { providerCode: 'no_cover', providerMessage: 'No cover', isOurs: true } as const

export const failUncovered = async (
  desk: SendingDesk,
  tx: Tx,
  tenantId: string,
  transfers: readonly LockedTransfer[],
  nowMs: number,
): Promise<void> => {
  if (transfers.length === 0) return
  const records = transfers.map((transfer) =>
    recordedOf(
      {
        ...transfer,
        tenant_id: tenantId,
        status: 'processing',
        fee: 0,
        sent_at: new Date(nowMs),
        attempt_no: 1,
        inquiry_count: 0,
        receipt_no: null,
      },
      { kind: 'failed', code: 'insufficient_balance', fault: NO_COVER },
      { nowMs, logs: [], wasInquiry: false },
    ),
  )
  const { text, values } = await exchangeRows.with(desk.house.db, async (encode) => recordStatement(records, encode))
  await tx.query(text, values)
}
