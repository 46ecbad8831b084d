/** The migration files, and which of them a database has applied. */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../../migrations', import.meta.url))

/** A migration holds this advisory lock, and work that relies on an unchanged schema shares it. The number is any that no other program uses. */
export const MIGRATION_LOCK = 846_370_311

/** Names in the order the files run. */
export const migrationNames = (folder: string): string[] =>
  readdirSync(folder)
    .map((file) => file.replace(/\.sql$/, ''))
    .sort()

export const KNOWN: readonly string[] = migrationNames(MIGRATIONS_FOLDER)

/** Returns an empty list if there is no schema yet. */
export const appliedMigrations = async (client: Pick<pg.Client, 'query'>): Promise<string[]> => {
  const { rows: made } = await client.query<{ is: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as is`,
  )
  if (!made[0]?.is) return []
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name')
  return rows.map(({ name }) => name)
}
