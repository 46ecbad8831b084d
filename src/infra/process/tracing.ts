/**
 * Spans of requests, bank calls and deliveries. Off unless a collector is set: nothing of the library is loaded then, and
 * a span costs one comparison. A span is the current one of whatever is called inside it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import { isSecretKey } from './log.ts'
import { counter } from './metrics.ts'

/** Here and not beside the library, so that it is told as 0 where none is loaded. */
export const lostSpans = counter('vezne_spans_lost_total')

export type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>

export interface SpanFacts {
  /** One of few: no id and nothing a caller invents. */
  readonly name: string
  readonly kind: 'server' | 'client' | 'producer' | 'internal'
  readonly attributes?: Attributes
  /** `traceparent` of what caused it elsewhere; absent: the current span. */
  readonly parent?: string | undefined
}

export interface Span {
  /** As the header of the same name carries it to others. */
  readonly traceparent: string
  readonly traceId: string
  rename(name: string): void
  set(attributes: Attributes): void
  /** `type`: a stable name of the fault, no text of others. */
  fail(type: string): void
  end(): void
}

export interface Tracer {
  start(facts: SpanFacts, parent: string | undefined): Span
  /** Sends what is not sent yet. */
  close(): Promise<void>
}

let tracer: Tracer | undefined
const current = new AsyncLocalStorage<Span>()

export const setTracer = (opened: Tracer | undefined): void => {
  tracer = opened
}
export const isTracing = (): boolean => tracer !== undefined

/** Undefined while nothing is traced. Whoever starts a span ends it. */
export const startSpan = (facts: SpanFacts): Span | undefined =>
  tracer?.start(masked(facts), facts.parent ?? current.getStore()?.traceparent)

/** Runs `work`, and what it calls, inside the span. */
export const within = <T>(span: Span | undefined, work: () => T): T =>
  span === undefined ? work() : current.run(span, work)

/** Runs `work` in a span of its own, which ends with it. */
export const inSpan = async <T>(facts: () => SpanFacts, work: (span?: Span) => Promise<T>): Promise<T> => {
  const span = tracer === undefined ? undefined : startSpan(facts())
  if (span === undefined) return work()
  try {
    return await current.run(span, work, span)
  } catch (error) {
    span.fail((error as Error).name)
    throw error
  } finally {
    span.end()
  }
}

const masked = (facts: SpanFacts): SpanFacts =>
  facts.attributes === undefined ? facts : { ...facts, attributes: withoutSecrets(facts.attributes) }

/** The filters of the log: by key, then every card number in a text. */
export const withoutSecrets = (attributes: Attributes): Attributes => {
  const copy: Record<string, Attributes[string]> = {}
  for (const [key, value] of Object.entries(attributes))
    copy[key] = isSecretKey(key) ? '***' : typeof value === 'string' ? maskCardNumbers(value) : value
  return copy
}
