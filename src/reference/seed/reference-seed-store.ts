/** SQL that fills the look-up tables. Rows that the platform wrote, switched off or deleted are not changed. */
import type { Tx } from '../../infra/database/database.ts'
import { buildDocumentInsert } from '../../infra/database/rows/document-rows.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { insertInto } from '../../infra/database/statements/write-rows.ts'

type SeedRow = Readonly<Record<string, unknown>>

/** Returns the digest of the last seed. A second process waits here and then finds it done. */
export const lockSeed = async (tx: Tx, name: string): Promise<string> => {
  await tx.execute(insertInto('reference_seeds', { name, digest: '' }, sql`on conflict do nothing`))
  const rows = await tx.query<{ digest: string }>(
    sql`select digest from reference_seeds where name = ${name} for update`,
  )
  return rows[0]!.digest
}

/** Returns whether a step that runs once per database, and stores no data, has run. */
export const isDone = async (tx: Tx, name: string): Promise<boolean> =>
  (await tx.query(sql`select 1 from reference_seeds where name = ${name}`)).length > 0

export const markDone = (tx: Tx, name: string): Promise<number> =>
  tx.execute(insertInto('reference_seeds', { name, digest: 'filled' }, sql`on conflict do nothing`))

export const storeDigest = (tx: Tx, name: string, digest: string): Promise<number> =>
  tx.execute(sql`update reference_seeds set digest = ${digest} where name = ${name}`)

export const putBanks = (tx: Tx, rows: readonly SeedRow[]): Promise<number> =>
  tx.execute(
    `${buildDocumentInsert('banks', rows)}
     on conflict (code) do update set name = excluded.name, swift_code = excluded.swift_code
     where not banks.is_changed`,
    [JSON.stringify(rows)],
  )

/** Leaves out a range if the platform already has one that overlaps it. */
export const putBankBins = (tx: Tx, rows: readonly SeedRow[]): Promise<number> =>
  tx.execute(
    sql`insert into bank_bins (id, bank_code, bin_start, bin_end, schema_type, card_type, card_program, country,
                            is_commercial, card_length, is_active)
     select id, bank_code, bin_start, bin_end, schema_type, card_type, card_program, country,
            is_commercial, card_length, is_active
       from jsonb_populate_recordset(null::bank_bins, ${JSON.stringify(rows)}) fresh
      where not exists (select from bank_bins known
                         where length(known.bin_start) = length(fresh.bin_start)
                           and known.bin_start <= fresh.bin_end and known.bin_end >= fresh.bin_start)`,
  )

export const putCities = (tx: Tx, rows: readonly SeedRow[]): Promise<number> =>
  tx.execute(
    `${buildDocumentInsert('cities', rows)}
     on conflict (code) do update set name = excluded.name`,
    [JSON.stringify(rows)],
  )

export const putDistricts = (tx: Tx, rows: readonly SeedRow[]): Promise<number> =>
  tx.execute(
    `${buildDocumentInsert('districts', rows)}
     on conflict (city_code, name) do nothing`,
    [JSON.stringify(rows)],
  )

export const putMccCodes = (tx: Tx, rows: readonly SeedRow[]): Promise<number> =>
  tx.execute(
    `${buildDocumentInsert('mcc_codes', rows)}
     on conflict (code) do update set description = excluded.description, description_en = excluded.description_en,
                                      category = excluded.category`,
    [JSON.stringify(rows)],
  )
