/** `node scripts/console/build.ts`: builds the pages of the console into console/dist, unless they are built of these very sources. */
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const BUILT = join(root, 'console', 'dist')
const MARK = '.built'
/** All that the pages are made of; the lock file stands for their packages. */
const SOURCES = ['console/{index.html,vite.config.ts}', 'console/src/**/*.*', 'sdk/src/money.ts', 'package-lock.json']

const hashOfSources = (): string => {
  const hash = createHash('sha256')
  for (const path of globSync(SOURCES, { cwd: root }).sort())
    hash
      .update(path.replaceAll('\\', '/'))
      .update('\0')
      .update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

/** Of the sources that console/dist was built of; null when it is not built. */
const builtHash = (): string | null => {
  const mark = join(BUILT, MARK)
  return existsSync(mark) ? readFileSync(mark, 'utf8') : null
}

/** Builds beside and swaps, so that a running program never serves half of it. Gives back whether it built. */
export const buildConsole = async (say: (line: string) => void): Promise<boolean> => {
  const hash = hashOfSources()
  if (builtHash() === hash) return false
  const started = performance.now()
  const fresh = `${BUILT}-${process.pid}`
  await buildPagesInto(fresh)
  writeFileSync(join(fresh, MARK), hash)
  swap(fresh)
  say(`pages of the console built in ${((performance.now() - started) / 1_000).toFixed(1)} s`)
  return true
}

export const buildPagesInto = async (folder: string): Promise<void> => {
  const { build } = await import('vite')
  await build({ configFile: join(root, 'console', 'vite.config.ts'), build: { outDir: folder, emptyOutDir: true } })
}

const swap = (fresh: string): void => {
  const old = `${fresh}-before`
  if (existsSync(BUILT)) renameSync(BUILT, old)
  try {
    renameSync(fresh, BUILT)
  } catch (error) {
    // Another start was quicker: its pages are made of the same sources.
    if (builtHash() === null) throw error
    rmSync(fresh, { recursive: true, force: true })
  }
  rmSync(old, { recursive: true, force: true })
}

if (import.meta.main) {
  const say = (line: string): void => void process.stderr.write(`${line}\n`)
  try {
    await buildConsole(say)
  } catch (error) {
    // The surfaces work without pages; an installation without build tools brings its pages along.
    say(`the pages of the console could not be built: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = builtHash() === null && process.argv.includes('--strict') ? 1 : 0
  }
}
