/** One program per data folder: a file that names the running process; a killed process's lock is recognized as stale. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface DataFolderLock {
  release(): void
}

/** Another program uses this data folder; the message is written for people. */
export class AlreadyRunningError extends Error {}

interface Holder {
  pid: number
  /** When the process started, by the system's count; distinguishes it from a later process with the same pid. */
  born: string
  url: string
}

export const lockDataFolder = (dataDir: string, url: string): DataFolderLock => {
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, 'vezne.pid')
  const mine: Holder = { pid: process.pid, born: bornOf(process.pid), url }
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o644 })
  try {
    for (;;) {
      if (linked(draft, path)) return { release: () => release(path) }
      refuseIfRunning(dataDir)
      removeStale(path, holderIn(path))
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Only reads the lock; does not take it. */
export const refuseIfRunning = (dataDir: string): void => {
  const holder = holderIn(join(dataDir, 'vezne.pid'))
  if (holder && holder.pid !== process.pid && bornOf(holder.pid) === holder.born)
    throw new AlreadyRunningError(`Vezne is already running on ${dataDir} (pid ${holder.pid}) at ${holder.url}`)
}

/** Returns whether a running process uses this folder. */
export const isRunning = (dataDir: string): boolean => {
  const holder = holderIn(join(dataDir, 'vezne.pid'))
  return holder !== undefined && bornOf(holder.pid) === holder.born
}

const linked = (draft: string, path: string): boolean => {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

const holderIn = (path: string): Holder | undefined => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

/**
 * Moves the stale lock aside first; if another process was quicker and the file is a live lock by now, it is moved
 * back.
 */
const removeStale = (path: string, stale: Holder | undefined): void => {
  const aside = `${path}.stale.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  const taken = holderIn(aside)
  if (taken && taken.pid !== stale?.pid) linked(aside, path)
  rmSync(aside, { force: true })
}

const release = (path: string): void => {
  if (holderIn(path)?.pid === process.pid) rmSync(path, { force: true })
}

/** Returns an empty text if no such process runs. */
const bornOf = (pid: number): string => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return ''
  }
  try {
    // The start time is field 22. The name in the second field may contain spaces, so fields are counted after its
    // closing bracket.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[19] ?? 'alive'
  } catch {
    return 'alive'
  }
}
