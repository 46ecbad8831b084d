/** Schemas of the trace (docs/interface/cards.md#trace); this group uses camelCase and wraps its response. */
import { Type } from 'typebox'
import { ErrorMessage } from '../../core/members/record-members.ts'
import { DateTime, described, Enum, Nullable, NullableText, StringMap, Uuid } from '../../core/schema.ts'
import { TRACE_SOURCES } from './trace-events.ts'

const count = Type.Integer({ format: 'int32' })

const TraceSummary = Type.Object(
  {
    transactionIds: Type.Array(Uuid, { description: 'Ids of the payments that the events are about.' }),
    firstEventAt: described(DateTime, 'Time of the first event.'),
    lastEventAt: described(DateTime, 'Time of the last event.'),
    paymentRequestCount: described(count, 'Number of payment requests among the events.'),
    apiRequestCount: described(count, 'Number of calls to banks among the events.'),
    webhookCount: described(count, 'Number of webhook deliveries among the events.'),
    transactionHistoryCount: described(count, 'Number of payment status changes among the events.'),
    hasErrors: Type.Boolean({ description: 'Whether any of the events failed.' }),
  },
  { $id: 'TraceSummary' },
)
const TraceEvent = Type.Object(
  {
    source: described(Enum('TraceSource', TRACE_SOURCES), 'Log that the event comes from.'),
    timestamp: described(DateTime, 'Time at which the event happened.'),
    recordId: described(Uuid, 'Id of the log row behind the event.'),
    transactionId: described(Nullable(Uuid), 'Id of the payment that the event is about; null when it is about none.'),
    title: Type.String({ description: 'Short title of the event, for people.' }),
    subtitle: NullableText('Second line of the title, for people; null when there is none.'),
    isSuccess: Type.Boolean({ description: 'Whether the event was a success.' }),
    errorMessage: ErrorMessage,
    details: described(StringMap, 'Further facts about the event by name; the keys depend on its source.'),
    requestBody: NullableText('Body of the request, masked; null when it is not kept.'),
    responseBody: NullableText('Body of the answer, masked; null when it is not kept.'),
  },
  { $id: 'TraceEvent' },
)
const TraceResult = Type.Object(
  {
    correlationId: Type.String({
      description: 'Correlation id that the trace is about, as X-Correlation-Id returned it.',
    }),
    summary: described(TraceSummary, 'Number and time range of the events, by kind.'),
    events: Type.Array(TraceEvent, { description: 'Events of the trace, in order of time.' }),
  },
  { $id: 'TraceResult' },
)
export const TraceEnvelope = Type.Object(
  {
    message: NullableText('Always null: messages come only with problem documents.'),
    isSuccess: Type.Boolean({
      description: 'Always true: a call that fails is answered with a problem document instead.',
    }),
    code: NullableText('HTTP status as a text, such as 200.'),
    data: described(TraceResult, 'Trace that was found.'),
  },
  { $id: 'TraceEnvelope' },
)
