/** Runs test files in lanes, one more than there are cores, since many tests wait: each takes the next file when it has finished one. */
import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { NOTHING_SPENT, type Spent } from '../support/spent.ts'
import type { Assignment, LaneEvent } from './messages.ts'

export interface FileResult {
  file: string
  ms: number
  passed: number
  skipped: number
  failures: { name: string; error: string }[]
  figures: string[]
  spent: Spent
}

export interface LaneOptions {
  env: NodeJS.ProcessEnv
  /** A file that takes longer has failed, and its lane is ended. */
  fileMs: number
  /** A lane that does not end so long after its last file has failed: something of a file is still open in it. */
  endingMs?: number
  /** Ends the lanes that are running; no other starts. */
  signal?: AbortSignal
  /** One more than there are cores, where nothing is said. */
  lanes?: number
  onResult(result: FileResult): void
}

/** A lane that has run this many files gives way to a fresh one, so that what they leave in memory stays small. */
const FILES_A_LANE = 160
const ENDING_MS = 10_000

/** Resolves when all files have run. What goes wrong in a lane between or after its files is a result of its own. */
export const runInLanes = async (files: readonly string[], options: LaneOptions): Promise<void> => {
  const queue = [...files]
  const { lanes: most = availableParallelism() + 1 } = options
  const lanes = Array.from({ length: Math.min(most, files.length) }, async () => {
    while (queue.length > 0 && !options.signal?.aborted) await new Lane(queue, options).ended
  })
  await Promise.all(lanes)
}

/** One process, until the queue is empty, it has run its share, or it is lost. */
class Lane {
  readonly ended: Promise<void>
  readonly #child: ChildProcess
  readonly #queue: string[]
  readonly #options: LaneOptions
  readonly #ran: string[] = []
  readonly #strays: string[] = []
  #current: FileResult | undefined
  #beganAt = 0
  #timer: NodeJS.Timeout | undefined
  #killedFor: string | undefined
  readonly #failed: string[] = []

  constructor(queue: string[], options: LaneOptions) {
    this.#queue = queue
    this.#options = options
    this.#child = startLane(options.env)
    const abort = (): void => void this.#child.kill('SIGKILL')
    options.signal?.addEventListener('abort', abort)
    this.#child.on('message', (event: LaneEvent) => this.#hear(event))
    this.ended = new Promise((resolve) => {
      this.#child.on('exit', (code, signal) => {
        options.signal?.removeEventListener('abort', abort)
        clearTimeout(this.#timer)
        if (!options.signal?.aborted) this.#judgeExit(code, signal)
        resolve()
      })
    })
  }

  #hear(event: LaneEvent): void {
    if (event.kind === 'ready') this.#next()
    else if (event.kind === 'stray') this.#strays.push(event.error)
    else if (event.kind === 'finished') {
      this.#finish(event.error, event.spent)
      this.#next()
    } else if (event.kind === 'failed') this.#current?.failures.push(event)
    else if (event.kind === 'figure') this.#current?.figures.push(event.text)
    else if (this.#current !== undefined) this.#current[event.kind]++
  }

  #next(): void {
    const { fileMs, endingMs = ENDING_MS } = this.#options
    const file = this.#ran.length < FILES_A_LANE ? this.#queue.shift() : undefined
    if (file === undefined) this.#limit(endingMs, 'something is still open in it')
    else {
      this.#ran.push(file)
      this.#current = { file, ms: 0, passed: 0, skipped: 0, failures: [], figures: [], spent: NOTHING_SPENT }
      this.#beganAt = performance.now()
      this.#limit(fileMs, `took longer than ${fileMs / 1_000} s`)
    }
    this.#child.send((file === undefined ? {} : { file }) satisfies Assignment)
  }

  #limit(ms: number, reason: string): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#killedFor = reason
      this.#child.kill('SIGKILL')
    }, ms)
  }

  #finish(error?: string, spent = NOTHING_SPENT): void {
    if (this.#current === undefined) return
    if (error !== undefined) this.#current.failures.push({ name: this.#current.file, error })
    if (this.#current.failures.length > 0) this.#failed.push(this.#current.file)
    this.#options.onResult({ ...this.#current, spent, ms: performance.now() - this.#beganAt })
    this.#current = undefined
  }

  /** An exit code is the word of node:test, which counts what happened after the last test, too. */
  #judgeExit(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.#current !== undefined) {
      this.#finish(this.#killedFor ?? `its process ended (${signal ?? code})`)
      return
    }
    const isUnexplained = code !== 0 && this.#failed.length === 0
    const errors = [...this.#strays, ...(this.#killedFor ? [this.#killedFor] : [])]
    if (errors.length === 0 && !isUnexplained) return
    // A test that fails half-way closes less than it opened: its own error is the one to read.
    const cause =
      this.#failed.length > 0
        ? `most likely left by what failed in it, see there first: ${this.#failed.join(', ')}`
        : `after one of: ${this.#ran.join(', ')}`
    const error = `${errors.join('\n') || `it ended with ${signal ?? code}`}\n${cause}`
    const name = 'a lane between or after its files'
    this.#options.onResult({
      file: name,
      ms: 0,
      passed: 0,
      skipped: 0,
      failures: [{ name, error }],
      figures: [],
      spent: NOTHING_SPENT,
    })
  }
}

const startLane = (env: NodeJS.ProcessEnv): ChildProcess => {
  const reporter = new URL('lane-reporter.ts', import.meta.url).href
  return spawn(
    process.execPath,
    [
      '--max-semi-space-size=64', // most of what a test makes is soon garbage
      `--test-reporter=${reporter}`,
      '--test-reporter-destination=stdout',
      fileURLToPath(new URL('lane.ts', import.meta.url)),
    ],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env },
  )
}
