/** Asks the banks, while a restored database requires it, about a payment that the database has as open: more may have happened to it. */
import type { Aged, Leased } from '../../infra/database/lease-age.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { noCaller } from '../attempts/caller.ts'
import { isFromBeforeRestore } from '../attempts/lost-references.ts'
import { PAYMENTS_PATH, type StepServices } from '../attempts/payment-services.ts'
import { rebuildAttempt } from '../attempts/rebuild-attempt.ts'
import { recallPayment } from '../attempts/recall-payment.ts'
import { isUnsent } from '../attempts/unsent-payment.ts'
import type { PaymentRow } from '../model/payment.ts'

type OpenPayment = Leased<Aged<PaymentRow>>
/** Undefined if a bank has it, which is recorded, or does not say. */
type StillOpen = OpenPayment | undefined

/** Asks about a payment that was not sent as far as the database knows. */
export const recallUnsent = async (services: StepServices, payment: OpenPayment): Promise<StillOpen> =>
  payment.status === 'created' || isUnsent(payment) ? recall(services, payment, { isDue: true }) : payment

/**
 * A backup may have a payment in the middle of its attempts: further ones, at other banks, may have followed. A process that
 * died after it had found a lost payment leaves it open, too.
 */
export const recallSent = async (services: StepServices, payment: OpenPayment): Promise<StillOpen> => {
  if (services.runtime.restores.askBanksFrom(payment.tenant_id) === null) return payment
  const isAsked = isFromBeforeRestore(services.runtime, payment) || (await wasFound(services, payment))
  return isAsked ? recall(services, payment, { isSent: true }) : payment
}

const wasFound = async ({ runtime }: StepServices, { tenant_id, id }: PaymentRow): Promise<boolean> => {
  const rows = await runtime.db.transaction({ of: tenant_id, mode: 'read' }, (tx) =>
    tx.query(
      sql`select 1 from restore_findings where tenant_id = ${tenant_id} and kind = 'payment' and subject_id = ${id}`,
    ),
  )
  return rows.length > 0
}

const recall = async (
  services: StepServices,
  payment: OpenPayment,
  how: { readonly isDue: true } | { readonly isSent: true },
): Promise<StillOpen> => {
  const lost = services.runtime.restores.askBanksAbout(payment.tenant_id, payment.created.getTime())
  const made = lost === null ? undefined : await rebuildAttempt(services, payment)
  if (lost === null || made === undefined) return payment
  const { card, configuration } = made.attempt
  const recalled = await recallPayment(services, lost, {
    payment,
    card,
    candidates: [configuration],
    caller: noCaller(PAYMENTS_PATH),
    ...how,
  })
  return 'answer' in recalled ? undefined : { ...payment, leasedAt: recalled.payment.leasedAt }
}
