/** Callers bound to one merchant, whatever their roles: rules and blacklists, and whether they bind, are not theirs to write. */
import type { Principal } from '../access/endpoint.ts'
import { Problem } from '../core/problem.ts'

export const refuseBound = ({ isMerchantBound }: Pick<Principal, 'isMerchantBound'>): void => {
  if (!isMerchantBound) return
  throw new Problem('forbidden', {
    detail:
      'The caller is bound to a merchant; rules, blacklists and policies are written by people of the whole tenant.',
  })
}
