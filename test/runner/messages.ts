/** What the run and a lane tell each other. A lane is a process that runs one test file after the other. */

import type { Spent } from '../support/spent.ts'

/** To a lane: the next file to run; none = end. */
export interface Assignment {
  file?: string
}

/** From a lane, in the order in which the tests reported it. */
export type LaneEvent =
  | { kind: 'ready' }
  | { kind: 'passed' | 'skipped'; name: string }
  | { kind: 'failed'; name: string; error: string }
  | { kind: 'figure'; text: string }
  /** Belongs to no file that is still running, such as an error thrown after the end of its test. */
  | { kind: 'stray'; error: string }
  /** The file as a whole; `error` where it failed outside its tests. */
  | { kind: 'finished'; ms: number; spent: Spent; error?: string }
