/** Finds the configurations that take payments of plans. */
import type { Configuration } from '../../connectors/attempt.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'

/** Refuses an explicitly named configuration that cannot. */
export const findRecurringCapable = (
  configurations: readonly Configuration[],
  wanted: string | undefined,
): Configuration[] => {
  const able = configurations.filter(({ settings }) => settings.supports_recurring !== 'false')
  const isWantedUnable = configurations.some(({ id }) => id === wanted) && !able.some(({ id }) => id === wanted)
  if (isWantedUnable || (!able.some(({ isActive }) => isActive) && configurations.some(({ isActive }) => isActive)))
    throw new Problem('recurring_not_supported', {
      detail: phrase`No connector configuration that could take this plan offers recurring payments (supports_recurring).`,
    })
  return able
}
