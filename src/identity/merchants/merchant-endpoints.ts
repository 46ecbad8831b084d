/** The merchants of a tenant, operation by operation. */
import type { Endpoint } from '../../access/endpoint.ts'
import { getMerchant, listMerchants, ownMerchant } from './get-merchants.ts'
import type { MerchantServices } from './merchant-operation.ts'
import { createMerchant, deleteMerchant, patchMerchant, updateMerchant } from './write-merchant.ts'

export const merchantEndpoints = (services: MerchantServices): Endpoint[] => [
  listMerchants(services),
  createMerchant(services),
  ownMerchant(services),
  getMerchant(services),
  updateMerchant(services),
  patchMerchant(services),
  deleteMerchant(services),
]
