/** How often an installment of a plan is tried: a setting of plans that the search for a lost charge has to know, too. */
import { findSettings } from '../../identity/settings/setting-store.ts'
import type { Tx } from '../../infra/database/database.ts'

export const PLAN_TRIES = { key: 'recurring.max_tries', least: 1, most: 10, standard: 3 } as const

export const findPlanTries = async (tx: Tx, tenantId: string): Promise<number> => {
  const { key, least, most, standard } = PLAN_TRIES
  const value = Number((await findSettings(tx, tenantId, [key])).get(key) ?? standard)
  return Number.isInteger(value) && value >= least && value <= most ? value : standard
}
