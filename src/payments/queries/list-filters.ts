/** Resolves the merchants a filter names, within the caller's scope. */
import type { PaymentServices } from '../attempts/payment-services.ts'

/** `own` is the merchant of the request. Null means all of the tenant; an empty list means that no merchant matches. */
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
