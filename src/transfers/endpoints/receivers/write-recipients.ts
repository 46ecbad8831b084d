/** POST, PUT and DELETE of recipients: whom a merchant pays, with the account an IBAN in the body makes. */
import { type Call, type Endpoint, endpoint } from '../../../access/endpoint.ts'
import { newId } from '../../../core/id.ts'
import { Problem } from '../../../core/problem.ts'
import { isTaxId, taxIdTypeOf } from '../../../core/tax-id.ts'
import type { Tx } from '../../../infra/database/database.ts'
import type { ReferenceData } from '../../../reference/reference-data.ts'
import { taxIdPlaceOf } from '../../model/tax-id-sealing.ts'
import { createdEnveloped, IdEnvelope, okEnveloped } from '../../schemas/response-envelope.ts'
import type { TransferParts } from '../../model/transfer-services.ts'
import { type AccountTarget, accountsOf, insertAccount, renameAccounts, writeAccount } from '../../receivers/receiver-account-store.ts'
import { accountTarget, namedBank } from '../../receivers/receiver-account-target.ts'
import { recipientChange } from '../../receivers/receiver-responses.ts'
import { IdParams, WriteRecipient, type WriteRecipientBody } from '../../schemas/receiver-schemas.ts'
import {
  findRecipient,
  insertRecipient,
  lockRecipient,
  type RecipientRow,
  removeRecipient,
  type ShownRecipient,
  writeRecipient,
} from '../../receivers/recipient-store.ts'
import { checkRepeatedId, ibanTaken, refusal } from '../../receivers/receiver-problems.ts'

const OWN_ERRORS = [
  'invalid_iban',
  'invalid_tax_id',
  'bank_not_found',
  'duplicate_external_id',
  'iban_already_registered',
] as const

export const createRecipient = (desk: TransferParts): Endpoint =>
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
      const { body, tenantId, house } = call
      const data = await desk.reference.data()
      const now = house.clock.now()
      const fresh = { tenant_id: tenantId, id: newId(now.getTime()), merchant_id: call.merchantId as string }
      const target = targetOf(body, data)
      const row = await rowOf(call, body, { ...fresh, ...UNSET, created: now }, data)
      return call.inTx(async (tx) => {
        if (!(await insertRecipient(tx, row))) throw externalIdTaken()
        if (target !== null) await putTarget(tx, row, target, call.principal.subject)
        const after = foundRecipient(await findRecipient(tx, scopeOf(call), row.id))
        return { ...createdEnveloped(row.id), change: recipientChange(null, after, data.bankOf) }
      })
    },
  })

export const updateRecipient = (desk: TransferParts): Endpoint =>
  endpoint({
    method: 'PUT',
    path: '/api/v1/recipients/:id',
    tag: 'Recipients',
    summary: 'Change a recipient',
    description:
      'An IBAN replaces the number of the default receiver account, or makes one; transfers already made go where they were ' +
      'to go. Absent optional members take their defaults; tax_id, is_active and the accounts stay as they are.',
    allow: 'manage',
    params: IdParams,
    notFound: 'recipient_not_found',
    body: WriteRecipient,
    answers: { 200: IdEnvelope },
    errors: ['recipient_not_found', ...OWN_ERRORS],
    async handle(call) {
      const { body, params } = call
      const scope = scopeOf(call)
      const known = foundRecipient(await call.read((tx) => findRecipient(tx, scope, params.id)))
      checkRepeatedId(body.id, params.id)
      const data = await desk.reference.data()
      const target = targetOf(body, data)
      const row = await rowOf(call, body, known, data)
      const change = call.inTx(async (tx) => {
        const before = foundRecipient(await lockRecipient(tx, scope, params.id))
        // Where the body is silent, what stands there now stays, not what stood there before the lock.
        const kept = body.tax_id === undefined ? taxMembersOf(before) : {}
        await writeRecipient(tx, { ...row, ...kept, is_active: body.is_active ?? before.is_active })
        const changed_by = call.principal.subject
        await renameAccounts(tx, before, { ...row, changed_by })
        if (target !== null) await putTarget(tx, row, target, changed_by)
        const after = foundRecipient(await findRecipient(tx, scope, params.id))
        return { ...okEnveloped(row.id), change: recipientChange(before, after, data.bankOf) }
      })
      return change.catch((error: { code?: string }) => {
        throw error.code === UNIQUE_VIOLATION ? externalIdTaken() : error
      })
    },
  })
const UNIQUE_VIOLATION = '23505'

