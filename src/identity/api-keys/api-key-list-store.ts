/** SQL of the list of API keys. */
import { sql } from 'kysely'
import type { Accountable } from '../../access/four-eyes.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage, toLikePattern } from '../../infra/database/query-builder.ts'
import { type ApiKeyRow, type KeyScope, withColumns } from './api-key-store.ts'

interface KeyFilters {
  includeInactive: boolean
  searchTerm: string | undefined
  /** Keeps keys that someone other than these people confirms; undefined keeps all. */
  waitingFor?: Accountable | undefined
}

/** Newest first. */
export const pageOfApiKeys = (
  tx: Tx,
  scope: KeyScope,
  { includeInactive, searchTerm, waitingFor }: KeyFilters,
  page: { limit: number; offset: number },
): Promise<{ rows: ApiKeyRow[]; total: number }> => {
  let list = withColumns(scope).orderBy('c.created', 'desc').orderBy('c.id', 'desc')
  if (!includeInactive) list = list.where('c.is_active', '=', true)
  if (waitingFor !== undefined)
    list = list
      .where((eb) => eb.or([eb('c.needs_confirmation', '=', true), eb('c.awaited', 'is not', null)]))
      .where(
        sql<boolean>`not (coalesce(c.accountable, array[c.client_id]) || coalesce(c.changed_people, '{}')) && ${waitingFor}::text[]`,
      )
  if (searchTerm) {
    const part = toLikePattern(searchTerm)
    const columns = ['c.display_name', 'c.contact_email', 'c.client_id'] as const
    list = list.where((eb) => eb.or(columns.map((column) => eb(column, 'ilike', part))))
  }
  return countAndPage(tx, list, page)
}
