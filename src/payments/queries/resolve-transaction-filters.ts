/** The filters of a list of transactions, with names resolved to ids. */
import type { PaymentServices } from '../attempts/payment-services.ts'
import { resolveMerchants } from './list-filters.ts'
import type { ResolvedFilters } from './transaction-list-query.ts'
import type { TransactionFilters } from './transaction-schemas.ts'

/** Resolves names to ids: the merchant by its external id, configurations by their connector's code. */
export const resolveTransactionFilters = async (
  services: Pick<PaymentServices, 'banks' | 'directory'>,
  tenantId: string,
  own: string | null,
  query: TransactionFilters,
): Promise<ResolvedFilters> => {
  const merchantIds = await resolveMerchants(services, tenantId, own, query)
  const configurationIds =
    query.connector_code === undefined
      ? null
      : (await services.banks.connectors.configurationsOf(tenantId))
          .filter((each) => each.connectorCode === query.connector_code)
          .map((each) => each.id)
  return { ...query, merchantIds, configurationIds }
}
