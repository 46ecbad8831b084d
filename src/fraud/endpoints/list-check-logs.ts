/** GET /api/v1/fraud/logs: every check of a payment or transfer, newest first. */

import { ownMerchantId } from '../../access/callers/request-merchant.ts'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { pageOf } from '../../core/pagination.ts'
import { CheckLogsQuery, FraudCheckLogPage } from '../checks/check-log-schemas.ts'
import { pageOfCheckLogs, toCheckLogResponse } from '../checks/check-log-store.ts'
import { checkRange } from '../rules/check-range.ts'

export const listCheckLogs: Endpoint = endpoint({
  method: 'GET',
  path: '/api/v1/fraud/logs',
  tag: 'FraudLogs',
  summary: 'List fraud checks',
  description:
    'One row per check, newest first. The values the rules looked at are part of the trace of the payment: `GET /api/v1/Trace/{correlationId}` of the card surface.',
  allow: 'analyst',
  query: CheckLogsQuery,
  answers: { 200: FraudCheckLogPage },
  errors: ['validation_failed'],
  handle({ query, tenantId, principal, read }) {
    checkRange(query, 'from', 'to')
    checkRange(query, 'min_score', 'max_score')
    return read(async (tx) => {
      const { rows, total } = await pageOfCheckLogs(tx, { tenantId, merchantId: ownMerchantId(principal) }, query)
      return ok(pageOf(rows.map(toCheckLogResponse), total, query))
    })
  },
})
