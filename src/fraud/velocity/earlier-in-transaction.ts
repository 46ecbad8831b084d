/** Earlier checks of the same transaction: not in the database yet, but counted. */
import type { CountedCheck } from './counted-check.ts'
import type { SubjectKind } from './counting-plan.ts'
import { isInWindow } from './velocity-windows.ts'

interface CheckRun {
  readonly at: number
  readonly currency: string
  count: number
  amount: number
}
interface EarlierOfSubject {
  readonly runs: CheckRun[]
  /** Cards and the last second each was seen in. */
  readonly cards: Map<number, number>
}

export class EarlierInTransaction {
  readonly #of = new Map<number, EarlierOfSubject>()

  add(counting: CountedCheck): void {
    for (const kind of counting.plan.kinds) {
      const subject = counting.subjects[kind]
      if (subject !== null && subject !== undefined) this.#note(subject, counting)
    }
  }

  /** Checks within a window; their amounts in the present currency. */
  sums(
    { subjects, second, currency }: CountedCheck,
    kind: SubjectKind,
    windowS: number,
  ): { count: number; amount: number } {
    let count = 0
    let amount = 0
    for (const run of this.#of.get(subjects[kind] as number)?.runs ?? []) {
      if (!isInWindow(run.at, second, windowS)) continue
      count += run.count
      if (run.currency === currency) amount += run.amount
    }
    return { count, amount }
  }

  /** Cards within a window. */
  cards({ subjects, second }: CountedCheck, kind: SubjectKind, windowS: number): number[] {
    const before = this.#of.get(subjects[kind] as number)
    return before === undefined
      ? []
      : [...before.cards].flatMap(([card, at]) => (isInWindow(at, second, windowS) ? [card] : []))
  }

  /** A bulk call has a thousand checks in one second, which form one run. */
  #note(subject: number, { second, currency, amount, subjects: { card } }: CountedCheck): void {
    const before = this.#of.get(subject) ?? { runs: [] as CheckRun[], cards: new Map<number, number>() }
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
