/** GET /api/v1/dashboard and its periods. */
import type { TSchema } from 'typebox'
import { type Call, type Endpoint, endpoint } from '../../access/endpoint.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { computeFigures, lastDays, type Period } from '../dashboard/dashboard-figures.ts'
import { DashboardQuery, RangeQuery, TransferDashboardEnvelope } from '../dashboard/dashboard-schemas.ts'
import { findFigureGroups } from '../dashboard/dashboard-store.ts'
import type { TransferCurrency } from '../model/transfer.ts'
import { okEnveloped } from '../schemas/response-envelope.ts'

const DAYS_MAX = 366
const DAY_MS = 86_400_000
const WEEK = 7
const MONTH = 30

type DashboardCall = Pick<Call, 'tenantId' | 'merchantId' | 'read' | 'runtime'> & {
  query: { currency?: TransferCurrency; from_date?: string; to_date?: string }
}

const dashboardEndpoint = (
  path: string,
  summary: string,
  query: TSchema,
  periodOf: (query: DashboardCall['query'], nowMs: number) => Period,
): Endpoint =>
  endpoint({
    method: 'GET',
    path: `/api/v1/dashboard${path}`,
    tag: 'Dashboard',
    summary,
    description: 'Transfers by the moment they were made, in days of Istanbul; what became of them is as of now.',
    allow: 'read',
    query,
    answers: { 200: TransferDashboardEnvelope },
    ...(query === RangeQuery
      ? { errors: ['invalid_filter'] as const, dateRange: ['from_date', 'to_date'] as const }
      : {}),
    async handle(call) {
      const { tenantId, merchantId, read, runtime, query } = call as DashboardCall
      const currency = query.currency ?? 'TRY'
      const period = periodOf(query, runtime.clock.ms())
      const groups = await read((tx) => findFigureGroups(tx, { tenantId, merchantId, currency }, period))
      return okEnveloped(computeFigures(period, currency, groups))
    },
  })

const parseRange = ({ from_date = '', to_date = '' }: DashboardCall['query']): Period => {
  const [from, to] = [Date.parse(from_date), Date.parse(to_date)]
  if (to - from > DAYS_MAX * DAY_MS)
    throw invalidRange(
      phrase`A range has at most ${DAYS_MAX} days.`,
      phrase`is more than ${DAYS_MAX} days before to_date`,
    )
  return { from, to }
}

const invalidRange = (detail: Phrase, message: Phrase): Problem =>
  new Problem('invalid_filter', { detail, errors: [{ field: 'from_date', code: 'out_of_range', message }] })

export const dashboardEndpoints: readonly Endpoint[] = [
  dashboardEndpoint('', 'Transfers of today', DashboardQuery, (_query, nowMs) => lastDays(1, nowMs)),
  dashboardEndpoint('/weekly', 'Transfers of the last 7 days', DashboardQuery, (_query, nowMs) =>
    lastDays(WEEK, nowMs),
  ),
  dashboardEndpoint('/monthly', 'Transfers of the last 30 days', DashboardQuery, (_query, nowMs) =>
    lastDays(MONTH, nowMs),
  ),
  dashboardEndpoint('/range', 'Transfers of a range', RangeQuery, parseRange),
]
