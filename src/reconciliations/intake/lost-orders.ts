/** Orders of a bank's file that a restored database has lost, and that no shop has repeated: counted separately, on the list of the restore. */

import type { Tx } from '../../infra/database/database.ts'
import { noteFinding } from '../../infra/database/promotions/restore-findings.ts'
import { findRestores } from '../../infra/database/promotions/restore-list.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { FileRow } from '../model/file-store.ts'

/** A bank's clock, and the time between our first write and the bank's. */
const AROUND_MS = 60 * 60_000

/** Called once the rows of the file name their payments. They are discrepancies of its reconciliation as well. */
export const noteLostOrders = async (
  tx: Tx,
  { tenant_id, id, currency }: Pick<FileRow, 'tenant_id' | 'id' | 'currency'>,
  now: Date,
): Promise<void> => {
  for (const restore of await findRestores(tx)) {
    const since = new Date(restore.lostSince.getTime() - AROUND_MS)
    const until = new Date(restore.lostUntil.getTime() + AROUND_MS)
    const rows = await tx.query<{ order_id: string; gross: number }>(
      sql`select distinct on (order_id) order_id, gross from bank_file_rows r
        where r.tenant_id = ${tenant_id} and r.file_id = ${id} and r.kind = 'SALE' and r.at between ${since} and ${until}
          and r.order_id ~ '^[VK][0-9a-f]{32}[0-9]{2}$'
          and not exists (select from payments p where p.tenant_id = r.tenant_id and p.id = r.payment_id)`,
    )
    for (const { order_id, gross } of rows)
      await noteFinding(
        tx,
        {
          tenantId: tenant_id,
          restoreId: restore.id,
          kind: 'payment',
          reference: order_id,
          foundBy: 'bank_file',
          outcome: 'listed',
          amount: { minor: gross, currency },
        },
        now,
      )
  }
}
