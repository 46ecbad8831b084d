/** Which test files run, and in which order. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { changedFiles } from '../../scripts/changed-files.ts'
import { listImports } from '../../scripts/layers.ts'
import { PROGRAM_NAMES, type ProgramName } from '../support/built-programs.ts'
import { changesProgram, reachedTests } from './reached-tests.ts'

/** `npm test -- unit`: the files that start nothing: no database server, no browser, no process. */
export const UNIT = 'unit'
/** `npm test -- changed`: the files that the change of this branch can reach, and the units unless only tests and pages changed. */
export const CHANGED = 'changed'

/** They start first, so that no lane is left alone with a long one at the end. */
const LONG: readonly string[] = [
  'test/security/isolation/tenant-isolation.test.ts',
  'test/resilience/fuzz.test.ts',
  'test/resilience/installment-failpoints.test.ts',
  'test/resilience/killed-moves.test.ts',
  'test/platform/start.test.ts',
  'test/platform/many-tenants.test.ts',
  'test/resilience/thirteen-months.test.ts',
  'test/platform/moved-tenants-story.test.ts',
  'test/resilience/two-releases.test.ts',
  'test/platform/request-processes.test.ts',
  'test/payments/undone-after-restore.test.ts',
  'test/recurring/plans-after-restore.test.ts',
  'test/platform/shards-seen.test.ts',
  'test/platform/shard-keys.test.ts',
  'test/platform/second-sandbox.test.ts',
  'test/resilience/payment-failpoints.test.ts',
  'test/resilience/review-failpoints.test.ts',
  'test/resilience/operation-failpoints.test.ts',
  'test/resilience/transfer-failpoints.test.ts',
  'test/resilience/whole-life.test.ts',
  'test/resilience/unconfirmed-commits.test.ts',
  'test/access/slow-requests.test.ts',
  'test/settlements/bank-movements.test.ts',
]

/** `filters`: parts of paths from the root, or one of the words above; none = all. */
export const chooseFiles = (root: string, filters: readonly string[]): string[] => {
  const all = globSync('test/**/*.test.ts', { cwd: root }).sort()
  const selections = filters.map((filter) => selectionOf(root, filter))
  const chosen = new Set(filters.length === 0 ? all : all.filter((file) => selections.some((has) => has(file))))
  return [...LONG.filter((file) => chosen.delete(file)), ...chosen]
}

const selectionOf = (root: string, filter: string): ((file: string) => boolean) => {
  if (filter === UNIT) return (file) => isUnit(root, file)
  if (filter === CHANGED) return changedSelection(root, changedFiles(root))
  const part = relative(root, join(root, filter))
  return (file) => file.includes(part)
}

const changedSelection = (root: string, changed: readonly string[]): ((file: string) => boolean) => {
  const reached = new Set(reachedTests(sourcesOf(root), changed))
  const withUnits = changesProgram(changed)
  return (file) => reached.has(file) || (withUnits && isUnit(root, file))
}

const SOURCES = '{src,test,scripts,bench,simulators,sdk,console}/**/*.{ts,tsx,js}'

const sourcesOf = (root: string): Map<string, string> =>
  new Map(
    globSync(SOURCES, { cwd: root, exclude: (name) => name === 'node_modules' || name === 'dist' }).map((path) => [
      path.replaceAll('\\', '/'),
      readFileSync(join(root, path), 'utf8'),
    ]),
  )

/** Whatever reaches the server of the run imports this file, directly or not. */
const SERVER = 'test/support/run-server.ts'
/** What takes seconds to start: servers, browsers, lanes, the build of the console. */
const STARTERS = [
  SERVER,
  'src/infra/database/embedded-server/embedded-postgres.ts',
  'test/support/browser.ts',
  'test/support/server-pair.ts',
  'test/runner/lanes.ts',
  'scripts/console/build.ts',
]
/** What starts a program as a process of its own imports this. */
const STARTED_BY: Record<ProgramName, string> = {
  plain: 'test/support/process.ts',
  bank: 'test/support/bank.ts',
  patched: 'test/resilience/chaos/program.ts',
}

export const needsServer = (root: string, file: string): boolean => reaches(root, file, SERVER)

const isUnit = (root: string, file: string): boolean => !STARTERS.some((starter) => reaches(root, file, starter))

export const programsOf = (root: string, files: readonly string[]): ProgramName[] =>
  PROGRAM_NAMES.filter((name) => {
    const seen = new Set<string>()
    return files.some((file) => reaches(root, file, STARTED_BY[name], seen))
  })

/** `seen`: what does not reach it, or is being looked at. */
const reaches = (root: string, file: string, target: string, seen = new Set<string>()): boolean => {
  if (file === target) return true
  if (seen.has(file)) return false
  seen.add(file)
  return importsAt(join(root, file), file).some((to) => reaches(root, to, target, seen))
}

const read = new Map<string, string[]>()
const importsAt = (path: string, file: string): string[] => {
  const known = read.get(path) ?? (existsSync(path) ? listImports(file, readFileSync(path, 'utf8')) : [])
  read.set(path, known)
  return known
}
