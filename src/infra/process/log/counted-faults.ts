/** A fault that comes again and again is one line at first, then one a minute with how often it came meanwhile. */
import { LRUCache } from 'lru-cache'
import { every } from '../every.ts'
import { atMost } from '../growing-cache.ts'
import type { LogFields } from '../log.ts'

const MINUTE_MS = 60_000
const KEYS_MAX = 1_000 // beyond them a fault is logged more often

interface Repeated {
  facts: LogFields
  count: number
}

/** `report` gets the facts of the last one; `repeats` is how many came since the line before. */
export const createCountedFaults = (report: (facts: LogFields) => void, intervalMs = MINUTE_MS) => {
  const repeated = new LRUCache<string, Repeated>(atMost(KEYS_MAX))
  const tell = (): void => {
    for (const [key, { facts, count }] of [...repeated.entries()]) {
      if (count === 0) repeated.delete(key)
      else {
        report({ ...facts, repeats: count })
        repeated.set(key, { facts, count: 0 })
      }
    }
  }
  const stop = every(intervalMs, tell)
  return {
    /** Equal keys are one fault. */
    note(key: string, facts: LogFields): void {
      const known = repeated.get(key)
      if (known === undefined) {
        repeated.set(key, { facts, count: 0 })
        report(facts)
      } else repeated.set(key, { facts, count: known.count + 1 })
    },
    tell,
    stop,
  }
}
