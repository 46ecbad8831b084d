/** SQL that reads whole look-up tables: they are small and served from memory. */
import type { CardScheme } from '../core/card-number.ts'
import type { CardBrandName, CardTypeName } from '../core/schema.ts'
import type { Tx } from '../infra/database/database.ts'
import type { Row } from '../infra/database/statements/write-rows.ts'

export type Bank = Omit<Row<'banks'>, 'is_deleted' | 'is_changed'>

export const selectBanks = (tx: Tx): Promise<Bank[]> =>
  tx.query<Bank>(
    'select id, code, name, swift_code, bkm_member_id, logo_url, is_active from banks where not is_deleted order by code',
  )

export interface BankBin extends Omit<Row<'bank_bins'>, 'is_deleted'> {
  bank_name: string | null
  schema_type: CardScheme
  card_type: CardTypeName
  card_program: CardBrandName | null
}

export const selectBankBins = (tx: Tx): Promise<BankBin[]> =>
  tx.query<BankBin>(
    `select r.id, r.bank_code, b.name as bank_name, r.bin_start, r.bin_end, r.schema_type, r.card_type, r.card_program,
            r.country, r.is_commercial, r.card_length, r.is_active
       from bank_bins r left join banks b on b.code = r.bank_code
      where not r.is_deleted
      order by r.bin_start collate "C", r.bin_end collate "C"`,
  )

export type City = Row<'cities'>

export const selectCities = (tx: Tx): Promise<City[]> =>
  tx.query<City>('select id, code, name, country, is_active from cities order by code')

export type District = Row<'districts'>

/** Returns districts in no particular order, because the reader sorts them in Turkish order. */
export const selectDistricts = (tx: Tx): Promise<District[]> =>
  tx.query<District>('select id, city_code, name, is_active from districts')

export interface MccCode extends Omit<Row<'mcc_codes'>, 'category'> {
  category: string
}

export const selectMccCodes = (tx: Tx): Promise<MccCode[]> =>
  tx.query<MccCode>('select id, code, description, description_en, category, is_active from mcc_codes order by code')
