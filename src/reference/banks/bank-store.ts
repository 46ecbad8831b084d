/** SQL that writes banks, with the platform's role. */
import type { Tx } from '../../infra/database/database.ts'
import type { Bank } from '../reference-store.ts'

const SHOWN = 'id, code, name, swift_code, bkm_member_id, logo_url, is_active'

/** Locks the bank until the transaction ends. */
export const findBank = async (tx: Tx, id: string): Promise<Bank | undefined> =>
  (await tx.query<Bank>(`select ${SHOWN} from banks where id = $1 and not is_deleted for update`, [id]))[0]

/** Returns undefined if another bank has this code. A deleted bank passes its code and its id on to the new one. */
export const insertBank = async (tx: Tx, bank: Bank): Promise<Bank | undefined> =>
  (
    await tx.query<Bank>(
      `insert into banks (id, code, name, swift_code, bkm_member_id, logo_url, is_active, is_changed)
       values ($1, $2, $3, $4, $5, $6, $7, true)
       on conflict (code) do update set name = excluded.name, swift_code = excluded.swift_code,
         bkm_member_id = excluded.bkm_member_id, logo_url = excluded.logo_url, is_active = excluded.is_active,
         is_deleted = false, is_changed = true
       where banks.is_deleted
       returning ${SHOWN}`,
      [bank.id, bank.code, bank.name, bank.swift_code, bank.bkm_member_id, bank.logo_url, bank.is_active],
    )
  )[0]

export const updateBankRow = (tx: Tx, bank: Bank): Promise<number> =>
  tx.execute(
    `update banks set name = $2, swift_code = $3, bkm_member_id = $4, logo_url = $5, is_active = $6, is_changed = true
      where id = $1`,
    [bank.id, bank.name, bank.swift_code, bank.bkm_member_id, bank.logo_url, bank.is_active],
  )

export const hasBinRanges = async (tx: Tx, code: string): Promise<boolean> =>
  (await tx.query('select 1 from bank_bins where bank_code = $1 and not is_deleted limit 1', [code])).length > 0

export const deleteBankRow = (tx: Tx, id: string): Promise<number> =>
  tx.execute('update banks set is_active = false, is_deleted = true, is_changed = true where id = $1', [id])
