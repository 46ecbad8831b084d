/** SQL that writes BIN ranges, with the platform's role. */
import type { Tx } from '../../infra/database/database.ts'
import { isUniqueViolation } from '../../infra/database/database-errors.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { insertInto } from '../../infra/database/statements/write-rows.ts'
import type { BankBin } from '../reference-store.ts'

export type BankBinRow = Omit<BankBin, 'bank_name' | 'bank_code'> & { bank_code: string }

/** Locks the range until the transaction ends. */
export const bankBinById = async (tx: Tx, id: string): Promise<BankBin | undefined> =>
  (
    await tx.query<BankBin>(
      sql`select r.id, r.bank_code, b.name as bank_name, r.bin_start, r.bin_end, r.schema_type, r.card_type, r.card_program,
              r.country, r.is_commercial, r.card_length, r.is_active
         from bank_bins r left join banks b on b.code = r.bank_code
        where r.id = ${id} and not r.is_deleted
          for update of r`,
    )
  )[0]

export const isBankThere = async (tx: Tx, code: string): Promise<boolean> =>
  (await tx.query(sql`select 1 from banks where code = ${code} and not is_deleted`)).length > 0

/** Inserts or updates a range. The database prevents overlaps of ranges of one length, also under concurrent writes. */
export const putBankBin = async (tx: Tx, row: BankBinRow): Promise<'put' | 'overlap'> => {
  try {
    await tx.execute(
      insertInto(
        'bank_bins',
        {
          id: row.id,
          bank_code: row.bank_code,
          bin_start: row.bin_start,
          bin_end: row.bin_end,
          schema_type: row.schema_type,
          card_type: row.card_type,
          card_program: row.card_program,
          country: row.country,
          is_commercial: row.is_commercial,
          card_length: row.card_length,
          is_active: row.is_active,
        },
        sql`on conflict (id) do update set bank_code = excluded.bank_code, bin_start = excluded.bin_start,
         bin_end = excluded.bin_end, schema_type = excluded.schema_type, card_type = excluded.card_type,
         card_program = excluded.card_program, country = excluded.country, is_commercial = excluded.is_commercial,
         card_length = excluded.card_length, is_active = excluded.is_active`,
      ),
    )
    return 'put'
  } catch (error) {
    if (isUniqueViolation(error) || (error as { code?: string }).code === EXCLUSION_VIOLATION) return 'overlap'
    throw error
  }
}
const EXCLUSION_VIOLATION = '23P01'

export const deleteBankBinRow = (tx: Tx, id: string): Promise<number> =>
  tx.execute(sql`update bank_bins set is_active = false, is_deleted = true where id = ${id}`)
