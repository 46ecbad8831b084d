/** GET /api/v1/settlements/export: the list as a CSV file, read in batches while it is sent. */
import { Type } from 'typebox'
import { narrowToMerchant } from '../../access/callers/request-merchant.ts'
import { CSV_ANSWER, CSV_ROWS_MAX, type CsvColumns, checkCsvRows, csvFile, csvHeadings } from '../../access/csv-file.ts'
import { type Endpoint, endpoint } from '../../access/endpoint.ts'
import { istanbulDay } from '../../core/clock.ts'
import type { Database } from '../../infra/database/database.ts'
import { toSettlementView } from '../model/settlement-row.ts'
import type { SettlementServices } from '../settlement-services.ts'
import { type SettlementFilters, settlementFilters } from '../store/settlement-schemas.ts'
import { countSettlements, nextSettlements } from '../store/settlement-store.ts'

const LOT = 1_000

const COLUMNS: CsvColumns = {
  id: { tr: 'Hak ediş no', en: 'Settlement id' },
  merchant_id: { tr: 'Üye işyeri no', en: 'Merchant id' },
  merchant_name: { tr: 'Üye işyeri', en: 'Merchant' },
  period_start: { tr: 'Dönem başı', en: 'Period start' },
  period_end: { tr: 'Dönem sonu', en: 'Period end' },
  bank_code: { tr: 'Banka kodu', en: 'Bank code' },
  currency: { tr: 'Para birimi', en: 'Currency' },
  gross_amount: { tr: 'Brüt tutar (alt birim)', en: 'Gross amount (minor units)' },
  refund_amount: { tr: 'İade tutarı (alt birim)', en: 'Refund amount (minor units)' },
  bank_commission: { tr: 'Banka komisyonu (alt birim)', en: 'Bank commission (minor units)' },
  platform_commission: { tr: 'Platform komisyonu (alt birim)', en: 'Platform commission (minor units)' },
  net_amount: { tr: 'Net tutar (alt birim)', en: 'Net amount (minor units)' },
  transaction_count: { tr: 'İşlem sayısı', en: 'Transactions' },
  refund_count: { tr: 'İade sayısı', en: 'Refunds' },
  status: { tr: 'Durum', en: 'Status' },
  settled_at: { tr: 'Ödenme', en: 'Settled' },
  bank_reference: { tr: 'Banka referansı', en: 'Bank reference' },
  notes: { tr: 'Notlar', en: 'Notes' },
  created: { tr: 'Oluşturulma', en: 'Created' },
  connector_config_id: { tr: 'Sanal POS no', en: 'Connector configuration id' },
  reconciliation_id: { tr: 'Mutabakat no', en: 'Reconciliation id' },
  chargeback_amount: { tr: 'Ters ibraz tutarı (alt birim)', en: 'Chargebacks (minor units)' },
  bank_tax: { tr: 'Banka komisyon vergisi (alt birim)', en: 'Tax of the bank (minor units)' },
  platform_tax: { tr: 'Platform komisyon vergisi (alt birim)', en: 'Tax of the platform (minor units)' },
  adjustment_amount: { tr: 'Düzeltme (alt birim)', en: 'Adjustment (minor units)' },
  reserve_amount: { tr: 'Tutulan karşılık (alt birim)', en: 'Reserve withheld (minor units)' },
  reserve_until: { tr: 'Karşılık tarihi', en: 'Reserve until' },
  reserve_released: { tr: 'Çözülen karşılık (alt birim)', en: 'Reserve released (minor units)' },
  carried_in: { tr: 'Devreden (alt birim)', en: 'Carried in (minor units)' },
  payout_amount: { tr: 'Ödenecek tutar (alt birim)', en: 'Payout (minor units)' },
  carried_out: { tr: 'Devredilen (alt birim)', en: 'Carried out (minor units)' },
  is_correction: { tr: 'Düzeltme mi', en: 'Correction' },
  completed_at: { tr: 'Tamamlanma', en: 'Completed' },
}

export const exportSettlements = (services: SettlementServices): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/settlements/export',
    tag: 'Settlements',
    summary: 'Export settlements',
    description: `The same filters and order as the list, at most ${CSV_ROWS_MAX.toLocaleString('en')} rows. A file that is cut short ends without its last chunk.`,
    allow: 'read',
    product: 'reconciliation',
    query: Type.Object({
      ...settlementFilters,
      headings: csvHeadings(
        'Headings of the columns: `names` for the members of a list row, `tr` or `en` for people; also accepted as lang.',
      ),
    }),
    queryAliases: { lang: 'headings' },
    answers: { 200: CSV_ANSWER },
    errors: ['validation_failed'],
    handle: async (call) => {
      const { query, tenantId, read, runtime } = call
      const { db, clock } = runtime
      const merchantId = narrowToMerchant(call)
      const { headings = 'names', ...asked } = query
      const total = await read((tx) => countSettlements(tx, { tenantId, merchantId }, asked))
      checkCsvRows(total)
      const nameOf = await services.merchantNamesOf(tenantId)
      return csvFile({
        name: `settlements-${istanbulDay(clock.ms())}`,
        columns: COLUMNS,
        headings,
        lots: readLots({ db, tenantId, merchantId, asked, nameOf }),
      })
    },
  })

interface Export {
  readonly db: Database
  readonly tenantId: string
  readonly merchantId: string | null
  readonly asked: SettlementFilters
  readonly nameOf: (merchantId: string) => string | null
}

/** Reads each batch in a separate transaction, so that a slow reader keeps none open. */
async function* readLots({ db, tenantId, merchantId, asked, nameOf }: Export) {
  let before: string | null = null
  for (;;) {
    const rows = await db.transaction({ of: tenantId, mode: 'replica' }, (tx) =>
      nextSettlements(tx, { tenantId, merchantId }, asked, { before, limit: LOT }),
    )
    yield rows.map((row) => toSettlementView(row, nameOf(row.merchant_id)))
    const last = rows.at(-1)
    if (last === undefined || rows.length < LOT) return
    before = last.id
  }
}
