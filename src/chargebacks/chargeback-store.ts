/** Chargebacks and their steps, one function per statement. It is in one piece because all statements of a table belong together. */
import type { Accountable } from '../access/four-eyes.ts'
import { isoTime, isoTimeOrNull } from '../core/clock.ts'
import { newId } from '../core/id.ts'
import type { Tx } from '../infra/database/database.ts'
import { ifGiven, rawSql, sql } from '../infra/database/statements/sql.ts'
import { insertInto, type Row, updateTable } from '../infra/database/statements/write-rows.ts'
import type { ChargebackState } from './chargeback-states.ts'
import type { DeadlineAlarm } from './deadline.ts'

export interface ChargebackRow extends Omit<Row<'chargebacks'>, 'ended_people'> {
  status: ChargebackState
  deadline_alarm: DeadlineAlarm | null
  /** Setting of the tenant when it was opened. */
  ends_by_two: boolean
  /** Result that a first person proposed; null if there is no proposal, or it has taken effect. */
  asked_action: 'win' | 'lose' | null
  /** Written by the database. */
  asked_people: Accountable | null
  /** Null if the bank ended it, or it is open. */
  ended_by: string | null
}

export type NewChargeback = Omit<
  ChargebackRow,
  'booked' | 'deadline_alarm' | 'merchant_response' | 'resolved_at' | 'last_modified' | keyof typeof UNDECIDED
>

/** No person has decided yet. */
export const UNDECIDED = { asked_action: null, asked_by: null, asked_people: null, ended_by: null } as const

/** Returns false if another chargeback of the payment is open. */
export const insertChargeback = async (tx: Tx, row: NewChargeback): Promise<boolean> => {
  const inserted = await tx.execute(
    `insert into chargebacks (tenant_id, id, payment_id, merchant_id, configuration_id, status, amount, currency, reason,
       reason_code, bank_reference_no, bank_notice, response_deadline, notes, payment_amount, masked_card_number, created,
       ends_by_two, last_modified)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $17)
     on conflict (payment_id, tenant_id) where status in ('opened', 'disputed') do nothing`,
    [
      row.tenant_id,
      row.id,
      row.payment_id,
      row.merchant_id,
      row.configuration_id,
      row.status,
      row.amount,
      row.currency,
      row.reason,
      row.reason_code,
      row.bank_reference_no,
      row.bank_notice,
      isoTime(row.response_deadline),
      row.notes,
      row.payment_amount,
      row.masked_card_number,
      isoTime(row.created),
      row.ends_by_two,
    ],
  )
  return inserted > 0
}

interface ChargebackStep {
  from: ChargebackState | null
  to: ChargebackState
  /** Null for a bank's notice. */
  actor: string | null
  correlationId: string
  nowMs: number
}

export const insertStep = (
  tx: Tx,
  of: Pick<ChargebackRow, 'tenant_id' | 'id' | 'merchant_id'>,
  step: ChargebackStep,
): Promise<number> =>
  tx.execute(
    insertInto('chargeback_steps', {
      tenant_id: of.tenant_id,
      id: newId(step.nowMs),
      chargeback_id: of.id,
      merchant_id: of.merchant_id,
      from_status: step.from,
      to_status: step.to,
      actor: step.actor,
      correlation_id: step.correlationId,
      at: isoTime(step.nowMs),
    }),
  )

/** `merchantId` narrows to one merchant. */
export const findChargeback = async (
  tx: Tx,
  tenantId: string,
  id: string,
  merchantId: string | null,
  lock: '' | 'for update' | 'for share' = '',
): Promise<ChargebackRow | undefined> => {
  const rows = await tx.query<ChargebackRow>(
    sql`select * from chargebacks where tenant_id = ${tenantId} and id = ${id} and ${ifGiven(merchantId, sql`merchant_id = ${merchantId}`)} ${rawSql(lock)}`,
  )
  return rows[0]
}

/** Finds the chargeback of the bank's own notice, or the payment's open chargeback that a person entered under the same reference. */
export const findByBankReference = async (
  tx: Tx,
  of: { tenantId: string; paymentId: string; configurationId: string; bankReference: string },
): Promise<ChargebackRow | undefined> => {
  const rows = await tx.query<ChargebackRow>(
    sql`select * from chargebacks
      where tenant_id = ${of.tenantId} and ((bank_notice = ${of.bankReference} and configuration_id = ${of.configurationId})
        or (payment_id = ${of.paymentId} and bank_reference_no = ${of.bankReference} and bank_notice is null))
      order by bank_notice nulls last limit 1 for update`,
  )
  return rows[0]
}

type LastOfPayment = Pick<ChargebackRow, 'id' | 'status' | 'amount' | 'ends_by_two' | 'asked_action' | 'asked_people'>
/** Returns the open chargeback of the payment, else the one that was resolved last. */
export const findLastOfPayment = async (
  tx: Tx,
  tenantId: string,
  paymentId: string,
): Promise<LastOfPayment | undefined> => {
  const rows = await tx.query<LastOfPayment>(
    sql`select id, status, amount, ends_by_two, asked_action, asked_people from chargebacks where tenant_id = ${tenantId} and payment_id = ${paymentId}
      order by resolved_at desc nulls first, id desc limit 1`,
  )
  return rows[0]
}

/** Returns true if a chargeback of this amount was decided for the merchant. */
export const isWon = async (tx: Tx, tenantId: string, paymentId: string, amount: number): Promise<boolean> => {
  const rows = await tx.query(
    sql`select 1 from chargebacks where tenant_id = ${tenantId} and payment_id = ${paymentId} and status = 'won' and amount = ${amount} limit 1`,
  )
  return rows.length > 0
}

export const linkBankNotice = (
  tx: Tx,
  { tenant_id, id }: Pick<ChargebackRow, 'tenant_id' | 'id'>,
  notice: string,
): Promise<number> =>
  tx.execute(
    sql`update chargebacks set bank_notice = ${notice} where tenant_id = ${tenant_id} and id = ${id} and bank_notice is null`,
  )

/** The row is locked. */
export const updateChargeback = (
  tx: Tx,
  { tenant_id, id, status: from }: Pick<ChargebackRow, 'tenant_id' | 'id' | 'status'>,
  after: ChargebackRow,
): Promise<number> =>
  tx.execute(
    updateTable(
      'chargebacks',
      { tenant_id, id, status: from },
      {
        status: after.status,
        merchant_response: after.merchant_response,
        notes: after.notes,
        resolved_at: isoTimeOrNull(after.resolved_at),
        booked: after.booked,
        last_modified: isoTime(after.last_modified),
        asked_action: after.asked_action,
        asked_by: after.asked_by,
        ended_by: after.ended_by,
      },
    ),
  )
