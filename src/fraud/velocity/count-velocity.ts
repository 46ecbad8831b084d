/** Counts velocity for checks inside the transaction that writes the payment or transfer (docs/decisions/0169). */
import type { Tx } from '../../infra/database/database.ts'
import type { CountedCheck, VelocityValues } from './counted-check.ts'
import { type CountedHistory, loadCountedHistory } from './counted-history.ts'
import type { VelocityVariable } from './counting-plan.ts'
import { EarlierInTransaction } from './earlier-in-transaction.ts'
import { lockScopes, type VelocityRow } from './velocity-store.ts'

/**
 * Evaluates in the given order: each check sees everything counted before it, in this transaction or an earlier one.
 * `taken`: ids for which nothing will be created; they are not counted. `few`: subjects with more checks are summed up by the database.
 */
export const countVelocityInOrder = async <T>(
  tx: Tx,
  countings: readonly CountedCheck[],
  taken: ReadonlySet<string>,
  judge: (counted: VelocityValues, at: number) => T,
  few?: number,
): Promise<T[]> => {
  // Both are sent at once, and each sees what had been committed when it ran: the read after the lock sees everything before it.
  const [, past] = await Promise.all([lockVelocityScopes(tx, countings), loadCountedHistory(tx, countings, few)])
  const earlier = new EarlierInTransaction()
  return countings.map((counting, at) => {
    const decision = judge(velocitiesOf(counting, past, earlier), at)
    if (!taken.has(counting.checkId)) earlier.add(counting)
    return decision
  })
}

/** Holds the locks until the commit, so that concurrent checks of a tenant's process see each other. */
export const lockVelocityScopes = (
  tx: Tx,
  of: readonly Pick<CountedCheck, 'tenantId' | 'process'>[],
): Promise<unknown> => lockScopes(tx, new Set(of.map(({ tenantId, process }) => `${tenantId} ${process}`)))

const velocitiesOf = (counting: CountedCheck, past: CountedHistory, earlier: EarlierInTransaction): VelocityValues => {
  const numbers: Record<string, number> = {}
  for (const need of counting.plan.needs)
    numbers[need.name] =
      typeof counting.subjects[need.kind] === 'number' ? velocityOf(need, counting, past, earlier) : 0
  return numbers
}

const velocityOf = (
  { kind, windowS, measure }: VelocityVariable,
  counting: CountedCheck,
  past: CountedHistory,
  earlier: EarlierInTransaction,
): number => {
  switch (measure) {
    case 'distinct_cards':
      return past.cards(counting, kind, windowS, earlier.cards(counting, kind, windowS))
    case 'declined_count':
      return past.sums(counting, kind, windowS).declined // the payment about to be made has not failed yet
    default: {
      const before = past.sums(counting, kind, windowS)
      const beside = earlier.sums(counting, kind, windowS)
      return measure === 'count' ? before.count + beside.count : before.amount + beside.amount
    }
  }
}

export const toVelocityRow = ({
  checkId,
  tenantId,
  second,
  amount,
  currency,
  subjects,
}: CountedCheck): VelocityRow => ({
  ...subjects,
  tenant_id: tenantId,
  check_id: checkId,
  at: second,
  amount,
  currency,
  failed: false,
})
