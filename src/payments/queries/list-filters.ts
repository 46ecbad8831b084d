/** Filters that lists of payments and refunds share: ranges that must not be reversed, and the merchants within the caller's scope. */
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'

interface Ranges {
  start_date?: string
  end_date?: string
  min_amount?: number
  max_amount?: number
}

/** Reversed ranges are a mistake of the caller, not an empty list. */
export const checkRanges = ({ start_date, end_date, min_amount, max_amount }: Ranges): void => {
  if (start_date !== undefined && end_date !== undefined && Date.parse(start_date) > Date.parse(end_date))
    throw reversedRangeProblem('start_date', 'end_date')
  if (min_amount !== undefined && max_amount !== undefined && min_amount > max_amount)
    throw reversedRangeProblem('min_amount', 'max_amount')
}

export const reversedRangeProblem = (from: string, to: string): Problem =>
  new Problem('validation_failed', {
    detail: phrase`${from} is above ${to}; swap them.`,
    errors: [{ field: from, code: 'out_of_range', message: phrase`must not be above ${to}` }],
  })

/** `own` = the merchant of the request. Null: all of the tenant; empty: none matches the request. */
export const resolveMerchants = async (
  services: Pick<PaymentServices, 'directory'>,
  tenantId: string,
  own: string | null,
  asked: { merchant_id?: string; external_merchant_id?: string },
): Promise<readonly string[] | null> => {
  let reached: readonly string[] | null = own === null ? null : [own]
  const narrow = (id: string | null): void => {
    reached = id !== null && (reached === null || reached.includes(id)) ? [id] : []
  }
  if (asked.merchant_id !== undefined) narrow(asked.merchant_id)
  if (asked.external_merchant_id !== undefined)
    narrow(await services.directory.merchantIdOf(tenantId, asked.external_merchant_id))
  return reached
}
