/** The alert rules: one row each. `alerts.yaml` is made from it by `npm run docs`; each has its page in docs/runbook/. It is in one piece because it is a table. */

export interface Alert {
  readonly name: string
  /** `page`: wakes somebody. `ticket`: in the day that comes. */
  readonly severity: 'page' | 'ticket'
  readonly expr: string
  /** How long it has to hold, as Prometheus writes it. */
  readonly for: string
  readonly summary: string
}

const SENT = 'vezne_bank_calls_total{call=~"sale|pre_auth"}'
const over = (metric: string, window: string, by = ''): string => `sum${by}(increase(${metric}[${window}]))`

// biome-ignore format: one alert per line reads as the table it is
export const ALERTS: readonly Alert[] = [
  // Processes.
  { name: 'VezneProcessDown', severity: 'page', for: '1m', expr: 'up{job="vezne"} == 0', summary: 'A process does not answer at the port of its metrics' },
  { name: 'VezneNoWorker', severity: 'page', for: '1m', expr: 'max(vezne_workers{state="working"}) == 0', summary: 'No worker is at work: nothing is delivered, inquired, charged or mailed' },
  { name: 'VezneWorkerSilent', severity: 'page', for: '1m', expr: 'max(vezne_workers{state="silent"}) > 0', summary: 'A worker lives and gives no sign of life' },
  { name: 'VezneClockSkew', severity: 'page', for: '2m', expr: 'abs(vezne_clock_skew_seconds) > 2', summary: 'The clock of a process is off from that of the database' },
  { name: 'VezneDiskFull', severity: 'page', for: '5m', expr: 'vezne_disk_free_bytes / vezne_disk_size_bytes < 0.05', summary: 'The disk of a data folder is nearly full' },
  { name: 'VezneLogDropped', severity: 'ticket', for: '0m', expr: 'increase(vezne_log_lines_dropped_total[10m]) > 0', summary: 'The log cannot be written, and lines are lost' },
  { name: 'VezneCardNumberMasked', severity: 'page', for: '0m', expr: 'increase(vezne_card_numbers_masked_total[1h]) > 0', summary: 'A card number was on its way into the log' },
  { name: 'VezneCertificateExpires', severity: 'ticket', for: '10m', expr: 'vezne_certificate_expires_seconds < 14 * 86400', summary: 'The TLS certificate ends within two weeks' },
  { name: 'VezneSecretExpires', severity: 'ticket', for: '10m', expr: 'min by (kind) (vezne_secret_expires_seconds) < 7 * 86400', summary: 'An active secret ends within a week' },

  // Requests.
  { name: 'VezneRequestErrors', severity: 'page', for: '2m', expr: `${over('vezne_request_seconds_count{status=~"5.."}', '5m')} / ${over('vezne_request_seconds_count', '5m')} > 0.05`, summary: 'More than one request in twenty is answered with a fault of ours' },
  { name: 'VezneRequestsSlow', severity: 'ticket', for: '5m', expr: 'histogram_quantile(0.99, sum by (le) (rate(vezne_request_seconds_bucket{surface!="console"}[5m]))) > 2', summary: 'One request in a hundred takes longer than two seconds' },
  { name: 'VezneLimitsAlone', severity: 'ticket', for: '2m', expr: 'min(vezne_limits_shared) == 0', summary: 'A process keeps a share of the limits of its own: the shared ones do not answer' },
  { name: 'VezneAuditDenialsLost', severity: 'ticket', for: '0m', expr: 'increase(vezne_audit_denials_lost_total[1h]) > 0', summary: 'Denied accesses could not be written to the audit log' },

  // The database.
  { name: 'VezneDatabaseAway', severity: 'page', for: '30s', expr: 'max(vezne_database_away) > 0', summary: 'A process misses its database' },
  { name: 'VezneDatabasePoolFull', severity: 'page', for: '1m', expr: 'min_over_time(vezne_database_pool_waiting[1m]) > 0', summary: 'Transactions wait for a connection' },
  { name: 'VezneDatabaseConnectionsHigh', severity: 'ticket', for: '5m', expr: 'max(vezne_database_connections) / max(vezne_database_connections_max) > 0.85', summary: 'The server has few connections left' },
  { name: 'VezneDatabaseTransactionOld', severity: 'ticket', for: '5m', expr: 'max(vezne_database_oldest_transaction_seconds) > 3600', summary: 'A transaction has been open for an hour' },
  { name: 'VezneReplicationLag', severity: 'page', for: '1m', expr: 'max by (standby) (vezne_database_replication_lag_seconds) > 30', summary: 'A standby is behind' },
  { name: 'VezneDatabaseClosed', severity: 'page', for: '0m', expr: 'max(vezne_database_closed) > 0', summary: 'A restore, or a promotion that lost writes, keeps the platform closed until a person opens it' },
  { name: 'VezneShardAway', severity: 'page', for: '30s', expr: 'max by (shard) (vezne_shard_away) > 0', summary: 'A shard does not answer: its tenants get 503' },
  { name: 'VezneShardBehind', severity: 'page', for: '5m', expr: 'min by (shard) (vezne_shard_following) == 0 or max by (shard) (vezne_shard_behind_bytes) > 1073741824', summary: 'A shard does not follow the first, whose disk keeps the log for it' },
  { name: 'VezneTenantMoveOpen', severity: 'page', for: '0m', expr: 'max(vezne_tenant_move_seconds) > 1800', summary: 'The move of a tenant to another shard has not ended for half an hour: the tenant gets 503' },
  { name: 'VezneBackupLate', severity: 'page', for: '10m', expr: 'max(vezne_backup_age_seconds) > 26 * 3600', summary: 'The last backup is older than 26 hours' },

  // Background work.
  { name: 'VezneWorkLate', severity: 'page', for: '5m', expr: 'max by (work) (vezne_oldest_due_seconds) > 900', summary: 'What is due is not done' },
  { name: 'VezneJobsFailed', severity: 'ticket', for: '10m', expr: 'max(vezne_jobs_failed) > 0', summary: 'A job gave up' },
  { name: 'VezneSweepFails', severity: 'ticket', for: '5m', expr: 'sum by (sweep) (rate(vezne_sweep_failures_total[5m])) > 0', summary: 'A sweep ends in errors again and again' },

  // Money.
  { name: 'VezneBankSilent', severity: 'page', for: '2m', expr: `${over('vezne_bank_calls_total{outcome=~"unknown|not_sent"}', '5m', ' by (bank) ')} / ${over('vezne_bank_calls_total', '5m', ' by (bank) ')} > 0.2`, summary: 'One call in five to a bank has no answer' },
  { name: 'VezneBankSlow', severity: 'ticket', for: '5m', expr: 'histogram_quantile(0.95, sum by (bank, le) (rate(vezne_bank_call_seconds_bucket[5m]))) > 10', summary: 'A bank takes longer than ten seconds' },
  { name: 'VezneApprovalRateLow', severity: 'page', for: '5m', expr: `${over(SENT.replace('}', ',outcome="approved"}'), '15m', ' by (bank) ')} / (${over(SENT.replace('}', ',outcome=~"approved|declined"}'), '15m', ' by (bank) ')} >= 20) < 0.5`, summary: 'A bank approves less than half of at least twenty payments' },
  { name: 'VezneUnresolvedOperations', severity: 'ticket', for: '1h', expr: 'max(vezne_unresolved_operations) > 0', summary: 'No bank could tell how an operation ended: people have to decide' },
  { name: 'VezneLedgerDiffers', severity: 'page', for: '0m', expr: 'max(vezne_source_accounts_differing) > 0', summary: 'The balance of a source account is not the sum of its postings' },
  { name: 'VezneLedgerDiffersFromBank', severity: 'page', for: '0m', expr: 'max(vezne_source_accounts_differing_from_bank) > 0', summary: 'The balance of a source account is not the one of its bank' },

  // Webhooks.
  { name: 'VezneDeliveriesFail', severity: 'ticket', for: '10m', expr: `${over('vezne_delivery_attempts_total{outcome!="delivered"}', '15m')} / (${over('vezne_delivery_attempts_total', '15m')} >= 10) > 0.5`, summary: 'More than half of the deliveries fail' },
  { name: 'VezneSubscriptionDisabled', severity: 'ticket', for: '0m', expr: 'increase(vezne_webhook_subscriptions_disabled_total[1h]) > 0', summary: 'A subscription was switched off for failing' },
]

/** `VezneDiskFull`: `disk-full`, the page of the runbook. */
export const pageOf = ({ name }: Pick<Alert, 'name'>): string =>
  name
    .replace(/^Vezne/, '')
    .replace(/(?!^)[A-Z]/g, (letter) => `-${letter}`)
    .toLowerCase()

/** The rules as Prometheus reads them: JSON strings are YAML, too. */
export const alertsFile = (alerts: readonly Alert[] = ALERTS): string => `# Made from alerts.ts by npm run docs.
groups:
  - name: vezne
    rules:
${alerts
  .map(
    (alert) => `      - alert: ${alert.name}
        expr: ${JSON.stringify(alert.expr)}
        for: ${alert.for}
        labels:
          severity: ${alert.severity}
        annotations:
          summary: ${JSON.stringify(alert.summary)}
          runbook: docs/runbook/${pageOf(alert)}.md
`,
  )
  .join('')}`
