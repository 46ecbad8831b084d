/** The response of the status query: the write result with amount, currency and age. */
import { isoTime } from '../../core/clock.ts'
import { type PaymentRow, processedAtMs } from './payment.ts'
import { buildPaymentResult } from './payment-result.ts'

/** `waits` means after its challenge, for 3d/complete or a fraud review. */
export const buildPaymentStatus = (payment: PaymentRow, waits: boolean) => ({
  ...buildPaymentResult({ ...payment, waits, processed_ms: processedAtMs(payment) }),
  amount: payment.amount,
  currency: payment.currency,
  is_3d_secure: payment.secure_type !== 'non_3d',
  created: isoTime(payment.created),
  basket_id: payment.basket_id,
  correlation_id: payment.correlation_id,
})
