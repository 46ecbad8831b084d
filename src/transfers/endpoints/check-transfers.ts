/** POST /api/v1/transfers/bulk/check: returns what a bulk create would refuse of these items; nothing is created. */
import { type Answer, type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { phraseFor } from '../../infra/http/problem-language.ts'
import { type CreateCall, repeatedExternalIds, validateItems } from '../creation/draft-transfers.ts'
import { type ItemFault, takenExternalId } from '../creation/item-fault.ts'
import { findLiveExternalIds } from '../creation/live-external-ids.ts'
import type { TransferServices } from '../model/transfer-services.ts'
import { CheckTransfersResult, CreateTransfers } from '../schemas/creation-schemas.ts'

type Services = Pick<TransferServices, 'runtime' | 'reference'>

export const checkTransfers = (services: Services): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/transfers/bulk/check',
    tag: 'Transfers',
    summary: 'Check transfers before they are created',
    description:
      'Every rule of the bulk create but two: fraud rules and the plan’s numbers are decided when transfers are created. Faults of items are the answer, not an error; nothing is created or counted.',
    allow: 'create',
    effect: 'computes',
    needsMerchant: true,
    idempotent: false,
    bodyBytesMax: 4 * 1024 * 1024,
    body: CreateTransfers,
    answers: { 200: CheckTransfersResult },
    errors: ['merchant_id_required'],
    handle: (call) => checkAll(services, call as CreateCall),
  })

const checkAll = async (services: Services, call: CreateCall): Promise<Answer> => {
  const { items } = call.body
  const { faults } = await validateItems(services, call, services.runtime.clock.ms())
  const wanted = items.flatMap(({ external_id }) => (external_id === undefined ? [] : [external_id]))
  const live = await call.read((tx) => findLiveExternalIds(tx, call.tenantId, call.merchantId as string, wanted))
  const all: (ItemFault & { index: number })[] = [...faults, ...repeatedExternalIds(items)]
  for (const [index, { external_id }] of items.entries())
    if (external_id !== undefined && live.has(external_id)) all.push(takenExternalId(index, external_id))
  return ok({
    total_count: items.length,
    errors: all
      .sort((a, b) => a.index - b.index)
      .map(({ index, field, code, message }) => ({
        item_index: index,
        field,
        code: code === 'bad_request' ? 'mismatch' : code,
        message: phraseFor(call.request, message),
      })),
  })
}
