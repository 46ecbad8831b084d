/** Screens of requests: calls to banks, and what belongs to one idempotency key. */

import { getApiRequestLogs, getTraceByCorrelationId } from '../../generated/operations.ts'
import { screen } from '../../screen.ts'

export const REQUESTS = [
  screen({
    path: '/requests',
    title: { en: 'Request log', tr: 'İstek kaydı' },
    menu: { group: 'developers', icon: 'list' },
    anyOf: [getApiRequestLogs],
    load: () => import('./request-list.tsx'),
  }),
  screen({
    path: '/idempotency',
    title: { en: 'Idempotency inspector', tr: 'Yineleme denetçisi' },
    menu: { group: 'developers', icon: 'copy' },
    anyOf: [getTraceByCorrelationId],
    load: () => import('./idempotency.tsx'),
  }),
]
