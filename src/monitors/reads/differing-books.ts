/** Books that are not those of the bank: balances of source accounts, and days of card payments with differences that are not resolved. */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'
import type { Seen } from '../model/monitor-kinds.ts'

export const readDifferingBooks = async (tx: Tx): Promise<Seen[]> => [
  ...(await readAccounts(tx)),
  ...(await readDays(tx)),
]

type Differing = Row<'source_balances', 'tenant_id' | 'account_id' | 'differs_by'> & { currency: string }

/** The same condition as of `vezne_source_accounts_differing_from_bank`: twice in a row, with nothing under way. */
const readAccounts = async (tx: Tx): Promise<Seen[]> => {
  const rows = await tx.query<Differing>(
    sql`select b.tenant_id, b.account_id, b.differs_by, a.currency from source_balances b
       join source_accounts a on a.tenant_id = b.tenant_id and a.id = b.account_id where b.differs_times > 1`,
  )
  return rows.map(({ tenant_id, account_id, differs_by, currency }) => ({
    tenantId: tenant_id,
    kind: 'books_differ',
    subject: account_id,
    facts: { of: 'source_account', account_id, bank_has_more: differs_by, currency },
  }))
}

interface OpenDay {
  readonly tenant_id: string
  readonly id: string
  readonly day: string
  readonly open: number
}

const readDays = async (tx: Tx): Promise<Seen[]> => {
  const rows = await tx.query<OpenDay>(
    sql`select tenant_id, id, reconciliation_date::text as day,
         amount_mismatch_count + status_mismatch_count + orphan_db_count + orphan_bank_count - resolved_count - ignored_count as open
       from reconciliations
       where overall_status = 'in_review' and source <> 'self' and stage = 'done'
         and amount_mismatch_count + status_mismatch_count + orphan_db_count + orphan_bank_count > resolved_count + ignored_count`,
  )
  return rows.map(({ tenant_id, id, day, open }) => ({
    tenantId: tenant_id,
    kind: 'books_differ',
    subject: id,
    facts: { of: 'reconciliation', reconciliation_id: id, day, open },
  }))
}
