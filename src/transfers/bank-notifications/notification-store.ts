/**
 * SQL of bank notifications: finding the transfer one names, the log of received ones, and the two changes that one may
 * make automatically.
 */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { insertInto } from '../../infra/database/statements/write-rows.ts'
import type { TransferRow, TransferStep } from '../model/transfer.ts'
import type { BankNotificationStatus } from './notification-schemas.ts'

export interface NotifiedTransfer extends TransferRow {
  configuration_id: string
}

const SELECT = `select t.*, a.configuration_id
  from transfers t join source_accounts a on a.tenant_id = t.tenant_id and a.id = t.source_account_id`

export const findNotifiedTransfer = async (
  tx: Tx,
  tenantId: string,
  transferId: string,
): Promise<NotifiedTransfer | undefined> => {
  const [row] = await tx.query<NotifiedTransfer>(
    `${SELECT} where t.tenant_id = $1 and t.id = $2`,
    [tenantId, transferId],
    'notice-transfer',
  )
  return row
}

/** Banks assign their own references, so two of them may use the same one. */
export const findByBankReference = async (
  tx: Tx,
  tenantId: string,
  reference: string,
  configurationIds: readonly string[],
): Promise<NotifiedTransfer | undefined> => {
  const [row] = await tx.query<NotifiedTransfer>(
    `${SELECT} where t.tenant_id = $1 and t.provider_transaction_id = $2
     order by a.configuration_id = any($3::uuid[]) desc, t.id desc limit 1`,
    [tenantId, reference, configurationIds],
    'notice-transfer-by-reference',
  )
  return row
}

export interface NotificationLogEntry {
  tenantId: string
  transferId: string
  signature: Buffer
  receivedAt: string
  event: string
  userId: string | null
  body: string
  status: BankNotificationStatus
  reason: string
}

/** Returns false for a copy of a stored notification. */
export const insertNotification = async (tx: Tx, entry: NotificationLogEntry): Promise<boolean> => {
  const { tenantId, transferId, signature, receivedAt, event, userId, body, status, reason } = entry
  const inserted = await tx.execute(
    insertInto(
      'transfer_notices',
      {
        tenant_id: tenantId,
        transfer_id: transferId,
        signature,
        received_at: receivedAt,
        event,
        user_id: userId,
        body,
        verdict: status,
        reason,
      },
      sql`on conflict do nothing`,
    ),
  )
  return inserted > 0
}

/** Adds a row to the history, without a change of state. */
export const appendHistoryNote = (
  tx: Tx,
  tenantId: string,
  id: string,
  step: TransferStep,
  now: string,
): Promise<number> =>
  tx.execute(
    sql`update transfers set history = history || ${JSON.stringify([step])}::jsonb, last_modified = ${now}
     where tenant_id = ${tenantId} and id = ${id} and status = 'delivered'`,
  )

/** Makes the inquiry due now. A call in progress is not changed, because it learns the result itself. */
export const scheduleInquiryNow = (tx: Tx, tenantId: string, id: string, now: string): Promise<number> =>
  tx.execute(
    sql`update transfers set next_step_at = ${now}
     where tenant_id = ${tenantId} and id = ${id} and step = 'inquire' and status in ('processing', 'delivered') and next_step_at > ${now}`,
  )
