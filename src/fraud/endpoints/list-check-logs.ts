/** GET /api/v1/fraud/logs: every check of a payment or transfer, newest first. */

import { ownMerchantId } from '../../access/callers/request-merchant.ts'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { pageOf, placeOf } from '../../core/pagination.ts'
import { fillFilterCounts } from '../../lists/filters/filter-counts.ts'
import { readClosedList } from '../../lists/blocks/read-closed-list.ts'
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
  async handle({ query, tenantId, principal, readList, runtime }) {
    const merchants = await runtime.db.listTenant(tenantId, (tx) => findCheckMerchants(tx, tenantId, query))
    const filter = toCheckFilter({ tenantId, merchantId: ownMerchantId(principal) }, query, merchants)
    await fillFilterCounts(runtime.db, CHECK_LIST, filter)
    return readList(async (tx) => {
      const { ids, total } = await readClosedList(tx, CHECK_LIST, filter, placeOf(query))
      const rows = await findCheckLogs(tx, tenantId, ids)
      return ok(pageOf(rows.map(toCheckLogResponse), total, query))
    })
  },
})
