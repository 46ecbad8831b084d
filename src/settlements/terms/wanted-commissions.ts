/** The bank's commission on movements by the terms in effect on their days, for comparison with what the bank took. */
import type { Tx } from '../../infra/database/database.ts'
import { commissionOfRefund, computeCommission } from '../model/commission.ts'
import type { RatedSale } from '../model/terms.ts'
import { findTerms } from './find-terms.ts'

interface RatedMovement extends RatedSale {
  readonly merchantId: string
  readonly configurationId: string
  /** YYYY-MM-DD in Istanbul. */
  readonly day: string
  readonly isRefund: boolean
  /** Amount of the whole movement, without its sign. */
  readonly amount: number
}

/** Returns signed commissions in the order of the movements; undefined if nothing was agreed. */
export const findWantedCommissions = async (
  tx: Tx,
  tenantId: string,
  movements: readonly RatedMovement[],
): Promise<(number | undefined)[]> => {
  const terms = await findTerms(tx, tenantId, movements)
  return movements.map((movement, at) => {
    const agreed = terms[at]
    if (agreed === undefined) return undefined
    return movement.isRefund ? commissionOfRefund(agreed, movement) : computeCommission(agreed, movement)
  })
}
