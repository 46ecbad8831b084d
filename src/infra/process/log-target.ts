/**
 * Where the log's lines go: a file or standard output. If writing fails, for example on a full disk, the program
 * continues without it.
 */
import { closeSync, mkdirSync, openSync, statSync, write, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { every } from './every.ts'
import { toText } from './log/log-text.ts'
import { counter } from './metrics.ts'
import { StartupError } from './startup-error.ts'

export interface LogTarget {
  write(line: string): void
  /** Calls back when everything given before is written, or cannot be written now. */
  flush?(done: () => void): void
}

const BUFFERED_BYTES = 8 * 1024 // one write per line would be thousands a second
const FLUSH_MS = 250 // lines of an idle program appear soon
const WAITING_BYTES_MAX = 256 * 1024 // of lines that cannot be written; newer ones are dropped
const RETRY_MS = 500
const LOOK_MS = 2_000 // whether the file is still the one that was opened
const BUSY_MS = 20 // for a pipe whose reader is slow
const STDOUT = 1

const droppedTotal = counter('vezne_log_lines_dropped_total')

export type LogFormat = 'json' | 'text'

/** Undefined means stdout. A file that was moved (by logrotate) is made again, within seconds or at SIGHUP. */
export const openLogTarget = (file: string | undefined, format: LogFormat = 'json'): LogTarget => {
  const shape = format === 'text' ? toText : (line: string) => line
  const target = new LineWriter(file === undefined ? STDOUT : openedFile(file), file ?? 'standard output', shape)
  targets.add(target)
  if (file !== undefined) followFile(file, target)
  return target
}

const followFile = (path: string, target: LineWriter): void => {
  let inode = inodeOf(path)
  const look = (): void => {
    if (inodeOf(path) === inode) return
    try {
      target.moveTo(openedFile(path))
      inode = inodeOf(path)
    } catch {} // the folder is missing or full: the old file is written on until the next attempt
  }
  every(LOOK_MS, look)
  // At a terminal the signal says that it was closed, and ends the program.
  if (looks.size === 0 && !process.stdout.isTTY) process.on('SIGHUP', () => looks.forEach((each) => void each()))
  looks.add(look)
}
const looks = new Set<() => void>()

const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino

const openedFile = (path: string): number => {
  try {
    mkdirSync(dirname(path), { recursive: true })
    return openSync(path, 'a', 0o600)
  } catch (error) {
    throw new StartupError(`The log ${path} cannot be opened: ${(error as Error).message}`)
  }
}

/**
 * The library's own target retries endlessly to write the rest when the process ends, and stays silent after a broken
 * pipe.
 */
class LineWriter implements LogTarget {
  #file: number
  readonly #name: string
  /** Makes what is written of a line of JSON. */
  readonly #shape: (line: string) => string
  /** Written on until what is under way has ended. */
  #nextFile: number | undefined
  #lines: string[] = []
  #bytes = 0
  /** The chunk being written; the rest of it if the target took only a part. */
  #chunk: Buffer = Buffer.alloc(0)
  #timer: NodeJS.Timeout | undefined
  #isWriting = false
  #trouble: { since: Date; dropped: number } | undefined
  #done: (() => void)[] = []

  constructor(file: number, name: string, shape: (line: string) => string) {
    this.#file = file
    this.#name = name
    this.#shape = shape
  }

  write(line: string): void {
    if (this.#bytes + this.#chunk.length > WAITING_BYTES_MAX) this.#drop()
    else {
      this.#add(line)
      this.#soon()
    }
  }

  flush(done: () => void): void {
    this.#done.push(done)
    if (this.#trouble) this.#settled()
    else this.#next()
  }

  /**
   * Writes the rest once when the process ends, whatever the result. What is being written at this moment may appear
   * twice.
   */
  writeRest(): void {
    try {
      for (let rest = this.#rest(); rest.length > 0; ) rest = rest.subarray(writeSync(this.#file, rest))
    } catch {
      // There is no output left to report to.
    }
  }

  /** Writes to another file from the next chunk on. */
  moveTo(file: number): void {
    if (this.#nextFile !== undefined) closeSync(this.#nextFile)
    this.#nextFile = file
    if (!this.#isWriting && this.#chunk.length === 0) this.#move()
  }

  #move(): void {
    if (this.#nextFile === undefined) return
    closeSync(this.#file)
    this.#file = this.#nextFile
    this.#nextFile = undefined
  }

  #add(given: string): void {
    const line = this.#shape(given)
    this.#lines.push(line)
    this.#bytes += Buffer.byteLength(line)
  }

  #drop(): void {
    droppedTotal.inc()
    if (!this.#trouble) this.#troubled('it takes less than there is')
    this.#trouble!.dropped++
  }

  #rest(): Buffer {
    const rest = Buffer.concat([this.#chunk, Buffer.from(this.#lines.join(''))])
    this.#chunk = Buffer.alloc(0)
    this.#lines = []
    this.#bytes = 0
    return rest
  }

  #soon(): void {
    if (this.#trouble) return // a timer is set
    if (this.#bytes >= BUFFERED_BYTES || this.#done.length > 0) this.#next()
    else this.#later(FLUSH_MS)
  }

  #later(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#next()
    }, ms)
    if (this.#done.length === 0) this.#timer.unref()
  }

  #next(): void {
    if (this.#isWriting) return
    if (this.#chunk.length === 0) {
      this.#move()
      this.#chunk = this.#rest()
    }
    if (this.#chunk.length === 0) {
      this.#settled()
      return
    }
    this.#isWriting = true
    write(this.#file, this.#chunk, (error, written) => {
      this.#isWriting = false
      if (error) this.#failed(error)
      else this.#took(written)
    })
  }

  #took(bytes: number): void {
    this.#chunk = this.#chunk.subarray(bytes)
    if (this.#trouble) this.#recovered(this.#trouble)
    if (this.#chunk.length > 0) this.#next()
    else this.#soon()
  }

  #failed(error: NodeJS.ErrnoException): void {
    const isBusy = error.code === 'EAGAIN'
    if (!isBusy) {
      if (!this.#trouble) this.#troubled(error.code ?? error.message)
      this.#settled()
    }
    this.#later(isBusy ? BUSY_MS : RETRY_MS)
  }

  #troubled(why: string): void {
    this.#trouble = { since: new Date(), dropped: 0 }
    sayOnStderr(`the log (${this.#name}) cannot be written (${why}); the program goes on, what it drops is counted\n`)
  }

  /** Writes the only line that the log itself contains about the outage. */
  #recovered({ since, dropped }: { since: Date; dropped: number }): void {
    this.#trouble = undefined
    const facts = { level: 'warn', time: new Date().toISOString(), since: since.toISOString(), dropped }
    this.#add(`${JSON.stringify({ ...facts, event: 'log.written_again' })}\n`)
  }

  #settled(): void {
    for (const done of this.#done.splice(0)) done()
  }
}

/** Ignores a failure of standard error itself. */
export const sayOnStderr = (line: string): void => {
  try {
    writeSync(2, line)
  } catch {
    // Standard error was the last place to report to.
  }
}

const targets = new Set<LineWriter>()
process.on('exit', () => {
  for (const target of targets) target.writeRest()
})
