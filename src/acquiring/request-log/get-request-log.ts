/** GET /api/v1/api-request-logs/{id}: one call to a bank, as the list has it. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { isAllowed } from '../../access/permissions.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { described, Uuid } from '../../core/schema.ts'
import { toRequestLogResponse } from './list-request-logs.ts'
import { isWithinReach } from './request-log-list.ts'
import { ApiRequestLog } from './request-log-schemas.ts'
import { findLog } from './request-log-store.ts'

export const getRequestLog = endpoint({
  method: 'GET',
  path: '/api/v1/api-request-logs/:id',
  tag: 'ApiRequestLogs',
  summary: 'Read a call to a bank',
  description: 'One call, for the same callers as the list.',
  allow: 'pos-read',
  params: Type.Object({ id: described(Uuid, 'Id of the log entry, as the list shows it.') }),
  answers: { 200: ApiRequestLog },
  handle: async ({ params, tenantId, merchantId, principal, read }) => {
    const reach = { merchantId, seesTransfers: isAllowed('transfers', 'read', principal.roles) }
    const log = await read((tx) => findLog(tx, tenantId, params.id, isWithinReach(reach)))
    if (log) return ok(toRequestLogResponse(log))
    throw new Problem('resource_not_found', {
      detail: phrase`No call with this id is within reach of this token and merchant.`,
    })
  },
})
