/** SQL that writes the first fraud rules. */
import type { Tx } from '../../infra/database/database.ts'
import { buildDocumentInsert } from '../../infra/database/rows/document-rows.ts'
import { sql } from '../../infra/database/statements/sql.ts'

type SeedRow = Readonly<Record<string, unknown>>

export const insertGlobalRules = (tx: Tx, rows: readonly SeedRow[]): Promise<number> =>
  tx.execute(`${buildDocumentInsert('fraud_rules_global', rows)} on conflict do nothing`, [JSON.stringify(rows)])

/** Deleted rules count too: a table that an operator cleared stays empty. */
export const tenantHasRules = async (tx: Tx, tenantId: string): Promise<boolean> => {
  const rows = await tx.query(sql`select from fraud_rules where tenant_id = ${tenantId} limit 1`)
  return rows.length > 0
}

export const insertRules = (tx: Tx, rows: readonly SeedRow[]): Promise<number> =>
  tx.execute(`${buildDocumentInsert('fraud_rules', rows)} on conflict do nothing`, [JSON.stringify(rows)])
