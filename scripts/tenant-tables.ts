/**
 * Tables of tenants are locked by the migration that makes them, every statement on one names tenant_id, and `src/infra/` and `src/lists/`
 * know none but their own. All other tables are shared by the shards, or describe their own server.
 */
import { tablesMade } from './sql-tables.ts'

/** `migrations` and `code`: path from the root to text. Returns one line per fault. */
export const tenantFaults = (migrations: ReadonlyMap<string, string>, code: ReadonlyMap<string, string>): string[] => {
  const tables = tenantTables(migrations)
  const protectedTables = new Set(
    [...migrations.values()].flatMap((text) => [...text.matchAll(PROTECTED)].map(([, name]) => name as string)),
  )
  return [
    ...[...tables]
      .filter(([name]) => !protectedTables.has(name))
      .map(
        ([name, path]) => `${path} makes ${name} with tenant_id, and no migration calls protect_tenant_table for it`,
      ),
    ...[...tablesMade(migrations)]
      .filter((name) => !tables.has(name) && !sharedTables(migrations).has(name) && !OF_ITS_SERVER.has(name))
      .map(
        (name) =>
          `${name} has no tenant_id: a migration calls share_table for it, or it is in OF_ITS_SERVER, scripts/tenant-tables.ts`,
      ),
    ...[...code]
      .filter(([path]) => path.startsWith('src/'))
      .flatMap(([path, text]) => [
        ...statementFaults(path, text, new Set(tables.keys())),
        ...Object.keys(MACHINERY)
          .filter((folder) => path.startsWith(folder))
          .flatMap((folder) => machineryFaults(path, text, tables.keys(), MACHINERY[folder]!)),
      ]),
  ]
}

const CREATED = /^create (?:unlogged )?table (?:if not exists )?(\w+) \(([\s\S]*?)^\)/gim
const ALTERED = /^alter table (\w+) add column tenant_id\b/gim
const PROTECTED = /call protect_tenant_table\('(\w+)'/gi

/** Every shard has them, as the first one does. */
const sharedTables = (migrations: ReadonlyMap<string, string>): ReadonlySet<string> =>
  new Set([...migrations.values()].flatMap((text) => [...text.matchAll(SHARED)].map(([, name]) => name as string)))
const SHARED = /call share_table\('(\w+)'/gi

/** They say something of the server that they are on: each shard has its own. */
const OF_ITS_SERVER = new Set(
  `allowed_transitions processes promotions process_keys divided_tables partitions retention_clock emptied_columns
   part_rewrites archived_months archived_sums closed_lists limit_buckets limit_windows claim_days database_identity
   restores backups shared_tables release_steps`.split(/\s+/),
)

/** Name to the migration that makes it. */
const tenantTables = (migrations: ReadonlyMap<string, string>): Map<string, string> =>
  new Map(
    [...migrations].flatMap(([path, text]) => [
      ...[...text.matchAll(CREATED)]
        .filter(([, , columns]) => /^\s*tenant_id\s/m.test(columns as string))
        .map(([, name]): [string, string] => [name as string, path]),
      ...[...text.matchAll(ALTERED)].map(([, name]): [string, string] => [name as string, path]),
    ]),
  )

/** A text that is a statement: a quoted or template literal that begins like one. */
const STATEMENT = /(['`])\s*((?:select|insert into|update|delete from|with)\s[\s\S]*?)(?<!\\)\1/gi
const TOUCHED = /\b(?:from|join|into|update)\s+(?:only\s+)?(\w+)/gi

/** Rows that come as documents bring their tenant along. */
const CARRIES_ITS_TENANT = /jsonb_populate_record(?:set)?\(/

const statementFaults = (path: string, text: string, tables: ReadonlySet<string>): string[] =>
  [...text.matchAll(STATEMENT)].flatMap(([, , written]) => {
    const statement = withParts(written as string, text)
    const table = [...statement.matchAll(TOUCHED)].map(([, name]) => name as string).find((name) => tables.has(name))
    if (table === undefined || /tenant_id|tenantId/.test(statement) || CARRIES_ITS_TENANT.test(statement)) return []
    if (EXCEPTED.has(path)) return []
    return [`${path}: a statement on ${table} does not name tenant_id: ${written?.slice(0, 60).trim()}`]
  })

/** The statement with the constants and functions of its file that it is put together from. */
const withParts = (statement: string, text: string, depth = 3): string =>
  statement.replace(/\$\{(\w+)(?:[.(][^}]*)?\}/g, (whole, name: string) => {
    const defined = new RegExp(`const ${name}\\b[^=]*=([\\s\\S]*?)(?:\\n\\s*\\n|\\nconst |\\nexport |$)`).exec(
      text,
    )?.[1]
    return defined === undefined || depth === 0 ? whole : `${whole} ${withParts(defined, text, depth - 1)}`
  })

/** Statements that ask across tenants by their nature, as the platform. */
const EXCEPTED = new Set(['src/identity/seed/realm-seed-store.ts', 'src/infra/database/trace-contexts.ts'])

/** Folders that know no domain, with the tables that they keep for themselves. */
const MACHINERY: Readonly<Record<string, readonly string[]>> = {
  'src/infra/': ['data_keys', 'key_rotation_steps', 'restore_findings', 'trace_contexts', 'verified_bounds'],
  'src/lists/': [
    'closed_block_heads',
    'closed_blocks',
    'closed_block_deltas',
    'closed_block_filters',
    'closed_block_filter_counts',
    'closed_block_copies',
    'closed_block_values',
    'closed_block_texts',
  ],
}

/** A domain's table is handed to machinery as an argument: neither a statement there nor a list of tables names it. */
const machineryFaults = (path: string, text: string, tables: Iterable<string>, own: readonly string[]): string[] => {
  const code = text.replace(COMMENT, '')
  return [...tables]
    .filter((name) => !own.includes(name))
    .filter((name) => new RegExp(`(?:\\b(?:from|join|into|update)\\s+|\\btable: ')${name}\\b`, 'i').test(code))
    .map((name) => `${path} knows the table ${name}: have it handed in`)
}
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g
