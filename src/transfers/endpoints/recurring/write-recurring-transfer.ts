/** POST and PUT /api/v1/recurringtransfers. */

import { type Call, type Endpoint, endpoint } from '../../../access/endpoint.ts'
import { newId } from '../../../core/id.ts'
import { phrase } from '../../../core/phrases/phrase.ts'
import { fieldProblem, Problem, type ProblemCode } from '../../../core/problem.ts'
import { validateItems } from '../../creation/draft-transfers.ts'
import { deriveTransferReference } from '../../model/transfer-reference.ts'
import type { TransferServices } from '../../model/transfer-services.ts'
import {
  lockExistingRecurringTransfer,
  RECURRING_TRANSFERS_PATH,
  RECURRING_TRANSFERS_TAG,
  RecurringTransferParams,
  recurringTransferNotFound,
  recurringTransferStateConflict,
  toRecurringTransferScope,
} from '../../recurring/recurring-transfer-requests.ts'
import { auditedRecurringTransferChange } from '../../recurring/recurring-transfer-response.ts'
import {
  type DisplayedRecurringTransfer,
  type RecurringTransferRow,
  type RecurringTransferTerms,
  toNextRunColumns,
} from '../../recurring/recurring-transfer-row.ts'
import { type RecurringTransferInput, WriteRecurringTransfer } from '../../recurring/recurring-transfer-schemas.ts'
import { NEW_RECURRING_TRANSFER } from '../../recurring/recurring-transfer-states.ts'
import {
  findRecurringTransfer,
  insertRecurringTransfer,
  updateRecurringTransferRow,
} from '../../recurring/recurring-transfer-store.ts'
import {
  isSameSchedule,
  nextRunUnderTerms,
  parseRecurringTransferTerms,
  toTransferItem,
} from '../../recurring/recurring-transfer-terms.ts'
import { createdEnveloped, IdEnvelope, okEnveloped } from '../../schemas/response-envelope.ts'

/** Codes the terms can be refused with. */
const TERM_CODES: readonly ProblemCode[] = [
  'source_account_not_found',
  'source_account_inactive',
  'recipient_not_found',
  'recipient_blocked',
  'default_receiver_account_required',
  'invalid_schedule',
  'unsupported_transfer_type',
  'iban_not_eligible',
  'fast_amount_limit',
  'single_transfer_limit_exceeded',
  'invalid_amount',
  'invalid_currency',
]

/** `wake` is called if a run may be due. */
export const createRecurringTransfer = (
  services: Pick<TransferServices, 'runtime' | 'reference'>,
  wake: () => void,
): Endpoint =>
  endpoint({
    method: 'POST',
    path: RECURRING_TRANSFERS_PATH,
    tag: RECURRING_TRANSFERS_TAG,
    summary: 'Create a recurring transfer',
    description:
      'Each run makes one transfer in `pending`, with `recurring_transfer_id`; people approve and send it as any other, and ' +
      'the creator of the plan counts as the one who made it.',
    allow: 'manage',
    effect: 'proposes',
    movesMoney: true,
    needsMerchant: true,
    body: WriteRecurringTransfer,
    answers: { 201: IdEnvelope },
    errors: ['merchant_id_required', ...TERM_CODES],
    async handle(call) {
      const terms = parseRecurringTransferTerms(call.body)
      if (call.body.id !== undefined)
        throw fieldProblem('id', 'mismatch', phrase`belongs to an update; the service makes ids`)
      const merchantId = call.merchantId as string
      const receiverKey = await validateParties(services, call, merchantId, terms)
      const { tenantId } = call
      const key = JSON.stringify([terms.plan_name, terms.account_id, receiverKey])
      const run_reference = deriveTransferReference(services.runtime.sealer, {
        tenantId,
        merchantId,
        kind: 'plan',
        key,
      })
      const row = { ...toNewPlan(call, terms, services.runtime.clock.ms()), run_reference }
      const answer = await call.inTx(async (tx) => {
        await insertRecurringTransfer(tx, row)
        return {
          ...createdEnveloped(row.id),
          change: auditedRecurringTransferChange(undefined, { ...row, last_transfer_status: null }),
        }
      })
      wake()
      return answer
    },
  })

