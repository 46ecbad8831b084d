/** SQL that writes BIN ranges, with the platform's role. */
import type { Tx } from '../../infra/database/database.ts'
import { isUniqueViolation } from '../../infra/database/database-errors.ts'
import type { BankBin } from '../reference-store.ts'

export type BankBinRow = Omit<BankBin, 'bank_name' | 'bank_code'> & { bank_code: string }

/** Locks the range until the transaction ends. */
export const bankBinById = async (tx: Tx, id: string): Promise<BankBin | undefined> =>
  (
    await tx.query<BankBin>(
      `select r.id, r.bank_code, b.name as bank_name, r.bin_start, r.bin_end, r.schema_type, r.card_type, r.card_program,
              r.country, r.is_commercial, r.card_length, r.is_active
         from bank_bins r left join banks b on b.code = r.bank_code
        where r.id = $1 and not r.is_deleted
          for update of r`,
      [id],
    )
  )[0]

export const isBankThere = async (tx: Tx, code: string): Promise<boolean> =>
  (await tx.query('select 1 from banks where code = $1 and not is_deleted', [code])).length > 0

/** Inserts or updates a range. The database prevents overlaps of ranges of one length, also under concurrent writes. */
export const putBankBin = async (tx: Tx, row: BankBinRow): Promise<'put' | 'overlap'> => {
  try {
    await tx.execute(
      `insert into bank_bins (id, bank_code, bin_start, bin_end, schema_type, card_type, card_program, country,
                              is_commercial, card_length, is_active)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       on conflict (id) do update set bank_code = excluded.bank_code, bin_start = excluded.bin_start,
         bin_end = excluded.bin_end, schema_type = excluded.schema_type, card_type = excluded.card_type,
         card_program = excluded.card_program, country = excluded.country, is_commercial = excluded.is_commercial,
         card_length = excluded.card_length, is_active = excluded.is_active`,
      [
        row.id,
        row.bank_code,
        row.bin_start,
        row.bin_end,
        row.schema_type,
        row.card_type,
        row.card_program,
        row.country,
        row.is_commercial,
        row.card_length,
        row.is_active,
      ],
    )
    return 'put'
  } catch (error) {
    if (isUniqueViolation(error) || (error as { code?: string }).code === EXCLUSION_VIOLATION) return 'overlap'
    throw error
  }
}
const EXCLUSION_VIOLATION = '23P01'

export const deleteBankBinRow = (tx: Tx, id: string): Promise<number> =>
  tx.execute('update bank_bins set is_active = false, is_deleted = true where id = $1', [id])
