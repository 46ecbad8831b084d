/** SQL of the list of API keys. */
import type { Accountable } from '../../access/four-eyes.ts'
import type { PageRequest } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, contains, sql } from '../../infra/database/statements/sql.ts'
import { type ApiKeyRow, buildKeySource, KEY_COLUMNS, type KeyScope } from './api-key-store.ts'

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
  page: PageRequest,
): Promise<{ rows: ApiKeyRow[]; total: number }> => {
  const wanted = allOf([
    !includeInactive && sql`c.is_active`,
    waitingFor &&
      sql`(c.needs_confirmation or c.awaited is not null)
        and not (coalesce(c.accountable, array[c.client_id]) || coalesce(c.changed_people, '{}')) && ${waitingFor}::text[]`,
    contains(['c.display_name', 'c.contact_email', 'c.client_id'], searchTerm),
  ])
  return countAndPage(
    tx,
    { columns: KEY_COLUMNS, from: sql`${buildKeySource(scope)} and ${wanted}`, order: sql`c.created desc, c.id desc` },
    page,
  )
}
