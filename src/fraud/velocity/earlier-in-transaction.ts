/** What came before a check in its own transaction: not in the database yet, and counted all the same. */
import type { Counting } from './counted-check.ts'
import type { Kind } from './counting-plan.ts'
import { isCounted } from './velocity-windows.ts'

interface Run {
  readonly at: number
  readonly currency: string
  count: number
  amount: number
}
interface Before {
  readonly runs: Run[]
  /** Cards and the last second each was seen in. */
  readonly cards: Map<number, number>
}

export class Earlier {
  readonly #of = new Map<number, Before>()

  add(counting: Counting): void {
    for (const kind of counting.plan.kinds) {
      const subject = counting.subjects[kind]
      if (subject !== null && subject !== undefined) this.#note(subject, counting)
    }
  }

  /** Checks within a window; their amounts in the present currency. */
  sums({ subjects, second, currency }: Counting, kind: Kind, windowS: number): { count: number; amount: number } {
    let count = 0
    let amount = 0
    for (const run of this.#of.get(subjects[kind] as number)?.runs ?? []) {
      if (!isCounted(run.at, second, windowS)) continue
      count += run.count
      if (run.currency === currency) amount += run.amount
    }
    return { count, amount }
  }

  /** Cards within a window. */
  cards({ subjects, second }: Counting, kind: Kind, windowS: number): number[] {
    const before = this.#of.get(subjects[kind] as number)
    return before === undefined
      ? []
      : [...before.cards].flatMap(([card, at]) => (isCounted(at, second, windowS) ? [card] : []))
  }

  /** A bulk call is a thousand checks of one second: they are one run. */
  #note(subject: number, { second, currency, amount, subjects: { card } }: Counting): void {
    const before = this.#of.get(subject) ?? { runs: [] as Run[], cards: new Map<number, number>() }
    this.#of.set(subject, before)
    const run = before.runs.find((each) => each.at === second && each.currency === currency)
    if (run === undefined) before.runs.push({ at: second, currency, count: 1, amount })
    else {
      run.count++
      run.amount += amount
    }
    if (typeof card === 'number') before.cards.set(card, Math.max(second, before.cards.get(card) ?? 0))
  }
}
