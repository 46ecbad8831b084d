/** SQL that writes the realms a platform starts with. */
import type { Tx } from '../../infra/database/database.ts'
import { buildDocumentInsert } from '../../infra/database/rows/document-rows.ts'
import { sql } from '../../infra/database/statements/sql.ts'

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
    sql`select slug from unnest(${slugs}::text[]) as given (slug) where not exists (select from realms r where r.slug = given.slug)`,
  )
  return rows.map((row) => row.slug)
}

const OF_FRESH = 'join fresh using (tenant_id)'

/** Writes all or nothing of a realm: a process that loses the race writes none of its rows. Returns the realms written. */
export const insertRealms = async (tx: Tx, rows: RealmRows): Promise<string[]> => {
  const fresh = await tx.query<{ slug: string }>(
    `with made_plans as (
       ${buildDocumentInsert('plans', rows.plans)} on conflict do nothing
     ), fresh as (
       ${buildDocumentInsert('realms', rows.realms, '$2')}
       on conflict do nothing returning tenant_id, slug
     ), made_merchants as (
       ${buildDocumentInsert('merchants', rows.merchants, '$3', OF_FRESH)}
     ), made_clients as (
       ${buildDocumentInsert('clients', rows.clients, '$4', OF_FRESH)}
     ), made_users as (
       ${buildDocumentInsert('users', rows.users, '$5', OF_FRESH)}
     ), made_keys as (
       ${buildDocumentInsert('signing_keys', rows.signing_keys, '$6', OF_FRESH)}
     )
     select slug from fresh`,
    [rows.plans, rows.realms, rows.merchants, rows.clients, rows.users, rows.signing_keys].map((part) =>
      JSON.stringify(part),
    ),
  )
  return fresh.map((row) => row.slug)
}
