/**
 * A reconciliation is finalized by what the bank reported: commissions and value dates of its file are settled
 * unchanged.
 */
import type { Principal } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { findFile } from '../model/file-store.ts'
import type { ReconciliationRow } from '../model/reconciliation-store.ts'
import { isBehind } from '../model/vouching.ts'

/** Throws if one of its files is not vouched for, or only by a key whose secret the caller may know. */
export const checkVouchedFor = async (
  tx: Tx,
  { tenant_id, file_ids }: ReconciliationRow,
  { accountable }: Pick<Principal, 'accountable'>,
): Promise<void> => {
  for (const id of file_ids) {
    const file = await findFile(tx, tenant_id, id)
    if (file === undefined) continue
    const { number, day, merchant_number, is_vouched } = file
    if (!is_vouched)
      throw new Problem('invalid_state_transition', {
        detail: phrase`Nobody vouches for file ${number} of ${day} of merchant ${merchant_number}: a person sent it. A second person compares it with the bank’s and confirms it (POST /api/v1/reconciliations/files/${id}/confirm), or the bank’s own way brings it.`,
      })
    if (isBehind([file], accountable))
      throw new Problem('four_eyes_violation', {
        detail: phrase`The person behind this call knows the key that sent file ${number} of ${day} of merchant ${merchant_number}: another person finalizes it, or confirms the file first (POST /api/v1/reconciliations/files/${id}/confirm).`,
      })
  }
}
