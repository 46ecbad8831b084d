/** SQL of test cards. */
import type { ExpectedResult, SimulatedCard } from '../../connectors/simbank/simulated-card.ts'
import type { CardScheme } from '../../core/card-number.ts'
import type { PageRequest } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { buildDocumentInsert } from '../../infra/database/rows/document-rows.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, contains, matches, rawSql, type Sql, sql } from '../../infra/database/statements/sql.ts'
import { type Row, updateTable } from '../../infra/database/statements/write-rows.ts'

export const selectSimulatedCards = (tx: Tx, tenantId: string): Promise<SimulatedCard[]> =>
  tx.query<SimulatedCard>(
    sql`select card_number, expected_result, custom_error_code, custom_error_message, simulated_delay_ms, card_type, card_brand,
            extra_properties
       from test_cards
      where tenant_id = ${tenantId} and is_active and not is_deleted`,
  )

export interface TestCardRow
  extends SimulatedCard,
    Row<
      'test_cards',
      | 'tenant_id'
      | 'id'
      | 'card_holder_name'
      | 'expiry_month'
      | 'expiry_year'
      | 'cvv'
      | 'card_schema_type'
      | 'label'
      | 'is_active'
      | 'is_deleted'
      | 'created'
      | 'last_modified'
    > {
  card_schema_type: CardScheme
}

interface CardFilters extends PageRequest {
  expected_result?: ExpectedResult | undefined
  card_schema_type?: CardScheme | undefined
  include_inactive?: boolean | undefined
  search_term?: string | undefined
}

const liveCards = (
  tenantId: string,
  { expected_result, card_schema_type, include_inactive, search_term }: CardFilters,
): Sql =>
  sql`test_cards where ${allOf([
    matches({ tenant_id: tenantId, is_deleted: false, expected_result, card_schema_type }),
    !include_inactive && sql`is_active`,
    contains(['label', 'card_holder_name', MASKED], search_term),
  ])}`

const MASKED = "left(card_number, 6) || repeat('*', length(card_number) - 10) || right(card_number, 4)"

export const countTestCards = async (tx: Tx, tenantId: string): Promise<number> => {
  const from = liveCards(tenantId, { include_inactive: true })
  const [row] = await tx.query<{ count: number }>(sql`select count(*) as count from ${from}`)
  return row!.count
}

/** Newest first. */
export const pageOfTestCards = (tx: Tx, tenantId: string, filters: CardFilters) =>
  countAndPage<TestCardRow>(
    tx,
    { columns: sql`*`, from: liveCards(tenantId, filters), order: sql`created desc, id desc` },
    filters,
  )

export const findTestCard = async (
  tx: Tx,
  tenantId: string,
  id: string,
  lock: '' | 'for update' = '',
): Promise<TestCardRow | undefined> => {
  const rows = await tx.query<TestCardRow>(
    sql`select * from test_cards where tenant_id = ${tenantId} and id = ${id} and not is_deleted ${rawSql(lock)}`,
  )
  return rows[0]
}

/** Skips numbers the tenant already has; returns the rows that were new. */
export const insertTestCards = (tx: Tx, rows: readonly TestCardRow[]): Promise<TestCardRow[]> =>
  tx.query<TestCardRow>(
    `${buildDocumentInsert('test_cards', rows)}
     on conflict (tenant_id, card_number) where not is_deleted do nothing
     returning *`,
    [JSON.stringify(rows)],
  )

export type ReplacedCard = Omit<
  TestCardRow,
  'tenant_id' | 'id' | 'card_number' | 'is_active' | 'is_deleted' | 'created'
>

export const replaceTestCard = async (
  tx: Tx,
  tenantId: string,
  id: string,
  card: ReplacedCard,
): Promise<TestCardRow | undefined> => {
  const rows = await tx.query<TestCardRow>(
    updateTable(
      'test_cards',
      { tenant_id: tenantId, id },
      {
        card_holder_name: card.card_holder_name,
        expiry_month: card.expiry_month,
        expiry_year: card.expiry_year,
        cvv: card.cvv,
        card_schema_type: card.card_schema_type,
        card_type: card.card_type,
        card_brand: card.card_brand,
        expected_result: card.expected_result,
        custom_error_code: card.custom_error_code,
        custom_error_message: card.custom_error_message,
        simulated_delay_ms: card.simulated_delay_ms,
        label: card.label,
        extra_properties: JSON.stringify(card.extra_properties),
        last_modified: card.last_modified,
      },
      sql`and not is_deleted
      returning *`,
    ),
  )
  return rows[0]
}

/** Leaves the row unchanged, including its time of change, if the state does not change. */
export const switchTestCard = async (
  tx: Tx,
  tenantId: string,
  id: string,
  isActive: boolean,
  now: Date,
): Promise<TestCardRow | undefined> => {
  const rows = await tx.query<TestCardRow>(
    sql`update test_cards set is_active = ${isActive}, last_modified = case when is_active = ${isActive} then last_modified else ${now} end
      where tenant_id = ${tenantId} and id = ${id} and not is_deleted
      returning *`,
  )
  return rows[0]
}

export const removeTestCard = (tx: Tx, tenantId: string, id: string, now: Date): Promise<number> =>
  tx.execute(
    updateTable(
      'test_cards',
      { tenant_id: tenantId, id },
      { is_deleted: true, is_active: false, last_modified: now },
      sql`and not is_deleted`,
    ),
  )
