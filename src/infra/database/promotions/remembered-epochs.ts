/**
 * How far a process has seen the database's epoch, kept outside the database: in its data folder and, where it may be
 * written, next to the file of the master keys, which is not on the disk of the database.
 */
import { closeSync, constants, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = 'database-epochs'
const COLUMN_BYTES = 20

export interface RememberedEpoch {
  readonly epoch: number
  /** How far the platform's clock was moved then, in a sandbox. */
  readonly clockOffsetMs: number
}

export interface RememberedEpochs {
  /** Returns the highest epochs by lineage, as of now. */
  snapshot(): ReadonlyMap<string, RememberedEpoch>
  remember(lineage: string, seen: RememberedEpoch): void
}

/** `dataDir` has to be writable, and `onUnkept` tells once that it is not; the others are used if they are. */
export const loadRememberedEpochs = (
  dataDir: string,
  others: readonly string[],
  onUnkept: (error: Error) => void,
): RememberedEpochs => {
  const folders = [...new Set([dataDir, ...others])].map((folder) => join(folder, FOLDER))
  const known = new Map<string, RememberedEpoch>()
  const raise = (lineage: string, seen: RememberedEpoch): void => {
    if (seen.epoch >= (known.get(lineage)?.epoch ?? 0)) known.set(lineage, seen)
  }
  for (const folder of folders)
    for (const name of namesIn(folder)) {
      const seen = readEpoch(join(folder, name))
      if (seen !== undefined) raise(name, seen)
    }
  const unwritable = new Set<string>()
  return {
    snapshot: () => new Map(known),
    // A short write into the page cache: it survives the process. Processes that share the folder write the same file, the
    // last of them within one advance of the highest.
    remember(lineage, seen) {
      raise(lineage, seen)
      for (const folder of folders) {
        if (unwritable.has(folder)) continue
        try {
          writeEpoch(folder, lineage, seen)
        } catch (error) {
          unwritable.add(folder)
          if (folder === folders[0]) onUnkept(error as Error)
        }
      }
    },
  }
}

/** In place and in columns of one width, so that no reader and no full disk meets an empty file. */
const writeEpoch = (folder: string, lineage: string, { epoch, clockOffsetMs }: RememberedEpoch): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = openSync(join(folder, lineage), constants.O_WRONLY | constants.O_CREAT, 0o600)
  try {
    writeSync(file, [epoch, clockOffsetMs].map((each) => `${each}`.padEnd(COLUMN_BYTES)).join(''), 0)
  } finally {
    closeSync(file)
  }
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).filter((name) => /^[0-9a-f-]{36}$/.test(name))
  } catch {
    return [] // no process has written there yet
  }
}

const readEpoch = (path: string): RememberedEpoch | undefined => {
  try {
    const text = readFileSync(path, 'utf8')
    const epoch = Number.parseInt(text, 10)
    // Earlier releases wrote the first column only.
    const clockOffsetMs = Number(text.slice(COLUMN_BYTES))
    return Number.isSafeInteger(epoch) && Number.isSafeInteger(clockOffsetMs) ? { epoch, clockOffsetMs } : undefined
  } catch {
    return undefined
  }
}
