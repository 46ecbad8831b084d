/** A folder that is built from sources. It is built again only if they have changed. */
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MARK = '.built'

export interface BuiltFolder {
  readonly title: string
  readonly folder: string
  /** Patterns of the sources; the lock file counts for their packages. */
  readonly sources: readonly string[]
  build(into: string): Promise<void>
}

/** Builds next to the folder and swaps, so that a running program never serves half of it. Returns whether it built. */
export const bringUpToDate = async (built: BuiltFolder, say: (line: string) => void): Promise<boolean> => {
  const hash = hashOf(built.sources)
  if (builtHash(built) === hash) return false
  const started = performance.now()
  const fresh = `${built.folder}-${process.pid}`
  await built.build(fresh)
  writeFileSync(join(fresh, MARK), hash)
  swap(built, fresh)
  say(`${built.title} built in ${((performance.now() - started) / 1_000).toFixed(1)} s`)
  return true
}

/** Returns the hash of the sources that the folder was built from; null when it is not built. */
export const builtHash = ({ folder }: BuiltFolder): string | null => {
  const mark = join(folder, MARK)
  return existsSync(mark) ? readFileSync(mark, 'utf8') : null
}

const hashOf = (sources: readonly string[]): string => {
  const hash = createHash('sha256')
  for (const path of globSync([...sources, 'package-lock.json'], { cwd: ROOT }).sort())
    hash
      .update(path.replaceAll('\\', '/'))
      .update('\0')
      .update(readFileSync(join(ROOT, path)))
  return hash.digest('hex')
}

const swap = (built: BuiltFolder, fresh: string): void => {
  const old = `${fresh}-before`
  if (existsSync(built.folder)) renameSync(built.folder, old)
  try {
    renameSync(fresh, built.folder)
  } catch (error) {
    // Another start was quicker: it built from the same sources.
    if (builtHash(built) === null) throw error
    rmSync(fresh, { recursive: true, force: true })
  }
  rmSync(old, { recursive: true, force: true })
}
