/** SQL that writes banks, with the platform's role. */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { insertInto, updateTable } from '../../infra/database/statements/write-rows.ts'
import type { Bank } from '../reference-store.ts'

const SHOWN = sql`id, code, name, swift_code, bkm_member_id, logo_url, is_active`

/** Locks the bank until the transaction ends. */
export const findBank = async (tx: Tx, id: string): Promise<Bank | undefined> =>
  (await tx.query<Bank>(sql`select ${SHOWN} from banks where id = ${id} and not is_deleted for update`))[0]

/** Returns undefined if another bank has this code. A deleted bank passes its code and its id on to the new one. */
export const insertBank = async (tx: Tx, bank: Bank): Promise<Bank | undefined> =>
  (
    await tx.query<Bank>(
      insertInto(
        'banks',
        {
          id: bank.id,
          code: bank.code,
          name: bank.name,
          swift_code: bank.swift_code,
          bkm_member_id: bank.bkm_member_id,
          logo_url: bank.logo_url,
          is_active: bank.is_active,
          is_changed: true,
        },
        sql`on conflict (code) do update set name = excluded.name, swift_code = excluded.swift_code,
         bkm_member_id = excluded.bkm_member_id, logo_url = excluded.logo_url, is_active = excluded.is_active,
         is_deleted = false, is_changed = true
       where banks.is_deleted
       returning ${SHOWN}`,
      ),
    )
  )[0]

export const updateBankRow = (tx: Tx, bank: Bank): Promise<number> =>
  tx.execute(
    updateTable(
      'banks',
      { id: bank.id },
      {
        name: bank.name,
        swift_code: bank.swift_code,
        bkm_member_id: bank.bkm_member_id,
        logo_url: bank.logo_url,
        is_active: bank.is_active,
        is_changed: true,
      },
    ),
  )

export const hasBinRanges = async (tx: Tx, code: string): Promise<boolean> =>
  (await tx.query(sql`select 1 from bank_bins where bank_code = ${code} and not is_deleted limit 1`)).length > 0

export const deleteBankRow = (tx: Tx, id: string): Promise<number> =>
  tx.execute(updateTable('banks', { id }, { is_active: false, is_deleted: true, is_changed: true }))
