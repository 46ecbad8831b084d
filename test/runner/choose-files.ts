/** Which test files run, and in which order. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { importsOf } from '../../scripts/layers.ts'

/** `npm test -- unit`: the files that need no database server. */
export const UNIT = 'unit'

/** They start first, so that no lane is left alone with a long one at the end. */
const LONG: readonly string[] = [
  'test/security/isolation/tenant-isolation.test.ts',
  'test/resilience/fuzz.test.ts',
  'test/platform/start.test.ts',
  'test/resilience/payment-failpoints.test.ts',
  'test/resilience/review-failpoints.test.ts',
  'test/resilience/operation-failpoints.test.ts',
  'test/resilience/whole-life.test.ts',
  'test/access/slow-requests.test.ts',
]

/** `filters`: parts of paths from the root; none = all. */
export const chooseFiles = (root: string, filters: readonly string[]): string[] => {
  const all = globSync('test/**/*.test.ts', { cwd: root }).sort()
  const isWanted = (file: string): boolean =>
    filters.length === 0 ||
    filters.some((filter) =>
      filter === UNIT ? !needsServer(root, file) : file.includes(relative(root, join(root, filter))),
    )
  const chosen = new Set(all.filter(isWanted))
  return [...LONG.filter((file) => chosen.delete(file)), ...chosen]
}

/** Whatever reaches the server of the run imports this file, directly or not. */
const SERVER = 'test/support/run-server.ts'

export const needsServer = (root: string, file: string, seen = new Set<string>()): boolean => {
  if (file === SERVER) return true
  if (seen.has(file) || !existsSync(join(root, file))) return false
  seen.add(file)
  return importsOf(file, readFileSync(join(root, file), 'utf8')).some((to) => needsServer(root, to, seen))
}
