/** How many rows every table has: a refused request must leave all of them unchanged, except the audit log of refusals. What is scheduled by the minute has nothing to do with requests. */
import pg from 'pg'

/** `ownerUrl` belongs to a role that row security does not hold back. */
export const rowCounts = async (ownerUrl: string): Promise<Record<string, number>> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema', 'graphile_worker') and tablename not like 'audit\\_%' order by 1`,
    )
    const counts: Record<string, number> = {}
    for (const { name } of tables.rows)
      counts[name] = Number((await client.query<{ n: string }>(`select count(*) as n from ${name}`)).rows[0]?.n)
    return counts
  } finally {
    await client.end()
  }
}
