/** The dashboards: panels with their queries. `dashboards/*.json` is made from it for Grafana by `npm run docs`. It is in one piece because it is a table. */

export interface Panel {
  readonly title: string
  /** As Grafana names units: s, bytes, percentunit, reqps, short. */
  readonly unit: string
  /** A query and the legend of its series. */
  readonly queries: readonly (readonly [expr: string, legend: string])[]
  /** `number`: the value of now. */
  readonly shows?: 'lines' | 'number'
  readonly help?: string
}

export interface Dashboard {
  readonly name: string
  readonly title: string
  readonly panels: readonly Panel[]
}

const EACH = '$__rate_interval'
const rate = (metric: string, by = ''): string => `sum${by === '' ? '' : ` by (${by})`} (rate(${metric}[${EACH}]))`
const quantile = (q: number, histogram: string, by = ''): string =>
  `histogram_quantile(${q}, sum by (${by === '' ? 'le' : `${by}, le`}) (rate(${histogram}[${EACH}])))`
const times = (histogram: string): Panel['queries'] => [
  [quantile(0.5, histogram), 'half within'],
  [quantile(0.95, histogram), '95 of 100 within'],
  [quantile(0.99, histogram), '99 of 100 within'],
]
const APPROVED = 'vezne_bank_calls_total{call=~"sale|pre_auth",outcome="approved"}'
const DECIDED = 'vezne_bank_calls_total{call=~"sale|pre_auth",outcome=~"approved|declined"}'
const FAILED = 'vezne_request_seconds_count{status=~"5.."}'

