/** The list of settlement endpoints of the card surface. */
import type { Endpoint } from '../access/endpoint.ts'
import { listMerchantTerms } from './terms/list-terms.ts'
import { confirmTerms, createTerms, rejectTerms } from './terms/write-terms.ts'

/** Nothing is settled yet. */
const lastSettledDay = async () => null

export const settlementEndpoints = (): readonly Endpoint[] => [
  listMerchantTerms,
  createTerms(lastSettledDay),
  confirmTerms(lastSettledDay),
  rejectTerms,
]
