/** SQL that writes the realms a platform starts with. */
import type { Tx } from '../infra/postgres.ts'

type SeedRow = Readonly<Record<string, unknown>>

/** Rows by table; columns a row leaves out are null. */
export interface RealmRows {
  plans: readonly SeedRow[]
  realms: readonly SeedRow[]
  merchants: readonly SeedRow[]
  clients: readonly SeedRow[]
  users: readonly SeedRow[]
  signing_keys: readonly SeedRow[]
}

export const missingSlugs = async (tx: Tx, slugs: readonly string[]): Promise<string[]> => {
  const rows = await tx.query<{ slug: string }>(
    'select slug from unnest($1::text[]) as given (slug) where not exists (select from realms r where r.slug = given.slug)',
    [slugs],
  )
  return rows.map((row) => row.slug)
}

/** Writes all or nothing of a realm: whoever loses the race for it writes none of its rows. Answers the realms written. */
export const insertRealms = async (tx: Tx, rows: RealmRows): Promise<string[]> => {
  const fresh = await tx.query<{ slug: string }>(
    `with made_plans as (
       insert into plans select * from jsonb_populate_recordset(null::plans, $1) on conflict do nothing
     ), fresh as (
       insert into realms select * from jsonb_populate_recordset(null::realms, $2)
       on conflict do nothing returning tenant_id, slug
     ), made_merchants as (
       insert into merchants
       select row.* from jsonb_populate_recordset(null::merchants, $3) row join fresh using (tenant_id)
     ), made_clients as (
       insert into clients
       select row.* from jsonb_populate_recordset(null::clients, $4) row join fresh using (tenant_id)
     ), made_users as (
       insert into users select row.* from jsonb_populate_recordset(null::users, $5) row join fresh using (tenant_id)
     ), made_keys as (
       insert into signing_keys
       select row.* from jsonb_populate_recordset(null::signing_keys, $6) row join fresh using (tenant_id)
     )
     select slug from fresh`,
    [rows.plans, rows.realms, rows.merchants, rows.clients, rows.users, rows.signing_keys].map((part) =>
      JSON.stringify(part),
    ),
  )
  return fresh.map((row) => row.slug)
}
