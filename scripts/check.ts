/** `npm run check`: types, lint and format, dependency rules, tidiness, words, owners of tables, triggers, tenant isolation, references, the interface, generated pages. Prints what it ran. */
import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { changedFiles } from './changed-files.ts'
import { stalePages } from './docs.ts'
import { exportFaults } from './exports.ts'
import { gateFaults } from './gates.ts'
import { layerFaults } from './layers.ts'
import { migrationFaults } from './migration-rules.ts'
import { readPackedRelease } from './packed-release.ts'
import { decisionFaults } from './pages/decisions-page.ts'
import { allDocuments } from './pages/documents.ts'
import { interfaceFaults } from './pages/interface-difference.ts'
import { allEndpoints } from './pages/operations-page.ts'
import { PROMISED } from './pages/promised.ts'
import { referenceFaults } from './references.ts'
import { tableFaults } from './tables.ts'
import { tenantFaults } from './tenant-tables.ts'
import { tidyFaults, tidyWarnings } from './tidy.ts'
import { treeFaults } from './tree-page.ts'
import { triggerFaults } from './triggers.ts'
import { wordFaults } from './words.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const CODE = [
  'src/**/*.ts',
  'test/**/*.ts',
  'bench/**/*.ts',
  'scripts/**/*.{ts,js}',
  '{sdk,console,simulators}/**/*.{ts,tsx}',
]

/** `npm test` runs it with this word. */
const BESIDE_TESTS = 'beside-tests'

/** The changelog and released migrations are left as they were written. */
const PAGES = ['{README,CONTRIBUTING}.md', '{docs,src,test,bench,simulators}/**/*.md']

const main = async (): Promise<number> => {
  const code = readTexts(CODE)
  const migrations = readTexts(['migrations/*.sql'])
  const steps: [name: string, run: () => Promise<string[]>][] = [
    ['types (tsc)', () => typesOf('.', 'program')],
    ['types of what browsers run (tsc)', () => typesOf('src/checkout/page/browser', 'browsers')],
    ['types of the console (tsc)', () => typesOf('console', 'console')],
    ['lint and format (biome)', () => program('biome', ['check', '--error-on-warnings'])],
    [`dependency rules (${code.size} files)`, async () => layerFaults(code)],
    ['restricted APIs', async () => gateFaults(new Map([...code, ...readTexts(['src/start-page/**/*.js'])]))],
    ['exports that are used', async () => exportFaults(code)],
    ['tidy files and folders', async () => tidyFaults(new Map([...code, ...migrations]))],
    ['words of comments and names (rules: scripts/word-rules.ts)', async () => wordFaults(code)],
    ['owners of tables', async () => tableFaults(migrations, code)],
    ['triggers guard, notify, or say what else', async () => triggerFaults(migrations, releasedMigrations())],
    ['tenant isolation', async () => tenantFaults(migrations, code)],
    ['migrations beside the previous release', async () => migrationFaults(migrations, releasedMigrations())],
    [
      'references of pages and comments',
      async () => referenceFaults(new Map([...code, ...readTexts(PAGES), ...unreleased(migrations)]), allFiles()),
    ],
    ['tree of docs/ARCHITECTURE.md', async () => treeFaults(architecturePage(), foldersOfTree())],
    ['decision records', async () => decisionFaults(readTexts(['docs/decisions/[0-9]*.md']))],
    [
      'what the interface promises',
      async () => interfaceFaults(PROMISED, { documents: allDocuments(), endpoints: allEndpoints() }),
    ],
    ['generated pages', async () => stalePages().map((file) => `${file} is stale: run npm run docs`)],
  ]
  let failed = 0
  for (const [name, run] of steps) {
    const started = performance.now()
    const faults = await run()
    if (faults.length > 0) failed++
    process.stdout.write(
      `${faults.length === 0 ? 'ok  ' : 'FAIL'} ${name}, ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
    )
    for (const fault of faults) process.stdout.write(`     ${fault}\n`)
  }
  for (const warning of warningsOfChange(code)) process.stdout.write(`warn ${warning}\n`)
  process.stdout.write(
    failed === 0 ? `all ${steps.length} checks passed\n` : `${failed} of ${steps.length} checks failed\n`,
  )
  return failed === 0 ? 0 : 1
}

/** The author of a change hears of what it made long; what stood before is told to whoever changes it next. */
const warningsOfChange = (code: ReadonlyMap<string, string>): string[] => {
  const changed = new Set(changedFiles(root))
  return tidyWarnings(new Map([...code].filter(([path]) => changed.has(path))))
}

/** Without folders that only this machine has. */
const allFiles = (): Set<string> =>
  new Set(
    globSync(['*', '{bench,deploy,docs,migrations,scripts,simulators,src,test,sdk,console}/**/*'], { cwd: root }).map(
      (path) => path.replaceAll('\\', '/'),
    ),
  )

const architecturePage = (): string => readFileSync(`${root}docs/ARCHITECTURE.md`, 'utf8')

/** Folders down to the second level below src/ and test/, without those that only this machine has. */
const foldersOfTree = (): string[] =>
  globSync(['*', '{src,test}/*', 'src/*/*', 'simulators/*'], {
    cwd: root,
    withFileTypes: true,
  })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll('\\', '/'))

/** A released migration stays as it was written. */
const unreleased = (migrations: ReadonlyMap<string, string>): [path: string, text: string][] => {
  const released = releasedMigrations()
  return [...migrations].filter(([path]) => !released.has(path))
}

const releasedMigrations = (): Map<string, string> =>
  new Map(Object.entries(readPackedRelease().files).filter(([path]) => path.startsWith('migrations/')))

const readTexts = (patterns: string[]): Map<string, string> =>
  new Map(
    globSync(patterns, { cwd: root, exclude: (name) => name === 'node_modules' || name === 'dist' })
      .sort()
      .map((path) => [path.replaceAll('\\', '/'), readFileSync(`${root}${path}`, 'utf8')]),
  )

/**
 * What tsc learned of a tree is kept in it, so that the next run reads the changed files and what uses them. Several checkers are done sooner and
 * learn much of it each: beside tests that need the processors, one is enough.
 */
const typesOf = (project: string, name: string): Promise<string[]> =>
  program('tsc', [
    ...['-p', project, '--incremental', '--tsBuildInfoFile', `${root}.cache/tsc/${name}.json`],
    ...(process.argv.includes(BESIDE_TESTS) ? ['--checkers', '1'] : []),
  ])

/** Its lines when it fails, none when it passes. */
const program = (name: string, args: string[]): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const child = spawn(`${root}node_modules/.bin/${name}`, args, { cwd: root, shell: process.platform === 'win32' })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk
      })
    child.on('error', reject)
    child.on('close', (exit) => resolve(exit === 0 ? [] : said.trim().split('\n')))
  })

process.exitCode = await main()
