/** Common to the writes of bank profiles: the row that is changed, and its entry in the changelog. */
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { type Action, type Change, diffFields } from '../changelog/changelog.ts'
import { type BankProfileRow, findProfile } from './bank-profile-store.ts'
import { auditedProfile } from './pending-profile.ts'

export const requireProfile = async (tx: Tx, of: Parameters<typeof findProfile>[1]): Promise<BankProfileRow> => {
  const row = await findProfile(tx, of)
  if (row) return row
  throw new Problem('resource_not_found', { detail: phrase`The merchant has no bank profile with this id.` })
}

/** One side is null if the profile did not exist before, or is deleted. */
export const buildProfileChange = (
  action: Action,
  before: BankProfileRow | null,
  after: BankProfileRow | null,
): Change => {
  const { connector_id, id } = (after ?? before) as BankProfileRow
  const diff = diffFields(before && auditedProfile(before), after && auditedProfile(after))
  return { connectorId: connector_id, kind: 'merchant_bank_profile', entityId: id, action, diff }
}
