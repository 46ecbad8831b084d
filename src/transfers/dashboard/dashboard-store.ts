/** Reads a period once, grouped by everything the dashboard distinguishes. */
import { idAt } from '../../core/id.ts'
import type { Tx } from '../../infra/database/database.ts'
import { ifGiven, sql } from '../../infra/database/statements/sql.ts'
import type { TransferCurrency } from '../model/transfer.ts'
import type { FigureGroup, Period } from './dashboard-figures.ts'

/** `merchantId` restricts it to one merchant. Ids follow `created`, so a period is a range of the key. */
export const findFigureGroups = (
  tx: Tx,
  asked: { tenantId: string; merchantId: string | null; currency: TransferCurrency },
  { from, to }: Period,
): Promise<FigureGroup[]> =>
  tx.query<FigureGroup>(
    sql`select to_char(created at time zone 'Europe/Istanbul', 'YYYY-MM-DD') as day, status, request_type as type,
       count(*) as count, sum(amount) as amount, sum(fee) as fee
     from transfers
     where tenant_id = ${asked.tenantId} and id between ${idAt(from, 'first')} and ${idAt(to, 'last')} and currency = ${asked.currency} and ${ifGiven(asked.merchantId, sql`merchant_id = ${asked.merchantId}`)}
     group by 1, 2, 3`,
  )
