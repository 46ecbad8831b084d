/** SQL of connector error codes, as the operations read and change them. */
import { newId } from '../../core/id.ts'
import type { Tx } from '../../infra/database/database.ts'
import { matches, type Sql, sql } from '../../infra/database/statements/sql.ts'
import { type Row, updateTable } from '../../infra/database/statements/write-rows.ts'
import type { BulkErrorCode, ErrorCodeFilters } from './error-code-schemas.ts'

export interface StoredErrorCode extends Omit<Row<'connector_error_codes'>, 'tenant_id' | 'created' | 'last_modified'> {
  mapped_to_code: string | null
}

const select = (tenantId: string): Sql => sql`
  select e.id, e.connector_code, e.provider_error_code, e.category, e.turkish_message, e.english_message,
         e.internal_description, e.should_retry, e.http_status_suggestion, e.mapped_to_id,
         m.provider_error_code as mapped_to_code
    from connector_error_codes e
    left join connector_error_codes m on m.tenant_id = e.tenant_id and m.id = e.mapped_to_id
   where e.tenant_id = ${tenantId}`

/** Sorted by connector, then by code. */
export const findErrorCodes = (tx: Tx, tenantId: string, filters: ErrorCodeFilters): Promise<StoredErrorCode[]> =>
  tx.query<StoredErrorCode>(
    sql`${select(tenantId)} and ${matches({ 'e.connector_code': filters.connector_code, 'e.category': filters.category })}
     order by e.connector_code collate "C", e.provider_error_code collate "C"`,
  )

export const lockErrorCode = async (tx: Tx, tenantId: string, id: string): Promise<StoredErrorCode | undefined> =>
  (await tx.query<StoredErrorCode>(sql`${select(tenantId)} and e.id = ${id} for update of e`))[0]

/** Returns undefined if the tenant has no code with this id. */
export const errorCodeById = async (tx: Tx, tenantId: string, id: string): Promise<StoredErrorCode | undefined> =>
  (await tx.query<StoredErrorCode>(sql`${select(tenantId)} and e.id = ${id}`))[0]

export const countErrorCodes = async (tx: Tx, tenantId: string): Promise<number> => {
  const rows = await tx.query<{ count: number }>(
    sql`select count(*) as count from connector_error_codes where tenant_id = ${tenantId}`,
  )
  return rows[0]?.count ?? 0
}

export const replaceErrorCode = (tx: Tx, tenantId: string, row: StoredErrorCode, now: Date): Promise<number> =>
  tx.execute(
    updateTable(
      'connector_error_codes',
      { tenant_id: tenantId, id: row.id },
      {
        category: row.category,
        turkish_message: row.turkish_message,
        english_message: row.english_message,
        internal_description: row.internal_description,
        should_retry: row.should_retry,
        http_status_suggestion: row.http_status_suggestion,
        mapped_to_id: row.mapped_to_id,
        last_modified: now,
      },
    ),
  )

/** The rows with these codes, by connector and code, locked. */
export const lockErrorCodes = (
  tx: Tx,
  tenantId: string,
  items: readonly Pick<BulkErrorCode, 'connector_code' | 'provider_error_code'>[],
): Promise<StoredErrorCode[]> =>
  tx.query<StoredErrorCode>(
    sql`${select(tenantId)} and (e.connector_code, e.provider_error_code) in (select * from unnest(${items.map((item) => item.connector_code)}::text[], ${items.map((item) => item.provider_error_code)}::text[]))
     order by e.connector_code, e.provider_error_code for update of e`,
  )

export interface WrittenErrorCode extends Omit<StoredErrorCode, 'mapped_to_id' | 'mapped_to_code'> {
  wasThere: boolean
}

/** Creates or overwrites; each code occurs once in `items`. A row that inherited from another one has its own meaning from now on. */
export const upsertErrorCodes = (
  tx: Tx,
  tenantId: string,
  items: readonly BulkErrorCode[],
  now: Date,
): Promise<WrittenErrorCode[]> =>
  tx.query<WrittenErrorCode>(
    sql`insert into connector_error_codes as e (tenant_id, id, connector_code, provider_error_code, category,
       turkish_message, english_message, internal_description, should_retry, http_status_suggestion, created, last_modified)
     select ${tenantId}, id, connector_code, provider_error_code, category, turkish_message, english_message, internal_description,
            coalesce(should_retry, false), http_status_suggestion, ${now}, ${now}
       from jsonb_to_recordset(${JSON.stringify(items.map((item) => ({ ...item, id: newId(now.getTime()) })))}) as t(id uuid, connector_code text, provider_error_code text, category text,
         turkish_message text, english_message text, internal_description text, should_retry boolean,
         http_status_suggestion integer)
      order by connector_code, provider_error_code
     on conflict (tenant_id, connector_code, provider_error_code) do update
       set category = excluded.category, turkish_message = excluded.turkish_message,
           english_message = excluded.english_message, internal_description = excluded.internal_description,
           should_retry = excluded.should_retry, http_status_suggestion = excluded.http_status_suggestion,
           mapped_to_id = null, last_modified = excluded.last_modified
     returning e.id, e.connector_code, e.provider_error_code, e.category, e.turkish_message, e.english_message,
       e.internal_description, e.should_retry, e.http_status_suggestion, xmax::text <> '0' as "wasThere"`,
  )
