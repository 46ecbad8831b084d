/** One breaker and one bulkhead per configuration: a bank that is down is not called, a slow one cannot take all slots. */
import {
  BulkheadRejectedError,
  bulkhead,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhenResult,
  isBrokenCircuitError,
} from 'cockatiel'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../infra/process/growing-cache.ts'

export type BreakerState = 'closed' | 'open' | 'half_open'
export type Refusal = 'breaker_open' | 'queue_full'

const FAILURES_TO_OPEN = 3
const OPEN_MS = 30_000 // then one trial call decides
const CALLS_MAX = 512 // at once and per configuration: a bank that hangs holds this many sockets at most
const GUARDS_MAX = 10_000 // configurations cached; an evicted breaker starts closed

interface Guard {
  breaker: CircuitBreakerPolicy
  openedAt: number
  run<T>(work: () => Promise<T>): Promise<T>
}

interface Breakers<Result> {
  /** Runs `work` unless the breaker or the bulkhead refuses. */
  run<R extends Result>(key: string, work: () => Promise<R>): Promise<{ ran: R } | { refused: Refusal }>
  stateOf(key: string): BreakerState
}

/** `isFailure` says which results count for the breaker; an exception never counts (callers turn them into results). */
export const createBreakers = <Result>(isFailure: (result: Result) => boolean): Breakers<Result> => {
  const guards = new LRUCache<string, Guard>(atMost(GUARDS_MAX))
  const guardOf = (key: string): Guard => {
    const guard = guards.get(key)
    if (guard) return guard
    const fresh = newGuard((result) => isFailure(result as Result))
    guards.set(key, fresh)
    return fresh
  }
  return {
    async run(key, work) {
      const guard = guardOf(key)
      // While the trial call runs, others would wait for it past their own deadline: they are refused instead.
      if (guard.breaker.state === CircuitState.HalfOpen) return { refused: 'breaker_open' }
      try {
        return { ran: await guard.run(work) }
      } catch (error) {
        if (isBrokenCircuitError(error)) return { refused: 'breaker_open' }
        if (error instanceof BulkheadRejectedError) return { refused: 'queue_full' }
        throw error
      }
    },
    stateOf: (key) => toState(guards.peek(key)),
  }
}

const newGuard = (isFailure: (result: unknown) => boolean): Guard => {
  const breaker = circuitBreaker(handleWhenResult(isFailure), {
    halfOpenAfter: OPEN_MS,
    breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN),
  })
  const places = bulkhead(CALLS_MAX, 0)
  const guard: Guard = { breaker, openedAt: 0, run: (work) => places.execute(() => breaker.execute(work)) }
  breaker.onBreak(() => {
    guard.openedAt = Date.now()
  })
  return guard
}

/** Open until its time has passed; then half open, also before the first trial call. */
const toState = (guard: Guard | undefined): BreakerState => {
  const state = guard?.breaker.state ?? CircuitState.Closed
  if (guard === undefined || state === CircuitState.Closed) return 'closed'
  return state === CircuitState.HalfOpen || Date.now() - guard.openedAt >= OPEN_MS ? 'half_open' : 'open'
}
