/** docs/metrics.md: every metric of the program. */
import { METRICS } from '../../src/infra/process/metric-list.ts'
import { table } from './markdown.ts'

const labelsOf = (labels: Readonly<Record<string, string>> = {}): string =>
  Object.entries(labels)
    .map(([name, values]) => `\`${name}\`: ${values}`)
    .join('; ')

export const metricsPage = (): string => `# Metrics

What \`/metrics\` of a process tells ([where it listens](operating.md#what-to-watch)), made from \`src/infra/process/metric-list.ts\` by
\`npm run docs\`. Alerts: [alerts](runbook/README.md). Dashboards: \`deploy/monitoring/dashboards/\`.

- *Of the process*: of the one that is asked, and of those it started (\`VEZNE_PROCESSES\`). Sum them over all processes.
- *Of the database*: of the whole installation, the same at each process: take the maximum. They are asked when \`/metrics\` is read, at most every 5 seconds,
  what reads a row per tenant or the size of files once a minute; without an answer within 3 seconds they are missing.
- Beside these each process tells what the library [prom-client](https://github.com/siimon/prom-client) counts of any program on Node:
  \`process_cpu_seconds_total\`, \`process_resident_memory_bytes\`, \`nodejs_eventloop_lag_p99_seconds\` and so on.
- A histogram has \`_bucket\`, \`_sum\` and \`_count\`. Nothing is labelled with a merchant, a card, a payment or an address.
- Transactions and standbys of other roles are seen where the program's role is allowed to:
  \`grant pg_read_all_stats to vezne_app\` (or to the role of \`DATABASE_APP_URL\`). Else it sees its own sessions and no standby.

${table(
  ['Metric', 'Type', 'Unit', 'Labels', 'Of', 'Meaning'],
  Object.entries(METRICS).map(([name, metric]) => [
    `\`${name}\``,
    metric.type,
    metric.unit,
    labelsOf('labels' in metric ? metric.labels : {}),
    metric.of,
    metric.help,
  ]),
)}
`