// biome-ignore format: one panel per line reads as the table it is
export const DASHBOARDS: readonly Dashboard[] = [
  { name: 'overview', title: 'Vezne: overview', panels: [
    { title: 'Payments completed or authorized', unit: 'reqps', shows: 'number', queries: [[rate('vezne_payments_total{status=~"completed|authorized"}'), 'payments']] },
    { title: 'Approval rate', unit: 'percentunit', shows: 'number', queries: [[`${rate(APPROVED)} / ${rate(DECIDED)}`, 'approved']] },
    { title: 'Workers at work', unit: 'short', shows: 'number', queries: [['max(vezne_workers{state="working"})', 'working'], ['max(vezne_workers{state="silent"})', 'silent']] },
    { title: 'Database is away from', unit: 'short', shows: 'number', queries: [['sum(vezne_database_away)', 'processes']] },
    { title: 'Requests', unit: 'reqps', queries: [[rate('vezne_request_seconds_count', 'surface'), '{{surface}}']] },
    { title: 'Requests with faults of ours', unit: 'reqps', queries: [[rate(FAILED, 'surface, status'), '{{surface}} {{status}}']] },
    { title: 'Time of requests', unit: 's', queries: times('vezne_request_seconds_bucket') },
    { title: 'Age of the oldest work that is due', unit: 's', queries: [['max by (work) (vezne_oldest_due_seconds)', '{{work}}']] },
    { title: 'Tenants with the most payments and transfers today', unit: 'short', help: 'Ten at most; the day is that of Istanbul.', queries: [['max by (tenant) (vezne_tenant_operations)', '{{tenant}}']] },
    { title: 'Certificate and secrets end in', unit: 's', queries: [['min(vezne_certificate_expires_seconds)', 'certificate'], ['min by (kind) (vezne_secret_expires_seconds)', '{{kind}}']] },
  ] },
  { name: 'requests', title: 'Vezne: requests', panels: [
    { title: 'By surface', unit: 'reqps', queries: [[rate('vezne_request_seconds_count', 'surface'), '{{surface}}']] },
    { title: 'By status', unit: 'reqps', queries: [[rate('vezne_request_seconds_count', 'status'), '{{status}}']] },
    { title: 'Time by surface, 99 of 100 within', unit: 's', queries: [[quantile(0.99, 'vezne_request_seconds_bucket', 'surface'), '{{surface}}']] },
    { title: 'The ten slowest operations, 95 of 100 within', unit: 's', queries: [[`topk(10, ${quantile(0.95, 'vezne_request_seconds_bucket', 'route')})`, '{{route}}']] },
    { title: 'The ten most used operations', unit: 'reqps', queries: [[`topk(10, ${rate('http_server_request_duration_seconds_count', 'http_request_method, http_route')})`, '{{http_request_method}} {{http_route}}']] },
    { title: 'Refused by limits', unit: 'reqps', queries: [[rate('vezne_request_seconds_count{status="429"}', 'surface'), '{{surface}}']] },
    { title: 'Shared limits do not answer', unit: 'short', queries: [['sum(increase(vezne_limits_away_total[5m]))', 'times in 5 minutes']] },
  ] },
  { name: 'payments', title: 'Vezne: payments', panels: [
    { title: 'By state', unit: 'reqps', help: 'States that payments came to after their bank, a challenge or a decision.', queries: [[rate('vezne_payments_total', 'status'), '{{status}}']] },
    { title: 'Approval rate by bank', unit: 'percentunit', queries: [[`${rate(APPROVED, 'bank')} / ${rate(DECIDED, 'bank')}`, '{{bank}}']] },
    { title: 'Captures, voids and refunds at banks', unit: 'reqps', queries: [[rate('vezne_bank_calls_total{call=~"capture|void|refund"}', 'call, outcome'), '{{call}} {{outcome}}']] },
    { title: 'Challenges begun', unit: 'reqps', queries: [[rate('vezne_bank_calls_total{call="challenge"}', 'bank, outcome'), '{{bank}} {{outcome}}']] },
    { title: 'Time to answer a payment', unit: 's', queries: times('vezne_request_seconds_bucket{route="/api/v1/payments"}') },
    { title: 'Wait for two people', unit: 'short', queries: [['max(vezne_unresolved_operations)', 'operations']] },
    { title: 'Due inquiries of payments', unit: 'short', queries: [['max by (work) (vezne_due{work=~"payments|captures, voids and refunds"})', '{{work}}']] },
    { title: 'Fraud rules that failed', unit: 'short', queries: [['sum(increase(vezne_fraud_rule_failures_total[5m]))', 'evaluations in 5 minutes']] },
    { title: 'Chargebacks without a response', unit: 'short', queries: [['sum by (alarm) (increase(vezne_chargeback_alarms_total[1d]))', '{{alarm}}, in a day']] },
    { title: 'Installments that are due', unit: 's', queries: [['max(vezne_oldest_due_seconds{work="installments"})', 'the oldest']] },
  ] },
  { name: 'banks', title: 'Vezne: banks', panels: [
    { title: 'Calls by outcome', unit: 'reqps', queries: [[rate('vezne_bank_calls_total', 'bank, outcome'), '{{bank}} {{outcome}}']] },
    { title: 'Share without an answer', unit: 'percentunit', queries: [[`${rate('vezne_bank_calls_total{outcome=~"unknown|not_sent"}', 'bank')} / ${rate('vezne_bank_calls_total', 'bank')}`, '{{bank}}']] },
    { title: 'Half within', unit: 's', queries: [[quantile(0.5, 'vezne_bank_call_seconds_bucket', 'bank'), '{{bank}}']] },
    { title: '95 of 100 within', unit: 's', queries: [[quantile(0.95, 'vezne_bank_call_seconds_bucket', 'bank'), '{{bank}}']] },
    { title: 'Approval rate', unit: 'percentunit', queries: [[`${rate(APPROVED, 'bank')} / ${rate(DECIDED, 'bank')}`, '{{bank}}']] },
    { title: 'Codes that no table lists', unit: 'short', queries: [['sum by (family) (increase(vezne_bank_codes_unmapped_total[1h]))', '{{family}}, in an hour']] },
  ] },
  { name: 'transfers', title: 'Vezne: transfers', panels: [
    { title: 'By state', unit: 'reqps', queries: [[rate('vezne_transfers_total', 'status'), '{{status}}']] },
    { title: 'Sent to banks', unit: 'reqps', queries: [[rate('vezne_bank_calls_total{call="transfer"}', 'bank, outcome'), '{{bank}} {{outcome}}']] },
    { title: 'Due', unit: 'short', queries: [['max(vezne_due{work="transfers"})', 'transfers']] },
    { title: 'The oldest that is due', unit: 's', queries: [['max(vezne_oldest_due_seconds{work="transfers"})', 'transfers']] },
    { title: 'Source accounts that differ', unit: 'short', queries: [['max(vezne_source_accounts_differing)', 'from their postings'], ['max(vezne_source_accounts_differing_from_bank)', 'from their bank']] },
    { title: 'Recurring transfers that made none', unit: 'short', queries: [['sum by (code) (increase(vezne_recurring_runs_failed_total[1h]))', '{{code}}, in an hour']] },
  ] },
  { name: 'webhooks', title: 'Vezne: webhooks', panels: [
    { title: 'Attempts by outcome', unit: 'reqps', queries: [[rate('vezne_delivery_attempts_total', 'outcome'), '{{outcome}}']] },
    { title: 'Share that is delivered', unit: 'percentunit', queries: [[`${rate('vezne_delivery_attempts_total{outcome="delivered"}')} / ${rate('vezne_delivery_attempts_total')}`, 'delivered']] },
    { title: 'Time of an attempt', unit: 's', queries: times('vezne_delivery_attempt_seconds_bucket') },
    { title: 'The oldest that is due', unit: 's', queries: [['max(vezne_delivery_backlog_seconds)', 'not being sent'], ['max(vezne_oldest_due_seconds{work="deliveries"})', 'due']] },
    { title: 'Due', unit: 'short', queries: [['max(vezne_due{work="deliveries"})', 'deliveries']] },
    { title: 'Subscriptions that fail', unit: 'short', queries: [['max(vezne_webhook_subscriptions_failing)', 'failing'], ['sum(increase(vezne_webhook_subscriptions_disabled_total[1d]))', 'switched off in a day']] },
    { title: 'Told by the monitors', unit: 'short', queries: [['sum by (outcome) (increase(vezne_monitor_messages_total[1h]))', '{{outcome}}']] },
    { title: 'Time to record an attempt', unit: 's', queries: times('vezne_delivery_record_seconds_bucket') },
  ] },
  { name: 'database', title: 'Vezne: database', panels: [
    { title: 'Transactions', unit: 'reqps', queries: [[rate('db_client_operation_duration_seconds_count', 'db_operation_name'), '{{db_operation_name}}']] },
    { title: 'Time of a batch', unit: 's', help: 'The durable writes of payments.', queries: times('db_client_operation_duration_seconds_bucket{db_operation_name="batch"}') },
    { title: 'Pools', unit: 'short', queries: [['sum by (state) (vezne_database_pool_connections)', '{{state}}'], ['sum(vezne_database_pool_connections_max)', 'at most'], ['sum(vezne_database_pool_waiting)', 'transactions that wait']] },
    { title: 'Connections of the server', unit: 'short', queries: [['max(vezne_database_connections)', 'used'], ['max(vezne_database_connections_max)', 'allowed']] },
    { title: 'The oldest transaction', unit: 's', queries: [['max(vezne_database_oldest_transaction_seconds)', 'open since']] },
    { title: 'Open transactions', unit: 'short', queries: [['max(vezne_database_transactions_open)', 'transactions']] },
    { title: 'Standbys are behind by', unit: 's', queries: [['max by (standby) (vezne_database_replication_lag_seconds)', '{{standby}}']] },
    { title: 'Standbys are behind by, in bytes', unit: 'bytes', queries: [['max by (standby) (vezne_database_replication_lag_bytes)', '{{standby}}']] },
    { title: 'Shards are behind the first by', unit: 'bytes', queries: [['max by (shard) (vezne_shard_behind_bytes)', '{{shard}}']] },
    { title: 'Shards that do not answer, or do not follow', unit: 'short', queries: [['max by (shard) (vezne_shard_away)', '{{shard}} is away'], ['1 - min by (shard) (vezne_shard_following)', '{{shard}} does not follow']] },
    { title: 'Size of the shards', unit: 'bytes', help: 'A new tenant gets the smallest.', queries: [['max by (shard) (vezne_shard_size_bytes)', '{{shard}}']] },
    { title: 'Size', unit: 'bytes', queries: [['max(vezne_database_size_bytes)', 'database']] },
    { title: 'Closed after a restore or a promotion', unit: 'short', queries: [['max(vezne_database_closed)', '1: until a person opens it']] },
  ] },
  { name: 'processes', title: 'Vezne: processes', panels: [
    { title: 'Answer', unit: 'short', queries: [['up{job="vezne"}', '{{instance}}']] },
    { title: 'Versions', unit: 'short', queries: [['sum by (version, role) (vezne_info)', '{{role}} {{version}}']] },
    { title: 'Processor time', unit: 'percentunit', queries: [[`rate(process_cpu_seconds_total[${EACH}])`, '{{instance}}']] },
    { title: 'Resident memory', unit: 'bytes', queries: [['process_resident_memory_bytes', '{{instance}}']] },
    { title: 'Delay of the event loop, 99 of 100 within', unit: 's', queries: [['nodejs_eventloop_lag_p99_seconds', '{{instance}}']] },
    { title: 'Heap in use', unit: 'bytes', queries: [['nodejs_heap_size_used_bytes', '{{instance}}']] },
    { title: 'Clock before that of the database', unit: 's', queries: [['vezne_clock_skew_seconds', '{{instance}}']] },
    { title: 'Free room of the disk', unit: 'percentunit', queries: [['vezne_disk_free_bytes / vezne_disk_size_bytes', '{{instance}}']] },
    { title: 'Lines of the log that were dropped', unit: 'short', queries: [['sum by (instance) (increase(vezne_log_lines_dropped_total[5m]))', '{{instance}}']] },
    { title: 'Sweeps that fail', unit: 'short', queries: [['sum by (sweep) (increase(vezne_sweep_failures_total[5m]))', '{{sweep}}']] },
    { title: 'Jobs that gave up', unit: 'short', queries: [['max(vezne_jobs_failed)', 'jobs']] },
    { title: 'Spans that the collector did not take', unit: 'short', queries: [['sum(increase(vezne_spans_lost_total[5m]))', 'in 5 minutes']] },
  ] },
]
