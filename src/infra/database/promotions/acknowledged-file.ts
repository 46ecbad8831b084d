/**
 * The last log position that a process saw acknowledged, in a file of its data folder: it is there for the next start,
 * even after kill -9.
 */
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type LogPosition, parsePosition, positionText } from './log-position.ts'

const FOLDER = 'log-positions'
const LINE_BYTES = 80

export interface AcknowledgedFile {
  /** Positions of processes that have ended, including this one's predecessors. */
  readonly before: readonly LogPosition[]
  write(at: LogPosition): void
  /** The positions in `before` are no longer needed. */
  forgetBefore(): void
  close(): void
}

/** Opens the file. If the folder cannot be written, only the running process remembers the position. */
export const openAcknowledgedFile = (dataDir: string, onUnkept: (error: Error) => void): AcknowledgedFile => {
  const folder = join(dataDir, FOLDER)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    onUnkept(error as Error)
    return { before: [], write: () => undefined, forgetBefore: () => undefined, close: () => undefined }
  }
  const mine = String(process.pid)
  const ended = readdirSync(folder).filter((name) => name === mine || !isAlive(Number(name)))
  const before = ended.flatMap((name) => readLine(join(folder, name), onUnkept))
  let file: number | undefined
  let isFull = false
  return {
    before,
    // One short write into the page cache: it survives the process, not the machine.
    write(at) {
      if (isFull) return
      try {
        file ??= openSync(join(folder, mine), 'w', 0o600)
        writeSync(file, `${at.system} ${at.timeline} ${positionText(at.position)}`.padEnd(LINE_BYTES), 0)
      } catch (error) {
        isFull = true // a commit has succeeded all the same
        onUnkept(error as Error)
      }
    },
    forgetBefore() {
      for (const name of ended.splice(0)) if (name !== mine) rmSync(join(folder, name), { force: true })
    },
    close() {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}

/** Another starting process may have read and removed the file meanwhile. */
const readLine = (path: string, onUnkept: (error: Error) => void): LogPosition[] => {
  try {
    const [system, timeline, position] = readFileSync(path, 'utf8').trim().split(' ')
    if (system === undefined || position === undefined) return []
    return [{ system, timeline: Number(timeline), position: parsePosition(position) }]
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') onUnkept(error as Error)
    return []
  }
}

/** If another program has this pid by now, the file stays until that program ends. */
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}
