/** Every metric of the program: type, unit, labels and meaning. docs/metrics.md is made from it, and alert rules and dashboards may name nothing else. It is in one piece because it is a table. */

interface MetricFacts {
  readonly type: 'counter' | 'gauge' | 'histogram'
  /** Unit of a value; seconds and bytes are also part of the name. */
  readonly unit: string
  readonly help: string
  /** Each label with its values. All are bounded. */
  readonly labels?: Readonly<Record<string, string>>
  /** `process`: of the process that is asked, and those that it started. `database`: of the whole installation, the same at each process. */
  readonly of: 'process' | 'database'
  readonly buckets?: readonly number[]
}

/** Buckets that the conventions of OpenTelemetry ask for. */
const CONVENTIONAL = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10] as const
const SHARD = 'its number; missing where tenants are on one database'
const WORK = 'payments, captures, voids and refunds, transfers, installments, deliveries, mails, fraud alerts, jobs'

// biome-ignore format: one metric per line reads as the table it is
export const METRICS = {
  // The processes.
  vezne_info: { type: 'gauge', unit: 'always 1', of: 'process', help: 'Version and role of the process', labels: { version: 'of the program', role: 'all, api, worker' } },
  vezne_workers: { type: 'gauge', unit: 'processes', of: 'database', help: 'Processes that do background work: at work, or silent although they live', labels: { state: 'working, silent' } },
  vezne_clock_skew_seconds: { type: 'gauge', unit: 'seconds', of: 'process', help: 'How far the clock of this process is before that of the database' },
  vezne_log_lines_dropped_total: { type: 'counter', unit: 'lines', of: 'process', help: 'Log lines that were dropped while the log could not be written' },
  vezne_card_numbers_masked_total: { type: 'counter', unit: 'lines', of: 'process', help: 'Card numbers the last gate of the log had to mask; must stay 0' },
  vezne_spans_lost_total: { type: 'counter', unit: 'spans', of: 'process', help: 'Spans that the collector did not take' },
  vezne_disk_free_bytes: { type: 'gauge', unit: 'bytes', of: 'process', help: 'Free room of the disk that has the data folder of this process' },
  vezne_disk_size_bytes: { type: 'gauge', unit: 'bytes', of: 'process', help: 'Size of the disk that has the data folder of this process' },
  vezne_certificate_expires_seconds: { type: 'gauge', unit: 'seconds', of: 'process', help: 'Until the TLS certificate in use ends; missing where a proxy ends TLS' },
  vezne_secret_expires_seconds: { type: 'gauge', unit: 'seconds', of: 'database', help: 'Until the next of the active secrets ends, of those that have an end; missing where none has', labels: { kind: 'api_key, platform_key' } },

  // Requests.
  vezne_request_seconds: { type: 'histogram', unit: 'seconds', of: 'process', help: 'Time to answer a request', labels: { surface: 'cards, transfers, fraud, identity, console', route: 'path of the operation, or unknown', status: 'of HTTP' } },
  http_server_request_duration_seconds: { type: 'histogram', unit: 'seconds', of: 'process', help: 'The same by the names of OpenTelemetry (http.server.request.duration)', labels: { http_request_method: 'of the operation, or _OTHER', http_route: 'path of the operation', http_response_status_code: 'of HTTP' }, buckets: CONVENTIONAL },
  vezne_limits_shared: { type: 'gauge', unit: '0 or 1', of: 'process', help: '1 = limits are shared by all processes, 0 = this one keeps a share of its own' },
  vezne_limits_away_total: { type: 'counter', unit: 'times', of: 'process', help: 'How often the place of shared limits did not answer' },
  vezne_audit_denials_lost_total: { type: 'counter', unit: 'entries', of: 'process', help: 'Denied accesses that could not be written to the audit log' },

  // Payments.
  vezne_payments_total: { type: 'counter', unit: 'payments', of: 'process', help: 'Payments by the state that they came to after they were sent to a bank, challenged or decided on', labels: { status: 'state of a payment' } },
  vezne_unresolved_operations_total: { type: 'counter', unit: 'operations', of: 'process', help: 'Payments, captures, voids and refunds whose outcome no bank could tell: two people have to decide', labels: { kind: 'payment, capture, void, refund', reason: 'why no bank could tell' } },
  vezne_unresolved_operations: { type: 'gauge', unit: 'operations', of: 'database', help: 'Such operations that wait for a decision now' },
  vezne_fraud_rule_failures_total: { type: 'counter', unit: 'evaluations', of: 'process', help: 'Evaluations of a fraud rule that failed; alarm above 0' },
  vezne_chargeback_alarms_total: { type: 'counter', unit: 'chargebacks', of: 'process', help: 'Open chargebacks without a response: due within a day, or missed; alarm on missed', labels: { alarm: 'due, missed' } },
  vezne_recurring_card_expiries_total: { type: 'counter', unit: 'plans', of: 'process', help: 'Plans whose card expires before an installment due within a month' },
  vezne_tenant_operations: { type: 'gauge', unit: 'operations', of: 'database', help: 'Payments and transfers of today (Istanbul) that count against quotas, of the ten tenants with the most', labels: { tenant: 'slug, ten at most' } },

  // Banks.
  vezne_bank_calls_total: { type: 'counter', unit: 'calls', of: 'process', help: 'Calls to banks that move money, by how they ended; approved / (approved + declined) of sale and pre_auth is the approval rate', labels: { family: 'protocol', bank: 'type of the connector', call: 'sale, pre_auth, capture, void, refund, challenge, transfer', outcome: 'approved, declined, unknown, not_sent and those of transfers' } },
  vezne_bank_call_seconds: { type: 'histogram', unit: 'seconds', of: 'process', help: 'From the call to its outcome', labels: { family: 'protocol', bank: 'type of the connector' } },
  vezne_bank_codes_unmapped_total: { type: 'counter', unit: 'answers', of: 'process', help: "Answers with a code that the connector's table lacks", labels: { family: 'protocol' } },

  // Transfers.
  vezne_transfers_total: { type: 'counter', unit: 'transfers', of: 'process', help: 'Transfers by the state that they came to after they were sent to a bank', labels: { status: 'state of a transfer' } },
  vezne_source_accounts_differing_from_bank: { type: 'gauge', unit: 'accounts', of: 'process', help: 'Source accounts whose balance is not the one of their bank, with nothing under way' },
  vezne_source_accounts_differing: { type: 'gauge', unit: 'accounts', of: 'process', help: 'Source accounts whose balance is not the sum of their postings' },
  vezne_recurring_runs_failed_total: { type: 'counter', unit: 'runs', of: 'process', help: 'Runs of recurring transfers that made no transfer', labels: { code: 'why' } },

  // Webhooks.
  vezne_delivery_attempts_total: { type: 'counter', unit: 'attempts', of: 'process', help: 'Attempts to deliver an event', labels: { outcome: 'delivered, failed, dead, parked' } },
  vezne_delivery_attempt_seconds: { type: 'histogram', unit: 'seconds', of: 'process', help: 'From the DNS question to the last byte of the answer' },
  vezne_delivery_record_seconds: { type: 'histogram', unit: 'seconds', of: 'process', help: 'From the end of an attempt to its record in the database' },
  vezne_delivery_backlog_seconds: { type: 'gauge', unit: 'seconds', of: 'process', help: 'Age of the oldest delivery that is due and not being sent' },
  vezne_webhook_subscriptions_failing: { type: 'gauge', unit: 'subscriptions', of: 'database', help: 'Active subscriptions whose last attempt failed' },
  vezne_webhook_subscriptions_disabled_total: { type: 'counter', unit: 'subscriptions', of: 'process', help: 'Subscriptions switched off for failing' },
  vezne_monitor_messages_total: { type: 'counter', unit: 'messages', of: 'process', help: 'What people were told by the monitors, by how it went', labels: { outcome: 'told, failed, given_up, dropped' } },

  // Background work.
  vezne_due: { type: 'gauge', unit: 'rows', of: 'database', help: 'How much is due and not done', labels: { work: WORK } },
  vezne_oldest_due_seconds: { type: 'gauge', unit: 'seconds', of: 'database', help: 'Since when the oldest of what is due has been due; 0: nothing is', labels: { work: WORK } },
  vezne_jobs_failed: { type: 'gauge', unit: 'jobs', of: 'database', help: 'Jobs that gave up; they run again at their next hour' },
  vezne_sweep_failures_total: { type: 'counter', unit: 'runs', of: 'process', help: 'Runs of a sweep that ended in an error', labels: { sweep: 'name of the sweep' } },

  // The database.
  vezne_database_away: { type: 'gauge', unit: 'processes', of: 'process', help: 'Processes whose database is away: 1 until it has answered again' },
  vezne_database_pool_connections: { type: 'gauge', unit: 'connections', of: 'process', help: 'Open connections of the pools', labels: { state: 'idle, busy' } },
  vezne_database_pool_connections_max: { type: 'gauge', unit: 'connections', of: 'process', help: 'How many the pools may open' },
  vezne_database_pool_waiting: { type: 'gauge', unit: 'transactions', of: 'process', help: 'Transactions that wait for a connection of the pool' },
  db_client_operation_duration_seconds: { type: 'histogram', unit: 'seconds', of: 'process', help: 'Transactions, by the names of OpenTelemetry (db.client.operation.duration): `batch` is one statement in one flush', labels: { db_operation_name: 'batch, transaction' }, buckets: CONVENTIONAL },
  vezne_database_connections: { type: 'gauge', unit: 'connections', of: 'database', help: 'Connections of the server, of all programs' },
  vezne_database_connections_max: { type: 'gauge', unit: 'connections', of: 'database', help: 'How many the server allows' },
  vezne_database_size_bytes: { type: 'gauge', unit: 'bytes', of: 'database', help: 'Size of the database' },
  vezne_database_transactions_open: { type: 'gauge', unit: 'transactions', of: 'database', help: 'Open transactions, those of other roles where this one may see them' },
  vezne_database_oldest_transaction_seconds: { type: 'gauge', unit: 'seconds', of: 'database', help: 'Age of the oldest open transaction' },
  vezne_database_replication_lag_seconds: { type: 'gauge', unit: 'seconds', of: 'database', help: 'How far a standby is behind, where this role may see it', labels: { standby: 'application_name' } },
  vezne_database_replication_lag_bytes: { type: 'gauge', unit: 'bytes', of: 'database', help: 'The same in bytes of the log', labels: { standby: 'application_name' } },
  vezne_backup_age_seconds: { type: 'gauge', unit: 'seconds', of: 'database', help: 'Since the newest backup that `vezne backup` knows; missing where it knows none' },
  vezne_shard_away: { type: 'gauge', unit: '0 or 1', of: 'process', help: 'Whether a shard does not answer this process', labels: { shard: SHARD } },
  vezne_shard_following: { type: 'gauge', unit: '0 or 1', of: 'database', help: 'Whether the first shard is sending another one the changes of the platform', labels: { shard: SHARD } },
  vezne_shard_size_bytes: { type: 'gauge', unit: 'bytes', of: 'database', help: 'Size of the database of a shard', labels: { shard: SHARD } },
  vezne_shard_behind_bytes: { type: 'gauge', unit: 'bytes', of: 'database', help: 'How much of the log of the first shard another one has not confirmed that it has', labels: { shard: SHARD } },
  vezne_tenant_move_seconds: { type: 'gauge', unit: 'seconds', of: 'database', help: 'Since the oldest move of a tenant to another shard began that has not ended; 0 without one' },
  vezne_database_closed: { type: 'gauge', unit: '0 or 1', of: 'process', help: '1 = a restore, or a promotion that lost writes, keeps the platform closed until a person opens it' },
} as const satisfies Readonly<Record<string, MetricFacts>>

export type Metrics = typeof METRICS
export type MetricName = keyof Metrics

export const listLabels = (name: MetricName): string[] => Object.keys((METRICS[name] as MetricFacts).labels ?? {})

/** Returns the buckets of a histogram that has other than the usual ones, else undefined. */
export const findBuckets = (name: MetricName): number[] | undefined => (METRICS[name] as MetricFacts).buckets?.slice()
