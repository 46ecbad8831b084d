/** Shapes of the trace (docs/interface/cards.md#trace); this group uses camelCase and wraps its response. */
import { Type } from 'typebox'
import { DateTime, Enum, Nullable, StringMap, Uuid } from '../../core/schema.ts'
import { TRACE_SOURCES } from './trace-events.ts'

const text = Nullable(Type.String())
const count = Type.Integer({ format: 'int32' })

const TraceSummary = Type.Object(
  {
    transactionIds: Type.Array(Uuid),
    firstEventAt: DateTime,
    lastEventAt: DateTime,
    paymentRequestCount: count,
    apiRequestCount: count,
    webhookCount: count,
    transactionHistoryCount: count,
    hasErrors: Type.Boolean(),
  },
  { $id: 'TraceSummary' },
)
const TraceEvent = Type.Object(
  {
    source: Enum('TraceSource', TRACE_SOURCES),
    timestamp: DateTime,
    recordId: Uuid,
    transactionId: Nullable(Uuid),
    title: Type.String(),
    subtitle: text,
    isSuccess: Type.Boolean(),
    errorMessage: text,
    details: StringMap,
    requestBody: text,
    responseBody: text,
  },
  { $id: 'TraceEvent' },
)
const TraceResult = Type.Object(
  { correlationId: Type.String(), summary: TraceSummary, events: Type.Array(TraceEvent) },
  { $id: 'TraceResult' },
)
export const TraceEnvelope = Type.Object(
  { message: text, isSuccess: Type.Boolean(), code: text, data: TraceResult },
  { $id: 'TraceEnvelope' },
)
