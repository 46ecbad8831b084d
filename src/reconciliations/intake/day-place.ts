/**
 * Only one of the files of a bank's day is used. A file that is not vouched for does not occupy the day: several can
 * wait, and they are replaced when a vouched one comes. Of two vouched files the first is kept, unless the second has a
 * higher rank (weighVouching).
 */
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { PLATFORM_TIME } from '../../infra/database/database-clock.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { type Withdrawal, withdrawFile } from '../model/file-decision-store.ts'
import { type BankDay, deleteFileRows, type FileRow, findFilesOfDay } from '../model/file-store.ts'
import { type ReconciliationRow, requireReconciliation } from '../model/reconciliation-store.ts'
import { weighVouching } from '../model/vouching.ts'

/** Throws if a file that is kept occupies the day; called before the bytes are loaded. Call it after queueDay. */
export const refusePlaceTaken = async (tx: Tx, tenantId: string, day: BankDay, strength: number): Promise<void> => {
  for (const other of await findFilesOfDay(tx, tenantId, day)) if (stays(other, strength)) throw otherBytes(other)
}

/**
 * Throws if a file that is kept occupies the day; other files are replaced. Call it after queueDay, before the file
 * becomes the one that is used.
 */
export const claimPlace = async (tx: Tx, file: FileRow, by: string): Promise<void> => {
  const strength = weighVouching(file)
  const others = (await findFilesOfDay(tx, file.tenant_id, file)).filter(({ id }) => id !== file.id)
  for (const other of others) {
    if (stays(other, strength)) throw otherBytes(other)
    const givesWay =
      weighVouching(other) < strength || (other.status === 'loading' && weighVouching(other) === strength)
    if (givesWay) await withdraw(tx, other, { as: 'replaced', by, reason: null, replacedBy: file.id })
  }
}

/** Only a completely loaded file is kept; one that is still loading is compared when it is complete. */
const stays = (other: FileRow, strength: number): boolean =>
  other.status === 'taken' && weighVouching(other) > 0 && weighVouching(other) >= strength

/** Withdraws the file together with its reconciliation; throws if that is finalized. */
export const withdraw = async (tx: Tx, file: FileRow, withdrawal: Withdrawal): Promise<void> => {
  await withdrawFile(tx, file, withdrawal)
  if (file.status === 'loading') await deleteFileRows(tx, file)
  const compared = await lockUnfinished(tx, file)
  if (compared === undefined || compared.overall_status === 'cancelled') return
  await tx.execute(
    sql`update reconciliations set overall_status = 'cancelled', last_modified = ${PLATFORM_TIME} where tenant_id = ${file.tenant_id} and id = ${compared.id}`,
  )
}

/** Locks its reconciliation; throws if that is finalized. */
export const lockUnfinished = async (tx: Tx, file: FileRow): Promise<ReconciliationRow | undefined> => {
  if (file.reconciliation_id === null) return undefined
  const compared = await requireReconciliation(tx, file.tenant_id, file.reconciliation_id, 'for update')
  if (compared.closing_as === null) return compared
  throw new Problem('conflict', {
    detail: phrase`The reconciliation ${compared.id} of file ${file.number} of ${file.day} of merchant ${file.merchant_number} is finalized; the file stays.`,
  })
}

const otherBytes = ({ id, number, day, merchant_number }: FileRow): Problem =>
  new Problem('conflict', {
    detail: phrase`File ${number} of ${day} of merchant ${merchant_number} was taken with other bytes, as ${id}. If that one is not the bank’s, a person rejects it first (POST /api/v1/reconciliations/files/{id}/reject).`,
  })
