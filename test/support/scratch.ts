/** Folders of tests. A run keeps them in memory where there is room: what thousands of small files cost on a disk was a twentieth of its processor time. */
import { chmodSync, mkdirSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const VARIABLE = 'VEZNE_TEST_SCRATCH'

/** Folders of runs: in one of these. */
export const RUN_ROOTS: readonly string[] = [...new Set(['/dev/shm', tmpdir()])]

/** A whole run leaves two gigabytes until its end. */
const ROOM_BYTES = 4 * 2 ** 30

/** Of one run: `data` is read by its scan at the end, `scratch` is where its tests make their folders; one file system, since what is to be scanned is moved. */
export const makeRunFolder = (name: string): { folder: string; data: string; scratch: string } => {
  const folder = mkdtempSync(join(RUN_ROOTS.find(hasRoom) ?? tmpdir(), name))
  chmodSync(folder, 0o711) // a database server of another user passes through it
  const [data, scratch] = [join(folder, 'data'), join(folder, 'scratch')]
  for (const path of [data, scratch]) mkdirSync(path, { mode: 0o711 })
  return { folder, data, scratch }
}

export const scratchEnv = (scratch: string): Record<string, string> => ({ [VARIABLE]: scratch })

/** A new folder; outside of a run, such as of a bench, beside everybody's. */
export const makeScratch = (name: string): string => mkdtempSync(join(process.env[VARIABLE] ?? tmpdir(), name))

/** What lies in memory counts as used memory, too. */
const hasRoom = (path: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize > ROOM_BYTES && process.availableMemory() > 2 * ROOM_BYTES
  } catch {
    return false // no Linux
  }
}
