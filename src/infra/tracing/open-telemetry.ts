/** Sends spans to a collector by OTLP over HTTP, with the libraries of OpenTelemetry. Loaded only where a collector is set. */
import { ROOT_CONTEXT, type Span as SdkSpan, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from '../process/log.ts'
import { PROGRAM_VERSION } from '../process/program-version.ts'
import { type Attributes, lostSpans, type Span, type Tracer, withoutSecrets } from './tracing.ts'

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  internal: SpanKind.INTERNAL,
}
const CLOSE_MS = 2_000
const SEND_EVERY_MS = 1_000
const QUEUED_MAX = 8_192 // spans; under load some thousands a second, dropped beyond it

interface Collector {
  /** Address of the collector; the path of the traces is added. */
  readonly url: string
  readonly role: string
  readonly env: string
}

export const createTracer = ({ url, role, env }: Collector, log: Log): Tracer => {
  const exporter = new OTLPTraceExporter({ url: `${url.replace(/\/+$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    // A caller's trace that is not sampled is not sampled here, either.
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    resource: resourceFromAttributes({
      'service.name': 'vezne',
      'service.version': PROGRAM_VERSION,
      'service.instance.id': `${role}-${process.pid}`,
      'deployment.environment.name': env,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: watched(exporter, log),
        scheduledDelayMillis: SEND_EVERY_MS,
        maxQueueSize: QUEUED_MAX,
      }),
    ],
  })
  const tracer = provider.getTracer('vezne', PROGRAM_VERSION)
  return {
    start({ name, kind, attributes = {} }, parent) {
      const from = parentOf(parent)
      const context = from === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, from)
      return toSpan(tracer.startSpan(name, { kind: KINDS[kind], attributes: present(attributes) }, context))
    },
    close: () => provider.shutdown().then(undefined, () => undefined),
  }
}

const toSpan = (span: SdkSpan): Span => {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceId,
    traceparent: `00-${traceId}-${spanId}-${traceFlags & TraceFlags.SAMPLED ? '01' : '00'}`,
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes(present(withoutSecrets(attributes))),
    fail(type) {
      span.setAttribute('error.type', type)
      span.setStatus({ code: SpanStatusCode.ERROR })
    },
    end: () => span.end(),
  }
}

const present = (attributes: Attributes): Record<string, string | number | boolean> =>
  Object.fromEntries(
    Object.entries(attributes).filter((each): each is [string, string | number | boolean] => each[1] != null),
  )

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/

/** Anything else that a caller sends starts a new trace. */
const parentOf = (written: string | undefined) => {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(written ?? '') ?? []
  return traceId === undefined
    ? undefined
    : { traceId, spanId: spanId!, traceFlags: Number.parseInt(flags!, 16) & TraceFlags.SAMPLED, isRemote: true }
}

/** One line when the collector goes and one when it is back; what it misses meanwhile is counted and gone. */
const watched = (exporter: SpanExporter, log: Log): SpanExporter => {
  let missed = 0
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== 0) {
          if (missed === 0) log.warn('tracing.away', { err: result.error })
          missed += spans.length
          lostSpans.inc(spans.length)
        } else if (missed > 0) {
          log.info('tracing.back', { missed })
          missed = 0
        }
        done(result)
      })
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    // An unavailable collector must not hold up a stop.
    shutdown: () =>
      Promise.race([exporter.shutdown(), new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS).unref())]),
  }
}
