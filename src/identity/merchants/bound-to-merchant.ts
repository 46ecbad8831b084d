/**
 * Members of a merchant that a caller bound to it cannot change: whether the merchant sells, its name in payments, and its parent. The
 * tenant has decided these about the merchant, whose own administrator would undo it.
 */
import { ownMerchantId } from '../../access/callers/request-merchant.ts'
import type { Principal } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { MerchantRow } from './merchant-store.ts'

const OF_TENANT = ['external_id', 'parent_id', 'is_active', 'status'] as const
type OfTenant = (typeof OF_TENANT)[number]

export const isBoundCaller = (principal: Principal): boolean => ownMerchantId(principal) !== null

/** `named` lists the members that the call names. Throws forbidden for those that get another value; the others stay. */
export const keepOfTenant = (before: MerchantRow, named: ReadonlySet<string>, wanted: MerchantRow): MerchantRow => {
  const changed = OF_TENANT.filter((member) => named.has(member) && wanted[member] !== before[member])
  if (changed.length > 0)
    throw new Problem('forbidden', {
      detail: phrase`This token is bound to the merchant; only callers of the whole tenant change ${changed.join(', ')}. Leave it out.`,
    })
  const { external_id, parent_id, is_active, status }: Pick<MerchantRow, OfTenant> = before
  return { ...wanted, external_id, parent_id, is_active, status }
}
