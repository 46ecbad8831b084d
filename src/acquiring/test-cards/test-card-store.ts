/** SQL of test cards. */

import { type ExpressionBuilder, sql } from 'kysely'
import type { ExpectedResult, SimulatedCard } from '../../connectors/simbank/simulated-card.ts'
import type { CardScheme } from '../../core/card-number.ts'
import { limitOf, offsetOf, type PageRequest } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { fetchRows, queryBuilder, toLikePattern } from '../../infra/database/query-builder.ts'
import { buildDocumentInsert } from '../../infra/database/rows/document-rows.ts'

export const selectSimulatedCards = (tx: Tx, tenantId: string): Promise<SimulatedCard[]> =>
  tx.query<SimulatedCard>(
    `select card_number, expected_result, custom_error_code, custom_error_message, simulated_delay_ms, card_type, card_brand,
            extra_properties
       from test_cards
      where tenant_id = $1 and is_active and not is_deleted`,
    [tenantId],
  )

export interface TestCardRow extends SimulatedCard {
  tenant_id: string
  id: string
  card_holder_name: string
  expiry_month: number
  expiry_year: number
  cvv: string
  card_schema_type: CardScheme
  label: string | null
  is_active: boolean
  is_deleted: boolean
  created: Date
  last_modified: Date
}

interface CardFilters extends PageRequest {
  expected_result?: ExpectedResult | undefined
  card_schema_type?: CardScheme | undefined
  include_inactive?: boolean | undefined
  search_term?: string | undefined
}

interface Tables {
  test_cards: TestCardRow
}
const db = queryBuilder<Tables>()

export const countTestCards = async (tx: Tx, tenantId: string, filters: CardFilters): Promise<number> => {
  const query = db
    .selectFrom('test_cards')
    .select(sql<number>`count(*)`.as('count'))
    .where((eb) => conditions(eb, tenantId, filters))
  return (await fetchRows(tx, query))[0]?.count ?? 0
}

/** Newest first. */
export const pageOfTestCards = (tx: Tx, tenantId: string, filters: CardFilters): Promise<TestCardRow[]> =>
  fetchRows(
    tx,
    db
      .selectFrom('test_cards')
      .selectAll()
      .where((eb) => conditions(eb, tenantId, filters))
      .orderBy('created', 'desc')
      .orderBy('id', 'desc')
      .limit(limitOf(filters))
      .offset(offsetOf(filters)),
  )

const MASKED = sql<string>`left(card_number, 6) || repeat('*', length(card_number) - 10) || right(card_number, 4)`

const conditions = (
  eb: ExpressionBuilder<Tables, 'test_cards'>,
  tenantId: string,
  { expected_result, card_schema_type, include_inactive, search_term }: CardFilters,
) =>
  eb.and([
    eb('tenant_id', '=', tenantId),
    eb('is_deleted', '=', false),
    ...(include_inactive ? [] : [eb('is_active', '=', true)]),
    ...(expected_result ? [eb('expected_result', '=', expected_result)] : []),
    ...(card_schema_type ? [eb('card_schema_type', '=', card_schema_type)] : []),
    ...(search_term ? [found(eb, toLikePattern(search_term))] : []),
  ])

const found = (eb: ExpressionBuilder<Tables, 'test_cards'>, part: string) =>
  eb.or([eb('label', 'ilike', part), eb('card_holder_name', 'ilike', part), eb(MASKED, 'ilike', part)])

export const findTestCard = async (
  tx: Tx,
  tenantId: string,
  id: string,
  lock: '' | 'for update' = '',
): Promise<TestCardRow | undefined> => {
  const rows = await tx.query<TestCardRow>(
    `select * from test_cards where tenant_id = $1 and id = $2 and not is_deleted ${lock}`,
    [tenantId, id],
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
    `update test_cards set card_holder_name = $3, expiry_month = $4, expiry_year = $5, cvv = $6,
            card_schema_type = $7, card_type = $8, card_brand = $9, expected_result = $10, custom_error_code = $11,
            custom_error_message = $12, simulated_delay_ms = $13, label = $14, extra_properties = $15, last_modified = $16
      where tenant_id = $1 and id = $2 and not is_deleted
      returning *`,
    [
      tenantId,
      id,
      card.card_holder_name,
      card.expiry_month,
      card.expiry_year,
      card.cvv,
      card.card_schema_type,
      card.card_type,
      card.card_brand,
      card.expected_result,
      card.custom_error_code,
      card.custom_error_message,
      card.simulated_delay_ms,
      card.label,
      JSON.stringify(card.extra_properties),
      card.last_modified,
    ],
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
    `update test_cards set is_active = $3, last_modified = case when is_active = $3 then last_modified else $4 end
      where tenant_id = $1 and id = $2 and not is_deleted
      returning *`,
    [tenantId, id, isActive, now],
  )
  return rows[0]
}

export const removeTestCard = (tx: Tx, tenantId: string, id: string, now: Date): Promise<number> =>
  tx.execute(
    `update test_cards set is_deleted = true, is_active = false, last_modified = $3
      where tenant_id = $1 and id = $2 and not is_deleted`,
    [tenantId, id, now],
  )
