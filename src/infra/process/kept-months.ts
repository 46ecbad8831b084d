/**
 * How long rows are kept, and which law or use requires it. Settings, their minimum values and the table of
 * docs/operating.md are derived from here; the database holds the minimum as well (`divided_tables`).
 */

/** When the laws below were last read; update the date together with what follows from it. */
export const KEPT_AS_OF = '2026-11-26'

interface KeptRow {
  readonly setting: string
  readonly standard: number
  readonly least: number
  /** Description of the rows, as a text for people. */
  readonly what: string
  readonly why: string
}

const BOOKS = 'books: ten years (law 6102, article 82; of payment institutions also law 6493, article 23)'

/** Retention by table; `bodies` are those of requests and answers. */
export const KEPT = {
  payments: { setting: 'VEZNE_KEEP_PAYMENTS_MONTHS', standard: 120, least: 120, what: 'payments', why: BOOKS },
  payment_operations: {
    setting: 'VEZNE_KEEP_PAYMENTS_MONTHS',
    standard: 120,
    least: 120,
    what: 'captures, voids and refunds',
    why: BOOKS,
  },
  journal: { setting: 'VEZNE_KEEP_JOURNAL_MONTHS', standard: 120, least: 120, what: 'journal entries', why: BOOKS },
  transfers: {
    setting: 'VEZNE_KEEP_TRANSFERS_MONTHS',
    standard: 120,
    least: 120,
    what: 'transfers; their external ids are kept for good',
    why: BOOKS,
  },
  checkout_sessions: {
    setting: 'VEZNE_KEEP_SESSIONS_MONTHS',
    standard: 36,
    least: 3,
    what: 'checkout sessions that have ended',
    why: 'what a shop shows its customers of a purchase; the payment stays',
  },
  audit_log: {
    setting: 'VEZNE_KEEP_AUDIT_MONTHS',
    standard: 24,
    least: 12,
    what: 'entries of the audit log',
    why: 'PCI DSS 10.5.1: twelve months',
  },
  events: {
    setting: 'VEZNE_KEEP_EVENTS_MONTHS',
    standard: 13,
    least: 3,
    what: 'events of payments and transfers',
    why: 'deliveries are made and replayed from them',
  },
  api_request_logs: {
    setting: 'VEZNE_KEEP_REQUEST_LOGS_MONTHS',
    standard: 13,
    least: 3,
    what: 'the log of calls to banks',
    why: 'health of banks and disputes look back at it',
  },
  fraud_checks: {
    setting: 'VEZNE_KEEP_CHECKS_MONTHS',
    standard: 13,
    least: 3,
    what: 'fraud checks',
    why: 'a rule that counts is filled in from thirty days of them; back-tests read further',
  },
  bodies: {
    setting: 'VEZNE_KEEP_BODIES_MONTHS',
    standard: 3,
    least: 1,
    what: 'bodies and headers of requests and answers',
    why: 'a month older than this is written anew, full and without them',
  },
} as const satisfies Record<string, KeptRow>

type KeptTable = keyof typeof KEPT
type KeptSetting = (typeof KEPT)[KeptTable]['setting']
export type KeptMonths = Record<KeptTable, number>

export const toKeptMonths = (value: (name: KeptSetting) => number): KeptMonths =>
  Object.fromEntries(Object.entries(KEPT).map(([table, { setting }]) => [table, value(setting)])) as KeptMonths
