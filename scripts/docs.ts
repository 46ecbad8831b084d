/** Generated pages and the generated files of the SDK: `npm run docs` writes them, `--check` reports the stale ones. A new page needs one row in PAGES. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { alertsFile } from '../deploy/monitoring/alerts.ts'
import { ERROR_CODES } from '../src/core/error-codes.ts'
import { findAdvice } from '../src/infra/http/error-advice.ts'
import { SETTINGS } from '../src/infra/process/config.ts'
import { consoleOperations } from './console/operations-file.ts'
import { additionsPage } from './pages/additions-page.ts'
import { checkoutInventory } from './pages/checkout-inventory.ts'
import { dashboardFiles } from './pages/dashboard-files.ts'
import { databasePage } from './pages/database-page.ts'
import { decisionsPage } from './pages/decisions-page.ts'
import { eventsPage } from './pages/events-page.ts'
import { keptPart } from './pages/kept-part.ts'
import { limitsPart } from './pages/limits-part.ts'
import { table } from './pages/markdown.ts'
import { metricsPage } from './pages/metrics-page.ts'
import { operationsPage } from './pages/operations-page.ts'
import { ranksPart } from './pages/ranks-part.ts'
import { readTexts } from './pages/read-texts.ts'
import { runbookIndex } from './pages/runbook-page.ts'
import { settingsPart } from './pages/settings-part.ts'
import { statesPage } from './pages/states-page.ts'
import { tablesPage } from './pages/tables-page.ts'
import { sdkFiles } from './sdk/sdk-files.ts'
import { tableTypes } from './table-types.ts'

interface Page {
  /** From the root of the repository. */
  file: string
  /** Only the part between `<!-- part -->` and `<!-- /part -->` is generated; else the whole file. */
  part?: string
  make: () => string
}

const settings = (): string =>
  table(
    ['Setting', 'Default', 'Meaning'],
    Object.entries(SETTINGS).map(([name, { fallback, meaning }]) => [
      name,
      fallback === '' ? 'none' : fallback,
      meaning,
    ]),
  )

const errors = (): string => `# Errors

Every problem document carries one of these codes; \`type\` is \`{errors_base}/<code>\`. Made from \`src/core/error-codes.ts\`
by \`npm run docs\`. A code without a status is only stored, never answered.

${table(
  ['Code', 'Status', 'Title', 'Meaning', 'What to do'],
  Object.entries(ERROR_CODES)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, { status, title, detail }]) => [
      `\`${code}\``,
      status === 0 ? '' : String(status),
      title,
      detail,
      findAdvice(code) ?? '',
    ]),
)}
`

/** Short, complete, and run with all others. */
const EXAMPLE = 'test/access/keys-by-surface.test.ts'

const PAGES: Page[] = [
  { file: 'README.md', part: 'settings', make: settings },
  { file: 'docs/operating.md', part: 'kept', make: keptPart },
  { file: 'docs/ARCHITECTURE.md', part: 'ranks', make: ranksPart },
  { file: 'test/README.md', part: 'example', make: () => `\`\`\`ts\n${read(EXAMPLE)}\`\`\`` },
  { file: 'docs/decisions/README.md', make: decisionsPage },
  { file: 'docs/interface/additions.md', make: additionsPage },
  { file: 'docs/interface/cards.md', part: 'known-settings', make: settingsPart },
  { file: 'docs/interface/requests.md', part: 'limit-classes', make: limitsPart },
  { file: 'docs/errors.md', make: errors },
  { file: 'docs/metrics.md', make: metricsPage },
  { file: 'deploy/monitoring/alerts.yaml', make: alertsFile },
  ...dashboardFiles(),
  { file: 'docs/operations.md', make: operationsPage },
  { file: 'docs/events.md', make: eventsPage },
  { file: 'docs/runbook/README.md', make: runbookIndex },
  { file: 'docs/states.md', make: statesPage },
  { file: 'docs/database.md', make: databasePage },
  { file: 'docs/tables.md', make: tablesPage },
  { file: 'docs/checkout.md', part: 'inventory', make: checkoutInventory },
  { file: 'src/infra/database/generated/tables.ts', make: () => tableTypes(readTexts('migrations/*.sql')) },
  ...sdkFiles(),
  { file: 'console/src/generated/operations.ts', make: consoleOperations },
]

/** Names of the files whose text on disk is not what would be generated. */
export const stalePages = (): string[] =>
  PAGES.filter((page) => buildText(page) !== generated(page)).map(({ file }) => file)

const toPath = (page: Pick<Page, 'file'>): string => fileURLToPath(new URL(`../${page.file}`, import.meta.url))
const read = (file: string): string => (existsSync(toPath({ file })) ? readFileSync(toPath({ file }), 'utf8') : '')
const buildText = (page: Page): string => read(page.file)

const generated = (page: Page): string => {
  if (page.part === undefined) return page.make()
  const [open, close] = [`<!-- ${page.part} -->`, `<!-- /${page.part} -->`]
  const text = buildText(page)
  const [from, to] = [text.indexOf(open), text.indexOf(close)]
  if (from === -1 || to < from) throw new Error(`${page.file} lacks ${open} ... ${close}`)
  return `${text.slice(0, from)}${open}\n${page.make()}\n${text.slice(to)}`
}

if (import.meta.main) {
  const stale = stalePages()
  if (process.argv.includes('--check')) {
    for (const file of stale) process.stderr.write(`${file} is stale: run npm run docs\n`)
    process.exitCode = stale.length > 0 ? 1 : 0
  } else {
    for (const page of PAGES.filter(({ file }) => stale.includes(file))) {
      writeFileSync(toPath(page), generated(page))
      process.stdout.write(`wrote ${page.file}\n`)
    }
  }
}
