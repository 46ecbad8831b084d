/** The error lines of a program's log: a test that waits long ends at the first one that its faults do not explain. */
import assert from 'node:assert/strict'
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { until } from './until.ts'

export interface ErrorLines {
  /** Throws if the program has logged an error that is not expected; each time from then on. */
  check(): void
  /** Waits as `until` does, and no longer than to the first such error. */
  until(...waiting: Parameters<typeof until>): Promise<void>
}

/** `isExpected`: whether the faults of the test cause this event. */
export const watchErrorLines = (dataDir: string, isExpected: (event: string) => boolean): ErrorLines => {
  const path = join(dataDir, 'vezne.log')
  let read = 0
  let rest = ''
  let found: string | undefined
  const check = (): void => {
    const text = rest + (existsSync(path) ? readFrom(path, read) : '')
    read += Buffer.byteLength(text) - Buffer.byteLength(rest)
    const lines = text.split('\n')
    rest = lines.pop() as string
    found ??= lines.find((line) => isUnexpected(line, isExpected))
    if (found !== undefined) assert.fail(`the program logged an error: ${found}`)
  }
  return {
    check,
    until(what, holds, boundMs) {
      const soundly = () => {
        check()
        return holds()
      }
      return until(what, soundly, boundMs)
    },
  }
}

/** A line that a kill has cut off is none. */
const isUnexpected = (line: string, isExpected: (event: string) => boolean): boolean => {
  const event = /^\{"level":"error",.*"event":"([^"]+)"\}$/.exec(line)?.[1]
  return event !== undefined && !isExpected(event)
}

const readFrom = (path: string, from: number): string => {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(Math.max(0, fstatSync(file).size - from))
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, from))
  } finally {
    closeSync(file)
  }
}
