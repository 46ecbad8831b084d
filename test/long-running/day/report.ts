/** The table of a run, and whether it passes. */
import type { Verdict } from '../../resilience/chaos/oracle.ts'
import type { MemoryLine } from './memory.ts'
import { namedBy } from './named-codes.ts'
import type { Counted } from './tally.ts'

/** A shorter run warms up for all of it: its memory is shown and not judged. */
const JUDGED_HOURS = 1
/** A process of the release before lives for minutes. */
const SAMPLES_JUDGED = 30
const SHOWN_MAX = 3

export interface Outcome {
  readonly hours: number
  /** Faults that could not be made. */
  readonly failed: readonly string[]
  readonly counted: readonly Counted[]
  readonly memory: readonly MemoryLine[]
  readonly verdict: Verdict
  /** Error lines of the logs, by event and what was wrong. */
  readonly logged: Readonly<Record<string, number>>
  readonly database: { readonly megabytes: number; readonly logMegabytes: number }
  readonly deliveries: { readonly events: number; readonly repeats: number }
}

type Say = (line: string) => void

export const sayOutcome = (outcome: Outcome, say: Say): boolean => {
  const isNamed = sayAnswers(outcome.counted, say)
  const isFlat = sayMemory(outcome, say)
  const isEven = sayVerdict(outcome.verdict, say)
  const { events, repeats } = outcome.deliveries
  say(`webhooks: ${events} events came, ${repeats} of them again`)
  const { megabytes, logMegabytes } = outcome.database
  say(`database: ${megabytes.toFixed(0)} MB, ${logMegabytes.toFixed(0)} MB of write-ahead log`)
  const lines = Object.entries(outcome.logged).map(([what, count]) => `  ${String(count).padStart(7)}  ${what}`)
  say(`error lines of the logs: ${lines.length === 0 ? 'none' : ''}`)
  for (const line of lines.sort().reverse()) say(line)
  for (const fault of outcome.failed) say(`it could not be done: ${fault}`)
  return isNamed && isFlat && isEven && outcome.failed.length === 0
}

const sayAnswers = (counted: readonly Counted[], say: Say): boolean => {
  say(`${'while there was'.padEnd(18)}${'answers'.padStart(9)}  status and code`)
  for (const each of counted) {
    const name = namedBy(each)
    const why = name === undefined ? `NAMED BY NO DOCUMENT, such as ${each.sample}` : name
    const status = each.status === 0 ? 'no answer' : each.status
    say(`${each.fault.padEnd(18)}${String(each.count).padStart(9)}  ${`${status} ${each.code}`.padEnd(40)}${why}`)
  }
  const others = counted.filter((each) => namedBy(each) === undefined).reduce((sum, { count }) => sum + count, 0)
  say(`answers that no document names for what was going on: ${others}`)
  return others === 0
}

const sayMemory = ({ memory, hours }: Outcome, say: Say): boolean => {
  const isJudged = hours >= JUDGED_HOURS
  say(`resident memory, MB${isJudged ? '' : ' (not judged: the run was too short)'}`)
  say(
    `${'process'.padEnd(24)}${['samples', '2nd quarter', 'last', 'highest', 'growth'].map((head) => head.padStart(12)).join('')}`,
  )
  for (const line of memory) {
    const figures = [line.secondQuarterMb, line.lastQuarterMb, line.highestMb].map((mb) => mb.toFixed(0).padStart(12))
    const growth = `${(line.growth * 100).toFixed(1)} %`.padStart(12)
    say(`${`${line.name} (${line.pid})`.padEnd(24)}${String(line.samples).padStart(12)}${figures.join('')}${growth}`)
  }
  // The bank is a simulator that forgets nothing.
  const ours = memory.filter(({ name, samples }) => !name.startsWith('bank') && samples >= SAMPLES_JUDGED)
  return !isJudged || ours.every(({ isFlat }) => isFlat)
}
const sayVerdict = (verdict: Verdict, say: Say): boolean => {
  for (const [rule, faults] of Object.entries(verdict)) {
    say(`${String(faults.length).padStart(7)}  ${rule}`)
    for (const fault of faults.slice(0, SHOWN_MAX)) say(`         ${fault}`)
  }
  return Object.values(verdict).every((faults) => faults.length === 0)
}
