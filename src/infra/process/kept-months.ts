/** Settings of how many months rows are kept, by their table; `bodies`: of requests and answers. The database holds the least (divided_tables). */
const KEPT_MONTHS = {
  events: 'VEZNE_KEEP_EVENTS_MONTHS',
  journal: 'VEZNE_KEEP_JOURNAL_MONTHS',
  payments: 'VEZNE_KEEP_PAYMENTS_MONTHS',
  payment_operations: 'VEZNE_KEEP_PAYMENTS_MONTHS',
  api_request_logs: 'VEZNE_KEEP_REQUEST_LOGS_MONTHS',
  fraud_checks: 'VEZNE_KEEP_CHECKS_MONTHS',
  transfers: 'VEZNE_KEEP_TRANSFERS_MONTHS',
  audit_log: 'VEZNE_KEEP_AUDIT_MONTHS',
  bodies: 'VEZNE_KEEP_BODIES_MONTHS',
} as const

type KeptTable = keyof typeof KEPT_MONTHS
export type KeptMonths = Record<KeptTable, number>

export const toKeptMonths = (value: (name: (typeof KEPT_MONTHS)[KeptTable]) => number): KeptMonths =>
  Object.fromEntries(Object.entries(KEPT_MONTHS).map(([table, name]) => [table, value(name)])) as KeptMonths
