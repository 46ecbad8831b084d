/**
 * How far a process has seen the database's epoch, kept outside the database: in its data folder and, where it may be
 * written, beside the file of the master keys, which is not on the disk of the database.
 */
import { closeSync, constants, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = 'database-epochs'
const LINE_BYTES = 20

export interface RememberedEpochs {
  /** By lineage, as they are now. */
  snapshot(): ReadonlyMap<string, number>
  remember(lineage: string, epoch: number): void
}

/** `dataDir` has to be writable, and `onUnkept` tells once that it is not; the others are used if they are. */
export const openRememberedEpochs = (
  dataDir: string,
  others: readonly string[],
  onUnkept: (error: Error) => void,
): RememberedEpochs => {
  const folders = [...new Set([dataDir, ...others])].map((folder) => join(folder, FOLDER))
  const known = new Map<string, number>()
  const raise = (lineage: string, epoch: number): void =>
    void known.set(lineage, Math.max(epoch, known.get(lineage) ?? 0))
  for (const folder of folders)
    for (const name of namesIn(folder)) {
      const epoch = readEpoch(join(folder, name))
      if (epoch !== undefined) raise(name, epoch)
    }
  const unwritable = new Set<string>()
  return {
    snapshot: () => new Map(known),
    // A short write into the page cache: it survives the process. Processes that share the folder write the same file, the
    // last of them within one advance of the highest.
    remember(lineage, epoch) {
      raise(lineage, epoch)
      for (const folder of folders) {
        if (unwritable.has(folder)) continue
        try {
          writeEpoch(folder, lineage, epoch)
        } catch (error) {
          unwritable.add(folder)
          if (folder === folders[0]) onUnkept(error as Error)
        }
      }
    },
  }
}

/** In place and of one length, so that no reader and no full disk meets an empty file. */
const writeEpoch = (folder: string, lineage: string, epoch: number): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = openSync(join(folder, lineage), constants.O_WRONLY | constants.O_CREAT, 0o600)
  try {
    writeSync(file, `${epoch}`.padEnd(LINE_BYTES), 0)
  } finally {
    closeSync(file)
  }
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).filter((name) => /^[0-9a-f-]{36}$/.test(name))
  } catch {
    return [] // nobody has written there yet
  }
}

const readEpoch = (path: string): number | undefined => {
  try {
    const epoch = Number.parseInt(readFileSync(path, 'utf8'), 10)
    return Number.isSafeInteger(epoch) ? epoch : undefined
  } catch {
    return undefined
  }
}
