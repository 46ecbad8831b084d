/** The kinds of things that are watched, one row each. Its texts are in monitor-texts.ts, what it reads in ../reads/. */

interface KindFacts {
  /** People who are notified. `either`: those of the thing's owner. */
  readonly of: 'tenant' | 'platform' | 'either'
  /** `critical` passes quiet hours, where a channel lets it. */
  readonly severity: 'critical' | 'warning'
  /** How long it has to be well again before the finding ends, so that a thing that comes and goes is one finding. */
  readonly calmMs: number
  /** Page of docs/runbook/ that says what to do. */
  readonly page: string
}

const MINUTE_MS = 60_000
const CALM_MS = 10 * MINUTE_MS

// biome-ignore format: one kind per line reads as the table it is
export const MONITOR_KINDS = {
  approval_rate_dropped: { of: 'tenant', severity: 'critical', calmMs: CALM_MS, page: 'approval-rate-low' },
  payments_stuck: { of: 'tenant', severity: 'critical', calmMs: CALM_MS, page: 'payments-stuck' },
  webhook_endpoint_failing: { of: 'tenant', severity: 'warning', calmMs: CALM_MS, page: 'deliveries-fail' },
  books_differ: { of: 'tenant', severity: 'critical', calmMs: CALM_MS, page: 'ledger-differs-from-bank' },
  secret_ends: { of: 'either', severity: 'warning', calmMs: CALM_MS, page: 'secret-expires' },
  certificate_ends: { of: 'platform', severity: 'warning', calmMs: CALM_MS, page: 'certificate-expires' },
  disk_full: { of: 'platform', severity: 'critical', calmMs: CALM_MS, page: 'disk-full' },
  backup_late: { of: 'platform', severity: 'critical', calmMs: CALM_MS, page: 'backup-late' },
} as const satisfies Readonly<Record<string, KindFacts>>

export type MonitorKind = keyof typeof MONITOR_KINDS
export const KIND_NAMES = Object.keys(MONITOR_KINDS) as readonly MonitorKind[]
export const ALL_KINDS = '*'

/** Kinds that each process finds of its own machine; the others are read by the worker for the whole installation. */
export const HOST_KINDS: readonly MonitorKind[] = ['certificate_ends', 'disk_full']

export const isCritical = (kind: MonitorKind): boolean => MONITOR_KINDS[kind].severity === 'critical'

/** Lists the kinds of which the people of a tenant, or those of the platform, may be notified. */
export const listKinds = (owner: 'tenant' | 'platform'): MonitorKind[] =>
  KIND_NAMES.filter((kind) => MONITOR_KINDS[kind].of === owner || MONITOR_KINDS[kind].of === 'either')

/** Values of a finding as they were read: small, and nothing secret. */
export type Facts = Readonly<Record<string, string | number | boolean | null>>

/** A thing that is wrong at this moment. */
export interface Seen {
  readonly tenantId: string
  readonly kind: MonitorKind
  readonly subject: string
  readonly facts: Facts
}
