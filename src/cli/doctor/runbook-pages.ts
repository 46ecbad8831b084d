/** The page of docs/runbook/ for what each check of the doctor finds. Where an alert tells the same, both have one page. */
export const RUNBOOK_PAGES = {
  settings: 'settings',
  ports: 'ports',
  tls: 'certificate-expires',
  'tls key': 'certificate-expires',
  'key file': 'keys',
  disk: 'disk-full',
  database: 'database-away',
  durability: 'durability',
  connections: 'database-connections-high',
  schema: 'schema',
  walls: 'walls',
  clock: 'clock-skew',
  'platform clock': 'platform-clock',
  notifications: 'pooler',
  pooler: 'pooler',
  promotion: 'promotion-open',
  replica: 'replication-lag',
  tenants: 'tenants',
  processes: 'worker-silent',
  workers: 'no-worker',
  keys: 'keys',
  quotas: 'quotas',
  partitions: 'partitions',
  lists: 'lists',
  'filters of lists': 'lists',
  ledger: 'ledger-differs',
  work: 'work-late',
  payments: 'work-late',
  'captures, voids and refunds': 'work-late',
  transfers: 'work-late',
  installments: 'work-late',
  deliveries: 'work-late',
  mails: 'work-late',
  'fraud alerts': 'work-late',
  'unresolved operations': 'unresolved-operations',
  jobs: 'jobs-failed',
} as const

/** Names of the doctor's checks; a new one needs its page. */
export type CheckName = keyof typeof RUNBOOK_PAGES

export const runbookPage = (check: CheckName): string => `docs/runbook/${RUNBOOK_PAGES[check]}.md`
