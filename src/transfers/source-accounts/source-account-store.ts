/** SQL of source accounts as people manage them. */
import { type ExpressionBuilder, sql } from 'kysely'
import { limitOf, offsetOf, type PageRequest } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage, queryBuilder, toLikePattern } from '../../infra/database/query-builder.ts'
import type { DisplayedAccountRow } from './displayed-source-accounts.ts'

export interface SourceAccountRow extends DisplayedAccountRow {
  is_deleted: boolean
  /** Who wrote it last; null for the program. The database records who is accountable for its binding. */
  changed_by: string | null
  created: Date
  last_modified: Date
}

interface Tables {
  source_accounts: SourceAccountRow
}
const db = queryBuilder<Tables>()

/** Returns accounts, newest first. */
export const pageOfSourceAccounts = (
  tx: Tx,
  tenantId: string,
  filters: PageRequest & { search_term?: string; configurationId?: string },
) =>
  countAndPage(
    tx,
    db
      .selectFrom('source_accounts')
      .selectAll()
      .where((eb) => eb.and(conditions(eb, tenantId, filters)))
      .orderBy('created', 'desc')
      .orderBy('id', 'desc'),
    { limit: limitOf(filters), offset: offsetOf(filters) },
  )

const conditions = (
  eb: ExpressionBuilder<Tables, 'source_accounts'>,
  tenantId: string,
  { search_term, configurationId }: { search_term?: string; configurationId?: string },
) => {
  const all = [eb('tenant_id', '=', tenantId), eb('is_deleted', '=', false)]
  if (configurationId !== undefined) all.push(eb('configuration_id', '=', configurationId))
  if (search_term) {
    const part = toLikePattern(search_term)
    all.push(
      sql<boolean>`(holder_name ilike ${part} or description ilike ${part} or iban ilike ${part} or account_number ilike ${part})` as never,
    )
  }
  return all
}

/** Returns all that are not deleted. */
export const findLiveSourceAccounts = (tx: Tx, tenantId: string): Promise<SourceAccountRow[]> =>
  tx.query<SourceAccountRow>('select * from source_accounts where tenant_id = $1 and not is_deleted order by id', [
    tenantId,
  ])

export const findSourceAccount = async (tx: Tx, tenantId: string, id: string): Promise<SourceAccountRow | undefined> =>
  (
    await tx.query<SourceAccountRow>(
      'select * from source_accounts where tenant_id = $1 and id = $2 and not is_deleted',
      [tenantId, id],
    )
  )[0]

/** Locks an account against other changes and reservations. */
export const lockSourceAccount = async (
  tx: Tx,
  tenantId: string,
  id: string,
): Promise<SourceAccountRow | undefined> => {
  const [row] = await tx.query<SourceAccountRow>(
    'select * from source_accounts where tenant_id = $1 and id = $2 and not is_deleted for update',
    [tenantId, id],
  )
  if (row !== undefined)
    await tx.execute('select 1 from source_balances where tenant_id = $1 and account_id = $2 for update', [
      tenantId,
      id,
    ])
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
const FIXED: readonly string[] = ['tenant_id', 'id', 'created']

const WRITE = `
  insert into source_accounts (${COLUMNS.join(', ')}) values (${COLUMNS.map((_, at) => `$${at + 1}`).join(', ')})
  on conflict (tenant_id, id) do update
    set ${COLUMNS.filter((column) => !FIXED.includes(column))
      .map((column) => `${column} = excluded.${column}`)
      .join(', ')}`

/** Writes the whole row, either new or locked. Throws a unique violation if another account has its IBAN or number. */
export const writeSourceAccountRow = (tx: Tx, row: SourceAccountRow): Promise<number> =>
  tx.execute(
    WRITE,
    COLUMNS.map((column) => (column === 'extra' && row.extra !== null ? JSON.stringify(row.extra) : row[column])),
  )
