/** GET /api/v1/transactions/export: the list of transactions as a CSV file, read in batches while it is sent. */
import { Type } from 'typebox'
import { CSV_ANSWER, CSV_ROWS_MAX, checkCsvRows, csvFile, csvHeadings } from '../../access/csv-file.ts'
import { type Endpoint, endpoint } from '../../access/endpoint.ts'
import { istanbulDay } from '../../core/clock.ts'
import type { Database } from '../../infra/database/database.ts'
import type { ListFilter } from '../../lists/closed-list.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { PAYMENT_LIST } from '../queries/payment-list.ts'
import { TRANSACTION_COLUMNS } from '../queries/transaction-columns.ts'
import { resolveTransactionFilters, toListFilter } from '../queries/transaction-list-query.ts'
import { toTransactionRow } from '../queries/transaction-row.ts'
import { transactionFilters } from '../queries/transaction-schemas.ts'
import { findNamedPayments } from '../queries/transaction-store.ts'

/** Rows found, and read, at once. */
const FOUND = 5_000
const READ = 500

export const exportTransactions = (services: Pick<PaymentServices, 'banks' | 'directory'>): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/transactions/export',
    tag: 'Transactions',
    summary: 'Export transactions',
    description: `The same filters and order as the list, at most ${CSV_ROWS_MAX.toLocaleString('en')} rows. Lines end with CRLF; a text that a spreadsheet would take for a formula begins with an apostrophe. A file that is cut short ends without its last chunk.`,
    allow: 'read',
    query: Type.Object({
      ...transactionFilters,
      headings: csvHeadings(),
    }),
    answers: { 200: CSV_ANSWER },
    errors: ['validation_failed'],
    handle: async (call) => {
      const { query, tenantId, read, runtime } = call
      const { db, clock } = runtime
      const { headings = 'names', ...asked } = query
      const wanted = toListFilter(tenantId, await resolveTransactionFilters(services, call, asked))
      await PAYMENT_LIST.fill(db, wanted)
      const { total } = await read((tx) => PAYMENT_LIST.read(tx, wanted, { limit: 1, offset: 0 }))
      checkCsvRows(total)
      const name = `transactions-${istanbulDay(clock.ms())}`
      return csvFile({ name, columns: TRANSACTION_COLUMNS, headings, lots: readLots(db, wanted) })
    },
  })

/**
 * Reads each batch in a separate transaction, so that a slow reader keeps none open. Rows created meanwhile are not
 * included.
 */
async function* readLots(db: Database, wanted: ListFilter) {
  let { before } = wanted.span
  for (;;) {
    const filter = { ...wanted, span: { ...wanted.span, before } }
    const { ids } = await db.transaction({ of: wanted.tenantId, mode: 'replica' }, (tx) =>
      PAYMENT_LIST.read(tx, filter, { limit: FOUND, offset: 0 }),
    )
    for (let at = 0; at < ids.length; at += READ) {
      const some = ids.slice(at, at + READ)
      const rows = await db.transaction({ of: wanted.tenantId, mode: 'replica' }, (tx) =>
        findNamedPayments(tx, wanted.tenantId, some),
      )
      yield rows.map(toTransactionRow)
    }
    const last = ids.at(-1)
    if (last === undefined || ids.length < FOUND) return
    before = last
  }
}
