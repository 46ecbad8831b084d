/** POST /api/v1/transfers/bulk/create: creates 1 to 1,000 transfers, all of them or none. */
import { type Answer, type Endpoint, endpoint } from '../../access/endpoint.ts'
import { isoTime } from '../../core/clock.ts'
import type { Problem, ProblemCode } from '../../core/problem.ts'
import { buildCreatedEvent } from '../creation/created-event.ts'
import { decideDrafts, recordingRefusals } from '../creation/decide-drafts.ts'
import { type CreateCall, draftTransfers } from '../creation/draft-transfers.ts'
import {
  type EncodeTransfers,
  insertTransfers,
  type NewTransfer,
  withTransferRowEncoder,
} from '../creation/insert-transfers.ts'
import { takenExternalId, toItemsProblem } from '../creation/item-fault.ts'
import type { TransferServices } from '../model/transfer-services.ts'
import { CreateTransfers, CreateTransfersResult } from '../schemas/creation-schemas.ts'

/** Codes an item can be refused with. */
const ITEM_CODES: readonly ProblemCode[] = [
  'source_account_not_found',
  'source_account_inactive',
  'source_account_unauthorized',
  'recipient_not_found',
  'account_not_found',
  'bank_not_found',
  'duplicate_external_id',
  'invalid_amount',
  'invalid_currency',
  'invalid_iban',
  'iban_not_eligible',
  'invalid_tax_id',
  'invalid_card_number',
  'invalid_schedule',
  'recipient_blocked',
  'unsupported_transfer_type',
  'default_receiver_account_required',
  'fast_amount_limit',
  'single_transfer_limit_exceeded',
  'daily_limit_exceeded',
  'monthly_limit_exceeded',
  'fraud_blocked',
]

export const createTransfers = (
  services: Pick<
    TransferServices,
    'runtime' | 'reference' | 'fraud' | 'quota' | 'merchantExternalIdOf' | 'wakeDeliveries'
  >,
): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/transfers/bulk/create',
    tag: 'Transfers',
    summary: 'Create transfers',
    description:
      'One bad item refuses the whole call: the code is that of the first one, and errors[] names the field of each. ' +
      'Every transfer starts as `pending`: another person approves it, and a third one sends it.',
    allow: 'create',
    effect: 'proposes',
    fourEyes: 'create',
    limit: 'bulk_transfer',
    movesMoney: true,
    needsMerchant: true,
    bodyBytesMax: 4 * 1024 * 1024,
    body: CreateTransfers,
    answers: { 201: CreateTransfersResult },
    errors: ['merchant_id_required', ...ITEM_CODES],
    handle: (call) => createAll(services, call as CreateCall),
  })

const createAll = async (
  services: Pick<
    TransferServices,
    'runtime' | 'reference' | 'fraud' | 'quota' | 'merchantExternalIdOf' | 'wakeDeliveries'
  >,
  call: CreateCall,
): Promise<Answer> => {
  const undecided = await draftTransfers(services, call)
  const quota = await services.quota.quotaOf(call)
  const events = undecided.map(({ transfer }) => buildCreatedEvent(transfer))
  const make = (encode: EncodeTransfers): Promise<Answer> =>
    call.inTx(async (tx) => {
      const decided = await decideDrafts(services, tx, undecided, quota)
      const { transfers } = decided
      const taken = await insertTransfers(tx, encode, decided, events)
      if (taken.length > 0) throw duplicateExternalIds(transfers, taken)
      return { status: 201, body: toCreationResponse(transfers), change: auditedCreation(call, transfers) }
    })
  const answer = await recordingRefusals(services, call.tenantId, () =>
    withTransferRowEncoder(services.runtime.db.forTenants([call.tenantId]), make),
  )
  if (!answer.isReplay) services.wakeDeliveries([call.tenantId])
  return answer
}

/** One entry is enough for the call, because each transfer's row stores its creator and is immutable. */
const auditedCreation = (call: CreateCall, drafts: readonly NewTransfer[]) => ({
  kind: 'transfer',
  id: call.correlationId,
  before: null,
  after: { created_by: call.principal.subject, transfer_ids: drafts.map(({ id }) => id) },
})

const duplicateExternalIds = (drafts: readonly NewTransfer[], taken: readonly NewTransfer[]): Problem =>
  toItemsProblem(taken.map((transfer) => takenExternalId(drafts.indexOf(transfer), transfer.external_id ?? '')))

const toCreationResponse = (drafts: readonly NewTransfer[]) => {
  const [first] = drafts
  const isOneCurrency = drafts.every(({ currency }) => currency === first?.currency)
  const total = drafts.reduce((sum, { amount }) => sum + amount, 0)
  return {
    transfers: drafts.map((draft) => ({
      id: draft.id,
      external_id: draft.external_id,
      status: 'pending',
      amount: draft.amount,
      currency: draft.currency,
      transfer_type: draft.request_type,
      scheduled_date: isoTime(new Date(draft.scheduled_date)),
      created: isoTime(new Date(draft.created)),
    })),
    total_count: drafts.length,
    total_amount: isOneCurrency && Number.isSafeInteger(total) ? total : null,
  }
}
