/** GET /api/v1/recurringtransfers and GET /api/v1/recurringtransfers/{id}. */

import { type Endpoint, endpoint } from '../../../access/endpoint.ts'
import { toPage } from '../../../core/pagination.ts'
import type { TransferServices } from '../../model/transfer-services.ts'
import {
  RECURRING_TRANSFERS_PATH,
  RECURRING_TRANSFERS_TAG,
  RecurringTransferParams,
  recurringTransferNotFound,
  toRecurringTransferScope,
} from '../../recurring/recurring-transfer-requests.ts'
import { loadRecurringTransferResponses } from '../../recurring/recurring-transfer-response.ts'
import {
  RecurringTransferEnvelope,
  RecurringTransferPageEnvelope,
  RecurringTransferQuery,
} from '../../recurring/recurring-transfer-schemas.ts'
import { findRecurringTransfer, pageOfRecurringTransfers } from '../../recurring/recurring-transfer-store.ts'
import { okEnveloped } from '../../schemas/response-envelope.ts'

export const listRecurringTransfers = (services: Pick<TransferServices, 'connectors' | 'reference'>): Endpoint =>
  endpoint({
    method: 'GET',
    path: RECURRING_TRANSFERS_PATH,
    tag: RECURRING_TRANSFERS_TAG,
    summary: 'List recurring transfers',
    description: 'Newest first; the dates act on `start_date`.',
    allow: 'read',
    query: RecurringTransferQuery,
    dateRange: ['start_date_from', 'start_date_to'],
    answers: { 200: RecurringTransferPageEnvelope },
    errors: ['invalid_filter'],
    async handle(call) {
      const { query, tenantId, read } = call
      const bodies = await loadRecurringTransferResponses(services, tenantId)
      return read(async (tx) => {
        const { rows, total } = await pageOfRecurringTransfers(tx, toRecurringTransferScope(call), query)
        return okEnveloped(toPage(await bodies(tx, rows), total, query))
      })
    },
  })

export const getRecurringTransfer = (services: Pick<TransferServices, 'connectors' | 'reference'>): Endpoint =>
  endpoint({
    method: 'GET',
    path: `${RECURRING_TRANSFERS_PATH}/:id`,
    tag: RECURRING_TRANSFERS_TAG,
    summary: 'Read a recurring transfer',
    description: 'One plan with its dates, its accounts and what its last turn did.',
    allow: 'read',
    params: RecurringTransferParams,
    answers: { 200: RecurringTransferEnvelope },
    async handle(call) {
      const bodies = await loadRecurringTransferResponses(services, call.tenantId)
      return call.read(async (tx) => {
        const row = await findRecurringTransfer(tx, toRecurringTransferScope(call), call.params.id)
        if (row === undefined) throw recurringTransferNotFound()
        const [body] = await bodies(tx, [row])
        return okEnveloped(body)
      })
    },
  })
