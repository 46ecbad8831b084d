/** The first durable write of sending: transfers become due for the bank. */

import { findTarget } from '../../core/state-machine.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { TransferStep } from '../model/transfer.ts'
import { transferMachine } from '../model/transfer-states.ts'

/** The state of a transfer that is at its bank, or about to be. */
export const SENT = findTarget(transferMachine, 'send')

interface SentTransfer {
  id: string
  step: TransferStep
  /** 0 means insufficient funds: the transfer fails in the same transaction. */
  reserved: number
}

/** Makes the first attempt due at once; a transfer without sufficient funds is never due. */
export const prepareTransfers = (
  tx: Tx,
  by: { tenantId: string; actor: string; now: string },
  sendings: readonly SentTransfer[],
): Promise<number> =>
  tx.execute(
    `update transfers t set status = '${SENT}', sent_by = $2, sent_at = $3, last_modified = $3,
       history = t.history || s.step, reserved = s.reserved, attempt_no = 1,
       step = case when s.reserved > 0 then 'send' end, next_step_at = case when s.reserved > 0 then $3::timestamptz end
     from unnest($4::uuid[], $5::jsonb[], $6::bigint[]) as s (id, step, reserved)
     where t.tenant_id = $1 and t.id = s.id and t.status = 'approved'`,
    [
      by.tenantId,
      by.actor,
      by.now,
      sendings.map(({ id }) => id),
      sendings.map(({ step }) => JSON.stringify(step)),
      sendings.map(({ reserved }) => reserved),
    ],
  )
