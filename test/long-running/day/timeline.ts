/** Which fault was there when: an answer belongs to those that were between its request and it. */
export const CALM = 'nothing'

export interface Timeline {
  /** Seconds since the beginning. */
  now(): number
  /** `fault` is there while `work` goes on, and for the tail after it. */
  during(fault: string, work: () => Promise<unknown>): Promise<void>
  /** The fault that was there last since then, or CALM. */
  since(begun: number): string
}

/** `tailS`: how long after its end a fault explains what callers are told. */
export const openTimeline = (tailS: number): Timeline => {
  const from = performance.now()
  const now = (): number => (performance.now() - from) / 1_000
  const spans: { fault: string; to: number }[] = []
  return {
    now,
    async during(fault, work) {
      const span = { fault, to: Number.POSITIVE_INFINITY }
      spans.push(span)
      try {
        await work()
      } finally {
        span.to = now() + tailS
      }
    },
    since(begun) {
      const last = spans.at(-1)
      return last !== undefined && last.to >= begun ? last.fault : CALM
    },
  }
}
