/** The effect of chargebacks on captures, voids and refunds of their payments: an open one blocks them, a lost one has taken its amount. */
import type { Tx } from '../infra/database/database.ts'
import type { PaymentChargebacks } from '../payments/model/payment.ts'

/** Returns chargebacks by payment id; a payment without chargebacks is absent. Call it after the payments are locked, because every change of a chargeback holds that lock. */
export const findChargebacksOfPayments = async (
  tx: Tx,
  payments: readonly { tenant_id: string; payment_id: string }[],
): Promise<ReadonlyMap<string, PaymentChargebacks>> => {
  const rows = await tx.query<{ payment_id: string; is_open: boolean; lost: number }>(
    `select payment_id, bool_or(status in ('opened', 'disputed')) as is_open, sum(booked)::bigint as lost
       from chargebacks where tenant_id = any($1::uuid[]) and payment_id = any($2::uuid[])
      group by tenant_id, payment_id`,
    [payments.map(({ tenant_id }) => tenant_id), payments.map(({ payment_id }) => payment_id)],
    'chargebacks-of-payments',
  )
  return new Map(rows.map(({ payment_id, is_open, lost }) => [payment_id, { isOpen: is_open, lost }]))
}
