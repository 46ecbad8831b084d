/**
 * Waits while a process sends a challenged payment to the bank, and returns its state; after ten seconds the browser
 * continues without it.
 */
import type { PaymentServices } from '../attempts/payment-services.ts'
import { awaitPayment } from '../attempts/stored-answer.ts'
import type { PaymentRow } from '../model/payment.ts'

export const awaitChallengeResult = (
  services: Pick<PaymentServices, 'runtime' | 'leases'>,
  tenantId: string,
  id: string,
): Promise<PaymentRow> => awaitPayment(services, tenantId, id, isOpen)

/** Returns whether a process holds the lease, so that the outcome is pending. */
const isOpen = ({ status, is_leased }: PaymentRow): boolean =>
  is_leased === true && (status === 'three_d_secure_init_processing' || status === 'three_d_secure_auth_processing')
