/** Screens of traces: everything one request caused. */

import { getTraceByCorrelationId } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const TRACES = [
  screen({
    path: '/traces',
    title: { en: 'Traces', tr: 'İzler' },
    menu: { group: 'developers', icon: 'search' },
    anyOf: [getTraceByCorrelationId],
    load: () => import('./trace-find.tsx'),
  }),
  screen({
    path: '/traces/$id',
    title: { en: 'Trace', tr: 'İz' },
    anyOf: [getTraceByCorrelationId],
    load: () => import('./trace-detail.tsx'),
  }),
]
