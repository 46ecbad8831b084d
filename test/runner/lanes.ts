/** Runs test files in lanes, one more than there are cores, since many tests wait: each takes the next file when it has finished one. */
import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Assignment, LaneEvent } from './messages.ts'

export interface FileResult {
  file: string
  ms: number
  passed: number
  skipped: number
  failures: { name: string; error: string }[]
  figures: string[]
}

export interface LaneOptions {
  env: NodeJS.ProcessEnv
  /** A file that takes longer has failed, and its lane is ended. */
  fileMs: number
  onResult(result: FileResult): void
}

/** A lane that has run this many files gives way to a fresh one, so that what they leave in memory stays small. */
const FILES_A_LANE = 40
const ENDING_MS = 10_000

/** Resolves when all files have run; `stop` ends the lanes that are running. */
export const runInLanes = async (files: readonly string[], options: LaneOptions): Promise<void> => {
  const queue = [...files]
  const lanes = Array.from({ length: Math.min(availableParallelism() + 1, files.length) }, async () => {
    while (queue.length > 0) await runLane(queue, options)
  })
  await Promise.all(lanes)
}

/** One process, until the queue is empty, it has run its share, or it is lost. */
const runLane = (queue: string[], options: LaneOptions): Promise<void> =>
  new Promise((resolve) => {
    const child = startLane(options.env)
    let current: FileResult | undefined
    let timer: NodeJS.Timeout | undefined
    let filesLeft = FILES_A_LANE
    let why = ''

    const finish = (ms: number, error?: string): void => {
      clearTimeout(timer)
      if (current === undefined) return
      if (error !== undefined) current.failures.push({ name: current.file, error })
      options.onResult({ ...current, ms })
      current = undefined
    }
    const end = (reason: string): void => {
      why = reason
      child.kill('SIGKILL')
    }
    const next = (): void => {
      const file = filesLeft-- > 0 ? queue.shift() : undefined
      if (file === undefined) timer = setTimeout(() => end('did not end after its last file'), ENDING_MS)
      else {
        current = { file, ms: 0, passed: 0, skipped: 0, failures: [], figures: [] }
        timer = setTimeout(() => end(`took longer than ${options.fileMs / 1_000} s`), options.fileMs)
      }
      child.send((file === undefined ? {} : { file }) satisfies Assignment)
    }
    child.on('message', (event: LaneEvent) => {
      if (event.kind === 'finished') finish(event.ms, event.error)
      if (event.kind === 'finished' || event.kind === 'ready') return next()
      if (current !== undefined) note(current, event)
    })
    const startedAt = performance.now()
    child.on('exit', (code, signal) => {
      finish(performance.now() - startedAt, why || `its process ended (${signal ?? code})`)
      resolve()
    })
  })

const note = (result: FileResult, event: Exclude<LaneEvent, { kind: 'ready' | 'finished' }>): void => {
  if (event.kind === 'failed') result.failures.push(event)
  else if (event.kind === 'figure') result.figures.push(event.text)
  else result[event.kind]++
}

const startLane = (env: NodeJS.ProcessEnv): ChildProcess => {
  const reporter = new URL('lane-reporter.ts', import.meta.url).href
  return spawn(
    process.execPath,
    [
      `--test-reporter=${reporter}`,
      '--test-reporter-destination=stdout',
      fileURLToPath(new URL('lane.ts', import.meta.url)),
    ],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env },
  )
}