export const updateRecurringTransfer = (services: Pick<TransferServices, 'runtime' | 'reference'>): Endpoint =>
  endpoint({
    method: 'PUT',
    path: `${RECURRING_TRANSFERS_PATH}/:id`,
    tag: RECURRING_TRANSFERS_TAG,
    summary: 'Change a recurring transfer',
    description:
      'For active and paused plans. Replaces all terms; `start_date` may repeat the present one though it has passed. Runs ' +
      'that were made stay as they are, and who writes a term counts as a maker of the next transfers until it is another one.',
    allow: 'manage',
    effect: 'proposes',
    movesMoney: true,
    params: RecurringTransferParams,
    body: WriteRecurringTransfer,
    answers: { 200: IdEnvelope },
    errors: ['invalid_state_transition', ...TERM_CODES],
    async handle(call) {
      const { id } = call.params
      if (call.body.id !== undefined && call.body.id !== id)
        throw fieldProblem('id', 'mismatch', phrase`must repeat the id of the path`)
      const found = await call.read((tx) => findRecurringTransfer(tx, toRecurringTransferScope(call), id))
      if (found === undefined) throw recurringTransferNotFound()
      const terms = parseRecurringTransferTerms(call.body)
      await validateParties(services, call, found.merchant_id, terms)
      return call.inTx(async (tx) => {
        const before = await lockExistingRecurringTransfer(tx, toRecurringTransferScope(call), id)
        const after: DisplayedRecurringTransfer = {
          ...before,
          ...toPlanChanges(call, before, terms, services.runtime.clock.ms()),
        }
        await updateRecurringTransferRow(tx, before, toPlanChanges(call, before, terms, services.runtime.clock.ms()))
        return { ...okEnveloped(id), change: auditedRecurringTransferChange(before, after) }
      })
    },
  })

/** Applies the rules of a single transfer to a plan, as if its first run were now. Returns the key of the account that it pays. */
const validateParties = async (
  services: Pick<TransferServices, 'runtime' | 'reference'>,
  call: Pick<Call, 'tenantId' | 'read'>,
  merchantId: string,
  terms: RecurringTransferTerms,
): Promise<string> => {
  const { tenantId, read } = call
  const body = { items: [toTransferItem(terms)] }
  const { drafts, faults } = await validateItems(
    services,
    { tenantId, merchantId, read, body },
    services.runtime.clock.ms(),
  )
  const [fault] = faults
  if (fault === undefined) return drafts[0]!.receiver.receiver_key
  const field = FIELDS[fault.field] ?? 'recipient_id'
  throw new Problem(fault.code, { detail: phrase`${field}: ${fault.message}` })
}
/** Names of an item's members in a plan. */
const FIELDS: Readonly<Record<string, keyof RecurringTransferInput>> = {
  source_account_id: 'connector_account_id',
  'amount.value': 'amount',
  'amount.currency_code': 'currency',
}

const toNewPlan = (
  { tenantId, merchantId, principal }: Pick<Call, 'tenantId' | 'merchantId' | 'principal'>,
  terms: RecurringTransferTerms,
  nowMs: number,
): Omit<RecurringTransferRow, 'run_reference'> => ({
  ...terms,
  tenant_id: tenantId,
  id: newId(nowMs),
  merchant_id: merchantId as string,
  status: NEW_RECURRING_TRANSFER,
  ...toNextRunColumns(nextRunUnderTerms(terms, null, nowMs)),
  run_no: 0,
  execution_count: 0,
  last_run_day: null,
  last_run_at: null,
  last_transfer_id: null,
  version: 1,
  created_by: principal.subject,
  changed_by: null,
  client_id: principal.clientId,
  created: new Date(nowMs),
  last_modified: new Date(nowMs),
})

const toPlanChanges = (
  { principal }: Pick<Call, 'principal'>,
  before: DisplayedRecurringTransfer,
  terms: RecurringTransferTerms,
  nowMs: number,
) => {
  if (before.status !== 'active' && before.status !== 'paused')
    throw recurringTransferStateConflict(before, phrase`changed`)
  const next = nextRunUnderTerms(terms, before, nowMs)
  // A run that is due but not yet made stays due, unless the days themselves changed.
  const isKept = before.status === 'paused' || isSameSchedule(terms, before)
  return {
    ...terms,
    ...(isKept ? {} : toNextRunColumns(next)),
    changed_by: principal.subject,
    last_modified: new Date(nowMs),
  }
}
