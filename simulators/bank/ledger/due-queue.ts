/** Due times in a heap with the earliest on top, so that a hundred thousand open transfers are cheap to check. */

export interface Due {
  readonly at: number
  /** Breaks ties: the entry planned first comes first. */
  readonly n: number
  readonly key: string
}

export type DueQueue = Due[]

const isBefore = (a: Due, b: Due): boolean => a.at < b.at || (a.at === b.at && a.n < b.n)

export const addDue = (queue: DueQueue, due: Due): void => {
  queue.push(due)
  rise(queue, queue.length - 1)
}

/** Removes an entry; the top takes a few steps, any other one is searched for. */
export const removeDue = (queue: DueQueue, key: string): void => {
  const at = queue[0]?.key === key ? 0 : queue.findIndex((due) => due.key === key)
  if (at === -1) return
  const last = queue.pop()!
  if (at === queue.length) return
  queue[at] = last
  sink(queue, at)
  rise(queue, at)
}

const swap = (queue: DueQueue, a: number, b: number): void => {
  const due = queue[a]!
  queue[a] = queue[b]!
  queue[b] = due
}

const rise = (queue: DueQueue, at: number): void => {
  while (at > 0) {
    const above = (at - 1) >> 1
    if (!isBefore(queue[at]!, queue[above]!)) return
    swap(queue, at, above)
    at = above
  }
}

const sink = (queue: DueQueue, at: number): void => {
  for (;;) {
    const left = 2 * at + 1
    if (left >= queue.length) return
    const right = left + 1
    const below = right < queue.length && isBefore(queue[right]!, queue[left]!) ? right : left
    if (!isBefore(queue[below]!, queue[at]!)) return
    swap(queue, at, below)
    at = below
  }
}