export const deleteRecipient = (desk: TransferParts): Endpoint =>
  endpoint({
    method: 'DELETE',
    path: '/api/v1/recipients/:id',
    tag: 'Recipients',
    summary: 'Delete a recipient',
    description: 'Its receiver accounts go with it; transfers already made go where they were to go.',
    allow: 'manage',
    params: IdParams,
    notFound: 'recipient_not_found',
    answers: { 200: IdEnvelope },
    errors: ['recipient_not_found'],
    async handle(call) {
      const { bankOf } = await desk.reference.data()
      return call.inTx(async (tx) => {
        const before = foundRecipient(await lockRecipient(tx, scopeOf(call), call.params.id))
        await removeRecipient(tx, before, call.house.clock.now())
        return { ...okEnveloped(before.id), change: recipientChange(before, null, bankOf) }
      })
    },
  })

const scopeOf = ({ tenantId, merchantId }: Pick<Call, 'tenantId' | 'merchantId'>) => ({ tenantId, merchantId })

const foundRecipient = (row: ShownRecipient | undefined): ShownRecipient => {
  if (row) return row
  throw new Problem('recipient_not_found', {
    detail: 'No recipient with this id is within reach of this token and merchant; GET /api/v1/recipients lists them.',
  })
}

const externalIdTaken = (): Problem =>
  refusal('external_id', 'duplicate_external_id', 'belongs to another recipient of this merchant')

/** Null: the body names no account. */
const targetOf = (body: WriteRecipientBody, data: ReferenceData): AccountTarget | null =>
  body.iban === undefined && body.account_number === undefined ? null : accountTarget(body, data)

type TaxMembers = Pick<RecipientRow, 'tax_id_sealed' | 'tax_id_last4' | 'tax_id_type'>
const UNSET = { is_active: true, tax_id_sealed: null, tax_id_last4: null, tax_id_type: null } as const
const taxMembersOf = ({ tax_id_sealed, tax_id_last4, tax_id_type }: TaxMembers): TaxMembers => ({
  tax_id_sealed,
  tax_id_last4,
  tax_id_type,
})

type Known = Pick<RecipientRow, 'tenant_id' | 'id' | 'merchant_id' | 'is_active' | 'created'> & TaxMembers

const rowOf = async (
  call: Pick<Call, 'house'>,
  body: WriteRecipientBody,
  known: Known,
  data: ReferenceData,
): Promise<RecipientRow> => ({
  tenant_id: known.tenant_id,
  id: known.id,
  merchant_id: known.merchant_id,
  holder_name: body.holder_name,
  first_name: body.first_name ?? null,
  last_name: body.last_name ?? null,
  description: body.description ?? null,
  bank_code: namedBank(body.bank_id, data),
  ...(await writtenTaxId(call, body, known)),
  email: body.email ?? null,
  phone: body.phone ?? null,
  label: body.label ?? null,
  external_id: body.external_id ?? null,
  extra: body.extra_properties_dict ?? null,
  is_active: body.is_active ?? known.is_active,
  is_deleted: false,
  created: known.created,
  last_modified: call.house.clock.now(),
})

const LAST_SHOWN = 4
const writtenTaxId = async (
  { house }: Pick<Call, 'house'>,
  { tax_id, tax_id_type }: WriteRecipientBody,
  known: Known,
): Promise<TaxMembers> => {
  if (tax_id !== undefined && !isTaxId(tax_id))
    throw refusal('tax_id', 'invalid_tax_id', 'fails its check digits; is a digit mistyped?')
  const type = tax_id === undefined ? known.tax_id_type : taxIdTypeOf(tax_id)
  if (tax_id_type !== undefined && tax_id_type !== type)
    throw refusal('tax_id_type', 'bad_request', type === null ? 'needs tax_id' : `tax_id is a ${type} by its length`)
  if (tax_id === undefined) return taxMembersOf(known)
  const sealed = await house.sealer.seal(known.tenant_id, taxIdPlaceOf('recipients', known.id), tax_id)
  return { tax_id_sealed: sealed, tax_id_last4: tax_id.slice(-LAST_SHOWN), tax_id_type: type }
}

/** The recipient's row is locked. A card as the default makes way for the account named. */
const putTarget = async (tx: Tx, recipient: RecipientRow, target: AccountTarget, changed_by: string): Promise<void> => {
  const accounts = await accountsOf(tx, recipient.tenant_id, recipient.id)
  const current = accounts.find(({ is_default, card_token }) => is_default && card_token === null)
  if (target.iban !== null && accounts.some(({ id, iban }) => iban === target.iban && id !== current?.id))
    throw ibanTaken(target.iban)
  const { tenant_id, merchant_id, holder_name, last_modified } = recipient
  if (current) return writeAccount(tx, { ...current, ...target, changed_by, last_modified })
  await insertAccount(tx, {
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
