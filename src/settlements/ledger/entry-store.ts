/** Entries of settlements, written once and never changed. */
import { isoTime } from '../../core/clock.ts'
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { SettlementRow } from '../model/settlement-row.ts'
import type { SettlementEntry } from './entries.ts'

/**
 * The table refuses a second entry of the same kind. A settlement that a person entered has no entries, because its
 * movements are not known.
 */
export const insertEntries = async (
  tx: Tx,
  rows: readonly SettlementRow[],
  entriesOf: (row: SettlementRow) => readonly SettlementEntry[],
  nowMs: number,
): Promise<void> => {
  const entries = rows.flatMap((row) =>
    row.reconciliation_id === null
      ? []
      : entriesOf(row).map(({ kind, debit, credit, amount }) => ({
          tenant_id: row.tenant_id,
          settlement_id: row.id,
          kind,
          merchant_id: row.merchant_id,
          debit_account: debit,
          credit_account: credit,
          amount,
          currency: row.currency,
          created: isoTime(nowMs),
        })),
  )
  if (entries.length === 0) return
  await tx.execute(
    sql`insert into settlement_entries (tenant_id, settlement_id, kind, merchant_id, debit_account, credit_account, amount, currency, created)
     select tenant_id, settlement_id, kind, merchant_id, debit_account, credit_account, amount, currency, created
     from jsonb_populate_recordset(null::settlement_entries, ${JSON.stringify(entries)}::jsonb)`,
  )
}
