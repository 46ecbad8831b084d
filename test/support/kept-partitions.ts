/** The upkeep of divided tables as the program runs it: lists hear of what leaves. */
import { keepPartitions as keep } from '../../src/infra/database/partitions/keep-partitions.ts'
import { rewriteParts as rewrite } from '../../src/infra/database/partitions/rewrite-parts.ts'
import { LISTS_OF_PARTS } from '../../src/lists/blocks/cut-lists.ts'
import { purgeDeliveries as purge } from '../../src/webhooks/deliveries/purge-deliveries.ts'

type WithoutLists<Upkeep> = Omit<Upkeep, 'lists'>
type Rest<Work extends (...given: never[]) => unknown> =
  Parameters<Work> extends [unknown, ...infer Others] ? Others : never

export const keepPartitions = (
  upkeep: WithoutLists<Parameters<typeof keep>[0]>,
  ...others: Rest<typeof keep>
): Promise<void> => keep({ ...upkeep, lists: LISTS_OF_PARTS }, ...others)

export const rewriteParts = (
  upkeep: WithoutLists<Parameters<typeof rewrite>[0]>,
  ...others: Rest<typeof rewrite>
): Promise<void> => rewrite({ ...upkeep, lists: LISTS_OF_PARTS }, ...others)

export const purgeDeliveries = (upkeep: Parameters<typeof purge>[0]): Promise<void> => purge(upkeep, LISTS_OF_PARTS)
