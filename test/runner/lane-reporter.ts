/** Reporter of a lane (`--test-reporter`): hands what its tests report to the run. */
import { inspect } from 'node:util'
import { type Spent, spentSince, spentSoFar } from '../support/spent.ts'
import type { LaneEvent } from './messages.ts'

interface Report {
  type: string
  data: {
    name: string
    nesting: number
    message: string
    skip?: unknown
    details: { type?: string; duration_ms: number; error?: Error & { cause?: unknown; failureType?: string } }
  }
}

// biome-ignore lint/correctness/useYield: a reporter is a generator; this one writes nothing to standard output
export default async function* laneReporter(source: AsyncIterable<Report>): AsyncGenerator<string> {
  for await (const report of source) {
    const event = eventOf(report)
    if (event !== undefined && process.connected) process.send?.(event)
  }
}

const eventOf = ({ type, data }: Report): LaneEvent | undefined => {
  if (type === 'test:diagnostic')
    return data.nesting > 0 ? { kind: 'figure', text: data.message } : strayOf(data.message)
  if (type !== 'test:pass' && type !== 'test:fail') return undefined
  const isFile = data.nesting === 0 && data.details.type === 'suite'
  if (data.nesting === 0 && !isFile)
    return { kind: 'stray', error: `${data.name}: a test outside the suite of its file` }
  const error = type === 'test:fail' ? textOf(data.details.error) : undefined
  if (isFile)
    return {
      kind: 'finished',
      ms: data.details.duration_ms,
      spent: spentOfFile(),
      ...(error === undefined ? {} : { error }),
    }
  if (data.details.type === 'suite') return undefined
  if (error !== undefined) return { kind: 'failed', name: data.name, error }
  return { kind: data.skip === undefined ? 'passed' : 'skipped', name: data.name }
}

let before = spentSoFar()
const spentOfFile = (): Spent => {
  const spent = spentSince(before)
  before = spentSoFar()
  return spent
}

/** The sums at the end of a lane are no news. */
const strayOf = (message: string): LaneEvent | undefined =>
  /^(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/.test(message)
    ? undefined
    : { kind: 'stray', error: message }

/** Undefined for a suite or test that failed only because one within it did. */
const textOf = (error: Report['data']['details']['error']): string | undefined =>
  error?.failureType === 'subtestsFailed'
    ? undefined
    : inspect(error?.cause ?? error, { depth: 5, maxStringLength: 4_000 })
