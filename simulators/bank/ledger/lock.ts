/** Allows one bank per folder, by a file with the process id of its holder. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export class FolderInUse extends Error {}

/** Returns the function that releases the lock. A killed process no longer holds it. */
export const lockFolder = (folder: string): (() => void) => {
  const path = join(folder, 'bank.pid')
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx', mode: 0o600 })
      return () => rmSync(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = Number(readFileSync(path, 'utf8').trim() || 0)
    if (isAlive(holder))
      throw new FolderInUse(`another bank (process ${holder}) keeps its books in ${folder}; end it, or delete ${path}`)
    rmSync(path, { force: true })
  }
}

const isAlive = (pid: number): boolean => {
  if (pid === process.pid || pid === 0) return false // a reused process id, as in containers
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
