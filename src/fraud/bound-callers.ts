/** Callers bound to one merchant, whatever their roles: what reaches every merchant of the tenant is not theirs to write. */
import type { Principal } from '../access/endpoint.ts'
import { Problem } from '../core/problem.ts'

export const refuseBound = ({ isMerchantBound }: Pick<Principal, 'isMerchantBound'>): void => {
  if (!isMerchantBound) return
  throw new Problem('forbidden', {
    detail: 'The caller is bound to a merchant; rules and blacklists reach every merchant of the tenant.',
  })
}
