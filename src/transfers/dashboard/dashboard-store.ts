/** Reads a period once, grouped by everything the dashboard distinguishes. */
import { idAt } from '../../core/id.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { TransferCurrency } from '../model/transfer.ts'
import type { FigureGroup, Period } from './dashboard-figures.ts'

/** `merchantId` restricts it to one merchant. Ids follow `created`, so a period is a range of the key. */
export const findFigureGroups = (
  tx: Tx,
  asked: { tenantId: string; merchantId: string | null; currency: TransferCurrency },
  { from, to }: Period,
): Promise<FigureGroup[]> =>
  tx.query<FigureGroup>(
    `select to_char(created at time zone 'Europe/Istanbul', 'YYYY-MM-DD') as day, status, request_type as type,
       count(*) as count, sum(amount) as amount, sum(fee) as fee
     from transfers
     where tenant_id = $1 and id between $2 and $3 and currency = $4 and ($5::uuid is null or merchant_id = $5)
     group by 1, 2, 3`,
    [asked.tenantId, idAt(from, 'first'), idAt(to, 'last'), asked.currency, asked.merchantId],
  )
