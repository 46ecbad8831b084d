/** docs/runbook/README.md: which page an alert or a line of the doctor has. */
import { ALERTS, pageOf } from '../../deploy/monitoring/alerts.ts'
import { RUNBOOK_PAGES } from '../../src/cli/doctor/runbook-pages.ts'
import { KIND_NAMES, MONITOR_KINDS } from '../../src/monitors/model/monitor-kinds.ts'
import { table } from './markdown.ts'

const linkTo = (page: string): string => `[${page}](${page}.md)`

export const runbookIndex = (): string => `# Runbook

What an alert or a line of \`vezne doctor\` means, what to look at, what to do, and how to know that it is over. Made from
\`deploy/monitoring/alerts.ts\` and \`src/cli/doctor/runbook-pages.ts\` by \`npm run docs\`; the pages are written.
\`npm run checks -- alerts\` provokes each alert by a fault, with a real Prometheus, and sees it clear.

Take \`deploy/monitoring/alerts.yaml\` into Prometheus as it is; its rules expect the job \`vezne\` (\`deploy/monitoring/prometheus.yaml\`).
\`page\` wakes somebody, \`ticket\` is for the day. Each alert carries its page as the annotation \`runbook\`.

Commands are written as in a clone. Where the package is installed, \`npm run vezne -- ps\` is \`sudo vezne ps\`, \`VEZNE_ROLE=migrate npm start\` is
\`sudo systemctl restart vezne-migrate\`, and the log is \`journalctl -u vezne-api -u vezne-worker\`; in a container it is \`/usr/lib/vezne/bin/node /usr/lib/vezne/bin/vezne.cjs ps\`.

${table(
  ['Alert', 'Severity', 'For', 'Says', 'Page'],
  ALERTS.map((alert) => [`\`${alert.name}\``, alert.severity, alert.for, alert.summary, linkTo(pageOf(alert))]),
)}

${table(
  ['Line of the doctor', 'Page'],
  Object.entries(RUNBOOK_PAGES).map(([check, page]) => [check, linkTo(page)]),
)}

The [monitors](../monitors.md) tell people without Prometheus:

${table(
  ['Monitor', 'Severity', 'Whose people', 'Page'],
  KIND_NAMES.map((kind) => {
    const { severity, of, page } = MONITOR_KINDS[kind]
    return [`\`${kind}\``, severity, of === 'either' ? 'tenant or platform' : of, linkTo(page)]
  }),
)}
`
