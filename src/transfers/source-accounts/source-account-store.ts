/** SQL of source accounts as people manage them. */
import type { PageRequest } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, contains, matches, sql } from '../../infra/database/statements/sql.ts'
import { pick, type Row, replaceIn } from '../../infra/database/statements/write-rows.ts'
import type { DisplayedAccountRow } from './displayed-source-accounts.ts'

export interface SourceAccountRow
  extends DisplayedAccountRow,
    Row<'source_accounts', 'is_deleted' | 'changed_by' | 'created' | 'last_modified'> {
  /** Who wrote it last; null for the program. The database records who is accountable for its binding. */
  changed_by: string | null
}

/** Returns accounts, newest first. */
export const pageOfSourceAccounts = (
  tx: Tx,
  tenantId: string,
  { search_term, configurationId, ...page }: PageRequest & { search_term?: string; configurationId?: string },
) => {
  const wanted = allOf([
    matches({ tenant_id: tenantId, is_deleted: false, configuration_id: configurationId }),
    contains(['holder_name', 'description', 'iban', 'account_number'], search_term),
  ])
  return countAndPage<SourceAccountRow>(
    tx,
    { columns: sql`*`, from: sql`source_accounts where ${wanted}`, order: sql`created desc, id desc` },
    page,
  )
}

/** Returns all that are not deleted. */
export const findLiveSourceAccounts = (tx: Tx, tenantId: string): Promise<SourceAccountRow[]> =>
  tx.query<SourceAccountRow>(
    sql`select * from source_accounts where tenant_id = ${tenantId} and not is_deleted order by id`,
  )

export const findSourceAccount = async (tx: Tx, tenantId: string, id: string): Promise<SourceAccountRow | undefined> =>
  (
    await tx.query<SourceAccountRow>(
      sql`select * from source_accounts where tenant_id = ${tenantId} and id = ${id} and not is_deleted`,
    )
  )[0]

/** Locks an account against other changes and reservations. */
export const lockSourceAccount = async (
  tx: Tx,
  tenantId: string,
  id: string,
): Promise<SourceAccountRow | undefined> => {
  const [row] = await tx.query<SourceAccountRow>(
    sql`select * from source_accounts where tenant_id = ${tenantId} and id = ${id} and not is_deleted for update`,
  )
  if (row !== undefined)
    await tx.execute(sql`select 1 from source_balances where tenant_id = ${tenantId} and account_id = ${id} for update`)
  return row
}

const COLUMNS = [
  'tenant_id',
  'id',
  'configuration_id',
  'bank_code',
  'holder_name',
  'description',
  'account_number',
  'iban',
  'currency',
  'extra',
  'is_active',
  'is_deleted',
  'changed_by',
  'created',
  'last_modified',
] as const satisfies readonly (keyof SourceAccountRow)[]

/** Writes the whole row, either new or locked. Throws a unique violation if another account has its IBAN or number. */
export const writeSourceAccountRow = (tx: Tx, row: SourceAccountRow): Promise<number> =>
  tx.execute(replaceIn('source_accounts', pick(row, COLUMNS), { key: ['tenant_id', 'id'], kept: ['created'] }))
