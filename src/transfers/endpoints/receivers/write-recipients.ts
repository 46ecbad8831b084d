/**
 * POST, PUT and DELETE of recipients, whom a merchant pays; an IBAN in the body also creates an account. It is in one
 * piece because its three operations share the checks of the recipient.
 */
import { type Call, type Endpoint, endpoint } from '../../../access/endpoint.ts'
import { newId } from '../../../core/id.ts'
import { phrase } from '../../../core/phrases/phrase.ts'
import { Problem } from '../../../core/problem.ts'
import { detectTaxIdType, isTaxId } from '../../../core/tax-id.ts'
import type { Tx } from '../../../infra/database/database.ts'
import { isUniqueViolation } from '../../../infra/database/database-errors.ts'
import type { ReferenceData } from '../../../reference/reference-data.ts'
import { taxIdSealingContext } from '../../model/tax-id-sealing.ts'
import type { TransferServices } from '../../model/transfer-services.ts'
import {
  findAccountsOfRecipient,
  insertReceiverAccount,
  type ReceiverAccountTarget,
  renameReceiverAccounts,
  updateReceiverAccountRow,
} from '../../receivers/receiver-account-store.ts'
import { findNamedBankCode, toAccountTarget } from '../../receivers/receiver-account-target.ts'
import { checkRepeatedId, receiverIbanTaken, receiverProblem } from '../../receivers/receiver-problems.ts'
import { auditedRecipientChange } from '../../receivers/receiver-responses.ts'
import {
  type DisplayedRecipient,
  deleteRecipientRow,
  findRecipient,
  insertRecipient,
  lockRecipient,
  type RecipientRow,
  updateRecipientRow,
} from '../../receivers/recipient-store.ts'
import { IdParams, WriteRecipient, type WriteRecipientBody } from '../../schemas/receiver-schemas.ts'
import { createdEnveloped, IdEnvelope, okEnveloped } from '../../schemas/response-envelope.ts'

const OWN_ERRORS = [
  'invalid_iban',
  'invalid_tax_id',
  'bank_not_found',
  'duplicate_external_id',
  'iban_already_registered',
] as const

export const createRecipient = (services: Pick<TransferServices, 'reference'>): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/recipients',
    tag: 'Recipients',
    summary: 'Create a recipient',
    description: 'An IBAN, or an account number with its bank, makes the recipient’s default receiver account.',
    allow: 'create',
    needsMerchant: true,
    body: WriteRecipient,
    answers: { 201: IdEnvelope },
    errors: OWN_ERRORS,
    async handle(call) {
      const { body, tenantId, runtime } = call
      const data = await services.reference.data()
      const now = runtime.clock.now()
      const fresh = { tenant_id: tenantId, id: newId(now.getTime()), merchant_id: call.merchantId as string }
      const target = resolveTarget(body, data)
      const row = await toRecipientRow(call, body, { ...fresh, ...UNSET, created: now }, data)
      return call.inTx(async (tx) => {
        if (!(await insertRecipient(tx, row))) throw externalIdTaken()
        if (target !== null) await storeTarget(tx, row, target, call.principal.subject)
        const after = requireRecipient(await findRecipient(tx, toMerchantScope(call), row.id))
        return { ...createdEnveloped(row.id), change: auditedRecipientChange(null, after, data.bankOf) }
      })
    },
  })

export const updateRecipient = (services: Pick<TransferServices, 'reference'>): Endpoint =>
  endpoint({
    method: 'PUT',
    path: '/api/v1/recipients/:id',
    tag: 'Recipients',
    summary: 'Change a recipient',
    description:
      'An IBAN replaces the number of the default receiver account, or makes one; transfers already made go where they were ' +
      'to go. Absent optional members take their defaults; tax_id, is_active and the accounts stay as they are.',
    allow: 'manage',
    isTagged: true,
    params: IdParams,
    notFound: 'recipient_not_found',
    body: WriteRecipient,
    answers: { 200: IdEnvelope },
    errors: ['recipient_not_found', ...OWN_ERRORS],
    async handle(call) {
      const { body, params } = call
      const scope = toMerchantScope(call)
      const currentRecipient = requireRecipient(await call.read((tx) => findRecipient(tx, scope, params.id)))
      checkRepeatedId(body.id, params.id)
      const data = await services.reference.data()
      const target = resolveTarget(body, data)
      const row = await toRecipientRow(call, body, currentRecipient, data)
      const change = call.inTx(async (tx) => {
        const before = requireRecipient(await lockRecipient(tx, scope, params.id))
        // Members the body omits keep the value they have under the lock, not one read before it.
        const kept = body.tax_id === undefined ? taxMembersOf(before) : {}
        await updateRecipientRow(tx, { ...row, ...kept, is_active: body.is_active ?? before.is_active })
        const changed_by = call.principal.subject
        await renameReceiverAccounts(tx, before, { ...row, changed_by })
        if (target !== null) await storeTarget(tx, row, target, changed_by)
        const after = requireRecipient(await findRecipient(tx, scope, params.id))
        return { ...okEnveloped(row.id), change: auditedRecipientChange(before, after, data.bankOf) }
      })
      return change.catch((error: unknown) => {
        throw isUniqueViolation(error) ? externalIdTaken() : error
      })
    },
  })

