/** SQL that reads whole look-up tables: they are small and served from memory. */
import type { CardScheme } from '../core/card-number.ts'
import type { CardBrandName, CardTypeName } from '../core/schema.ts'
import type { Tx } from '../infra/database/database.ts'

export interface Bank {
  id: string
  code: string
  name: string
  swift_code: string | null
  bkm_member_id: string | null
  logo_url: string | null
  is_active: boolean
}

export const selectBanks = (tx: Tx): Promise<Bank[]> =>
  tx.query<Bank>(
    'select id, code, name, swift_code, bkm_member_id, logo_url, is_active from banks where not is_deleted order by code',
  )

export interface BankBin {
  id: string
  bank_code: string | null
  bank_name: string | null
  bin_start: string
  bin_end: string
  schema_type: CardScheme
  card_type: CardTypeName
  card_program: CardBrandName | null
  country: string | null
  is_commercial: boolean
  card_length: number
  is_active: boolean
}

export const selectBankBins = (tx: Tx): Promise<BankBin[]> =>
  tx.query<BankBin>(
    `select r.id, r.bank_code, b.name as bank_name, r.bin_start, r.bin_end, r.schema_type, r.card_type, r.card_program,
            r.country, r.is_commercial, r.card_length, r.is_active
       from bank_bins r left join banks b on b.code = r.bank_code
      where not r.is_deleted
      order by r.bin_start collate "C", r.bin_end collate "C"`,
  )

export interface City {
  id: string
  code: string
  name: string
  country: string
  is_active: boolean
}

export const selectCities = (tx: Tx): Promise<City[]> =>
  tx.query<City>('select id, code, name, country, is_active from cities order by code')

export interface District {
  id: string
  city_code: string
  name: string
  is_active: boolean
}

/** Returns districts in no particular order, because the reader sorts them in Turkish order. */
export const selectDistricts = (tx: Tx): Promise<District[]> =>
  tx.query<District>('select id, city_code, name, is_active from districts')

export interface MccCode {
  id: string
  code: string
  description: string
  description_en: string | null
  category: string
  is_active: boolean
}

export const selectMccCodes = (tx: Tx): Promise<MccCode[]> =>
  tx.query<MccCode>('select id, code, description, description_en, category, is_active from mcc_codes order by code')
