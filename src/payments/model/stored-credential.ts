/** Says which payment of which plan a payment is, by keys of its `extra` that are valid only for payments of plans. */
import type { StoredCredential } from '../../connectors/attempt.ts'
import type { PaymentRow } from './payment.ts'

interface PlaceInPlan {
  readonly planId: string
  /** The agreement as banks know it. */
  readonly agreement: string
  readonly installment: number
  /** Number of the attempt at that installment, from 1. */
  readonly tryNo: number
  /** True until a payment of the plan has succeeded. */
  readonly isInitial: boolean
  /** The payment is not sent before this date. */
  readonly due?: string
}

/**
 * Agreement of a plan's first payment, which is the reference of this payment: by that the bank knows the plan also where a
 * restored database has lost it and the shop has made it again.
 */
export const OWN_AGREEMENT = 'own'

export const toRecurringPlanKeys = ({
  planId,
  agreement,
  installment,
  tryNo,
  isInitial,
  due,
}: PlaceInPlan): Record<string, string> => ({
  recurring_plan_id: planId,
  recurring_agreement: agreement,
  recurring_installment: String(installment),
  recurring_try: String(tryNo),
  recurring_sequence: isInitial ? 'initial' : 'subsequent',
  ...(due === undefined ? {} : { recurring_due: due }),
})

type Marked = Pick<PaymentRow, 'operation_type' | 'extra'>

/** Returns null if the payment belongs to no plan. */
export const findPlanId = ({ operation_type, extra }: Marked): string | null =>
  operation_type === 'recurring' ? (extra?.recurring_plan_id ?? null) : null

/** Returns the facts that banks receive about a card on file; absent for every other payment. */
export const toStoredCredential = ({
  operation_type,
  extra,
  key_reference,
}: Marked & Pick<PaymentRow, 'key_reference'>): { storedCredential?: StoredCredential } =>
  operation_type !== 'recurring'
    ? {}
    : {
        storedCredential: {
          sequence: extra?.recurring_sequence === 'initial' ? 'initial' : 'subsequent',
          agreement: findAgreement(extra, key_reference).replaceAll('-', ''),
          installment: Number(extra?.recurring_installment),
          tryNo: Number(extra?.recurring_try),
        },
      }

/** Returns the id of the plan where there is no other, as the release before has it. */
const findAgreement = (extra: PaymentRow['extra'], reference: string | null): string => {
  const agreement = extra?.recurring_agreement === OWN_AGREEMENT ? reference : extra?.recurring_agreement
  return agreement ?? extra?.recurring_plan_id ?? ''
}
