/** GET /api/v1/fraud/logs: every check of a payment or transfer, newest first. */

import { ownMerchantId } from '../../access/callers/request-merchant.ts'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { toPage, toPlace } from '../../core/pagination.ts'
import { CHECK_LIST, toCheckFilter } from '../checks/check-list.ts'
import { CheckLogsQuery, FraudCheckLogPage } from '../checks/check-log-schemas.ts'
import { findCheckLogs, findCheckMerchants, toCheckLogResponse } from '../checks/check-log-store.ts'

export const listCheckLogs: Endpoint = endpoint({
  method: 'GET',
  path: '/api/v1/fraud/logs',
  tag: 'FraudLogs',
  summary: 'List fraud checks',
  description:
    'One row per check, newest first. The values the rules looked at are part of the trace of the payment: `GET /api/v1/Trace/{correlationId}` of the card surface.',
  allow: 'analyst',
  query: CheckLogsQuery,
  dateRange: ['from', 'to'],
  answers: { 200: FraudCheckLogPage },
  errors: ['validation_failed'],
  async handle(call) {
    const { query, tenantId, principal, runtime } = call
    const merchants = await runtime.db.transaction({ of: tenantId, mode: 'replica' }, (tx) =>
      findCheckMerchants(tx, tenantId, query),
    )
    const filter = toCheckFilter({ tenantId, merchantId: ownMerchantId(principal) }, query, merchants)
    const { rows, total } = await CHECK_LIST.page(call, filter, toPlace(query), (tx, ids) =>
      findCheckLogs(tx, tenantId, ids),
    )
    return ok(toPage(rows.map(toCheckLogResponse), total, query))
  },
})