export const deleteRecipient = (services: Pick<TransferServices, 'reference'>): Endpoint =>
  endpoint({
    method: 'DELETE',
    path: '/api/v1/recipients/:id',
    tag: 'Recipients',
    summary: 'Delete a recipient',
    description: 'Its receiver accounts go with it; transfers already made go where they were to go.',
    allow: 'manage',
    isTagged: true,
    params: IdParams,
    notFound: 'recipient_not_found',
    answers: { 200: IdEnvelope },
    errors: ['recipient_not_found'],
    async handle(call) {
      const { bankOf } = await services.reference.data()
      return call.inTx(async (tx) => {
        const before = requireRecipient(await lockRecipient(tx, toMerchantScope(call), call.params.id))
        await deleteRecipientRow(tx, before, call.runtime.clock.now())
        return { ...okEnveloped(before.id), change: auditedRecipientChange(before, null, bankOf) }
      })
    },
  })

const toMerchantScope = ({ tenantId, merchantId }: Pick<Call, 'tenantId' | 'merchantId'>) => ({ tenantId, merchantId })

const requireRecipient = (row: DisplayedRecipient | undefined): DisplayedRecipient => {
  if (row) return row
  throw new Problem('recipient_not_found', {
    detail: phrase`No recipient with this id is within reach of this token and merchant; GET /api/v1/recipients lists them.`,
  })
}

const externalIdTaken = (): Problem =>
  receiverProblem('external_id', 'duplicate_external_id', phrase`belongs to another recipient of this merchant`)

/** Returns null if the body names no account. */
const resolveTarget = (body: WriteRecipientBody, data: ReferenceData): ReceiverAccountTarget | null =>
  body.iban === undefined && body.account_number === undefined ? null : toAccountTarget(body, data)

type TaxMembers = Pick<RecipientRow, 'tax_id_sealed' | 'tax_id_last4' | 'tax_id_type'>
const UNSET = { is_active: true, tax_id_sealed: null, tax_id_last4: null, tax_id_type: null } as const
const taxMembersOf = ({ tax_id_sealed, tax_id_last4, tax_id_type }: TaxMembers): TaxMembers => ({
  tax_id_sealed,
  tax_id_last4,
  tax_id_type,
})

type Known = Pick<RecipientRow, 'tenant_id' | 'id' | 'merchant_id' | 'is_active' | 'created'> & TaxMembers

const toRecipientRow = async (
  call: Pick<Call, 'runtime'>,
  body: WriteRecipientBody,
  currentRecipient: Known,
  data: ReferenceData,
): Promise<RecipientRow> => ({
  tenant_id: currentRecipient.tenant_id,
  id: currentRecipient.id,
  merchant_id: currentRecipient.merchant_id,
  holder_name: body.holder_name,
  first_name: body.first_name ?? null,
  last_name: body.last_name ?? null,
  description: body.description ?? null,
  bank_code: findNamedBankCode(body.bank_id, data),
  ...(await sealTaxId(call, body, currentRecipient)),
  email: body.email ?? null,
  phone: body.phone ?? null,
  label: body.label ?? null,
  external_id: body.external_id ?? null,
  extra: body.extra_properties_dict ?? null,
  is_active: body.is_active ?? currentRecipient.is_active,
  is_deleted: false,
  created: currentRecipient.created,
  last_modified: call.runtime.clock.now(),
})

const LAST_SHOWN = 4
const sealTaxId = async (
  { runtime }: Pick<Call, 'runtime'>,
  { tax_id, tax_id_type }: WriteRecipientBody,
  currentRecipient: Known,
): Promise<TaxMembers> => {
  if (tax_id !== undefined && !isTaxId(tax_id))
    throw receiverProblem('tax_id', 'invalid_tax_id', phrase`fails its check digits; is a digit mistyped?`)
  const type = tax_id === undefined ? currentRecipient.tax_id_type : detectTaxIdType(tax_id)
  if (tax_id_type !== undefined && tax_id_type !== type)
    throw receiverProblem(
      'tax_id_type',
      'bad_request',
      type === null ? phrase`needs tax_id` : phrase`tax_id is a ${type} by its length`,
    )
  if (tax_id === undefined) return taxMembersOf(currentRecipient)
  const sealed = await runtime.sealer.seal(
    currentRecipient.tenant_id,
    taxIdSealingContext('recipients', currentRecipient.id),
    tax_id,
  )
  return { tax_id_sealed: sealed, tax_id_last4: tax_id.slice(-LAST_SHOWN), tax_id_type: type }
}

/** The recipient's row must be locked. If a card was the default, the named account replaces it. */
const storeTarget = async (
  tx: Tx,
  recipient: RecipientRow,
  target: ReceiverAccountTarget,
  changed_by: string,
): Promise<void> => {
  const accounts = await findAccountsOfRecipient(tx, recipient.tenant_id, recipient.id)
  const current = accounts.find(({ is_default, card_token }) => is_default && card_token === null)
  if (target.iban !== null && accounts.some(({ id, iban }) => iban === target.iban && id !== current?.id))
    throw receiverIbanTaken(target.iban)
  const { tenant_id, merchant_id, holder_name, last_modified } = recipient
  if (current) return updateReceiverAccountRow(tx, { ...current, ...target, changed_by, last_modified })
  await insertReceiverAccount(tx, {
    ...target,
    tenant_id,
    id: newId(last_modified.getTime()),
    merchant_id,
    recipient_id: recipient.id,
    holder_name,
    description: null,
    label: null,
    external_id: null,
    extra: null,
    is_default: true,
    is_active: true,
    is_deleted: false,
    changed_by,
    created: last_modified,
    last_modified,
  })
}
