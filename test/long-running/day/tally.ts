/** Every answer by what was going on, status and code; and which of them no document names for it. */
import type { Http } from '../../support/http.ts'
import { namedBy } from './named-codes.ts'
import type { Timeline } from './timeline.ts'

export interface Counted {
  readonly fault: string
  readonly status: number
  readonly code: string
  count: number
  /** One request that got it. */
  readonly sample: string
}

export interface Tally {
  readonly total: number
  note(begun: number, sample: string, status: number, code: string): void
  counted(): readonly Counted[]
  unnamed(): readonly Counted[]
}

export const openTally = (timeline: Timeline): Tally => {
  const counts = new Map<string, Counted>()
  let total = 0
  const counted = (): Counted[] =>
    [...counts.values()].sort((a, b) => a.fault.localeCompare(b.fault) || a.status - b.status || b.count - a.count)
  return {
    get total() {
      return total
    },
    note(begun, sample, status, code) {
      total++
      const fault = timeline.since(begun)
      const key = `${fault} ${status} ${code}`
      const known = counts.get(key)
      if (known) known.count++
      else counts.set(key, { fault, status, code, count: 1, sample })
    },
    counted,
    unnamed: () => counted().filter((each) => namedBy(each) === undefined),
  }
}

/** Every answer through it is counted; status 0: none came. */
export const countedHttp = (http: Http, timeline: Timeline, tally: Tally): Http => ({
  async request(surface, method, path, sent) {
    const begun = timeline.now()
    const sample = `${method} ${surface}${path.replace(/[0-9a-f-]{36}/g, '{id}').replace(/\?.*/, '')}`
    try {
      const answer = await http.request(surface, method, path, sent)
      const { code, dependency } = answer.status >= 400 ? (answer.body ?? { code: 'no problem document' }) : {}
      tally.note(begun, sample, answer.status, [code, dependency].filter(Boolean).join(' '))
      return answer
    } catch (error) {
      tally.note(begun, sample, 0, (error as { code?: string }).code ?? String(error))
      throw error
    }
  },
  close: () => http.close(),
})
