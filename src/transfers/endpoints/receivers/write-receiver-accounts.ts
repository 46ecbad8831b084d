/**
 * POST, PUT and DELETE of receiver accounts: the accounts and cards to which a recipient is paid, one of them the
 * default. It is in one piece because its three operations share the checks of the account.
 */
import { type Answer, type Call, type Endpoint, endpoint } from '../../../access/endpoint.ts'
import { newId } from '../../../core/id.ts'
import { phrase } from '../../../core/phrases/phrase.ts'
import { Problem } from '../../../core/problem.ts'
import type { Tx } from '../../../infra/database/database.ts'
import type { ReferenceData } from '../../../reference/reference-data.ts'
import type { TransferServices } from '../../model/transfer-services.ts'
import { checkMayBecomeDefault } from '../../receivers/default-account.ts'
import {
  findAccountsOfRecipient,
  findReceiverAccount,
  insertReceiverAccount,
  type MerchantScope,
  type ReceiverAccountRow,
  type ReceiverAccountTarget,
  updateReceiverAccountRow,
} from '../../receivers/receiver-account-store.ts'
import { toAccountTarget, toCardTarget } from '../../receivers/receiver-account-target.ts'
import {
  checkRepeatedId,
  receiverIbanTaken,
  receiverProblem,
  recipientNotFound,
} from '../../receivers/receiver-problems.ts'
import { auditedReceiverAccountChange } from '../../receivers/receiver-responses.ts'
import { type DisplayedRecipient, findRecipient, lockRecipient } from '../../receivers/recipient-store.ts'
import { IdParams, WriteReceiverAccount, type WriteReceiverAccountBody } from '../../schemas/receiver-schemas.ts'
import { createdEnveloped, IdEnvelope, okEnveloped } from '../../schemas/response-envelope.ts'

const OWN_ERRORS = [
  'recipient_not_found',
  'bank_not_found',
  'invalid_iban',
  'iban_already_registered',
  'invalid_card_number',
] as const
const WAYS = ['iban', 'account_number', 'card_details'] as const

type WriteCall = Call<unknown, unknown, WriteReceiverAccountBody>

export const createReceiverAccount = (services: Pick<TransferServices, 'reference'>): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/receiveraccounts',
    tag: 'ReceiverAccounts',
    summary: 'Create a receiver account',
    description:
      'A card’s number is sealed; what comes back of it is its masked form and a token. The first account of a recipient is its default; ' +
      'another one becomes it only by a role that may change accounts.',
    allow: 'create',
    needsMerchant: true,
    body: WriteReceiverAccount,
    answers: { 201: IdEnvelope },
    errors: OWN_ERRORS,
    async handle(call) {
      const { body, runtime } = call
      const scope = toMerchantScope(call)
      const recipient = await call.read((tx) => findRecipient(tx, scope, body.recipient_id))
      if (recipient === undefined) throw recipientNotFound()
      const data = await services.reference.data()
      const id = newId(runtime.clock.ms())
      const target = await resolveTarget(call, scope, id, data)
      return call.inTx(async (tx) => {
        const owner = await lockOwningRecipient(tx, scope, body.recipient_id)
        const others = await findAccountsOfRecipient(tx, scope.tenantId, owner.id)
        checkIbanFree(target, others)
        const isDefault = others.length === 0 || body.is_default === true
        if (isDefault) await checkMayBecomeDefault(tx, call, owner)
        const now = runtime.clock.now()
        const fresh = { id, is_default: isDefault, is_active: true, created: now, changed_by: call.principal.subject }
        const row = toReceiverAccountRow(body, owner, target, fresh, now)
        await insertReceiverAccount(tx, row)
        return { ...createdEnveloped(id), change: auditedReceiverAccountChange(null, row, data.bankOf) }
      })
    },
  })

export const updateReceiverAccount = (services: Pick<TransferServices, 'reference'>): Endpoint =>
  endpoint({
    method: 'PUT',
    path: '/api/v1/receiveraccounts/:id',
    tag: 'ReceiverAccounts',
    summary: 'Change a receiver account',
    description:
      'Transfers already made go where they were to go. A stored card stays when the body names none of iban, account_number ' +
      'and card_details. The default stays one: make another account the default to move it.',
    allow: 'manage',
    params: IdParams,
    body: WriteReceiverAccount,
    answers: { 200: IdEnvelope },
    errors: OWN_ERRORS,
    async handle(call) {
      const { body, params } = call
      const scope = toMerchantScope(call)
      const currentAccount = requireAccount(await call.read((tx) => findReceiverAccount(tx, scope, params.id)))
      checkRepeatedId(body.id, params.id)
      await checkRecipientUnchanged(call, scope, currentAccount)
      const data = await services.reference.data()
      const isKept = keepsCard(body, currentAccount)
      const target = isKept ? null : await resolveTarget(call, scope, params.id, data)
      return call.inTx((tx) => replaceReceiverAccount(tx, call, currentAccount, target, data))
    },
  })

const replaceReceiverAccount = async (
  tx: Tx,
  call: WriteCall,
  currentAccount: ReceiverAccountRow,
  target: ReceiverAccountTarget | null,
  data: ReferenceData,
): Promise<Answer> => {
  const { body, runtime, principal } = call
  const scope = toMerchantScope(call)
  const owner = await lockOwningRecipient(tx, scope, currentAccount.recipient_id)
  const before = requireAccount(await findReceiverAccount(tx, scope, currentAccount.id))
  if (before.is_default && body.is_default === false)
    throw receiverProblem('is_default', 'bad_request', phrase`a default is moved by making another account the default`)
  const others = (await findAccountsOfRecipient(tx, scope.tenantId, owner.id)).filter(({ id }) => id !== before.id)
  if (target !== null) checkIbanFree(target, others)
  const kept = { ...before, is_default: body.is_default ?? before.is_default, changed_by: principal.subject }
  const row = toReceiverAccountRow(body, owner, target ?? before, kept, runtime.clock.now())
  await updateReceiverAccountRow(tx, row)
  return { ...okEnveloped(row.id), change: auditedReceiverAccountChange(before, row, data.bankOf) }
}

export const deleteReceiverAccount = (services: Pick<TransferServices, 'reference'>): Endpoint =>
  endpoint({
    method: 'DELETE',
    path: '/api/v1/receiveraccounts/:id',
    tag: 'ReceiverAccounts',
    summary: 'Delete a receiver account',
    description:
      'No other account takes the place of a default that is deleted: where money goes is said by people. Transfers already ' +
      'made go where they were to go.',
    allow: 'manage',
    params: IdParams,
    answers: { 200: IdEnvelope },
    async handle(call) {
      const scope = toMerchantScope(call)
      const currentAccount = requireAccount(await call.read((tx) => findReceiverAccount(tx, scope, call.params.id)))
      const { bankOf } = await services.reference.data()
      return call.inTx(async (tx) => {
        await lockRecipient(tx, scope, currentAccount.recipient_id)
        const before = requireAccount(await findReceiverAccount(tx, scope, currentAccount.id))
        const gone = { is_active: false, is_deleted: true, card_sealed: null, last_modified: call.runtime.clock.now() }
        await updateReceiverAccountRow(tx, { ...before, ...gone })
        return { ...okEnveloped(before.id), change: auditedReceiverAccountChange(before, null, bankOf) }
      })
    },
  })

const toMerchantScope = ({ tenantId, merchantId }: Pick<Call, 'tenantId' | 'merchantId'>): MerchantScope => ({
  tenantId,
  merchantId,
})

const requireAccount = (row: ReceiverAccountRow | undefined): ReceiverAccountRow => {
  if (row) return row
  throw new Problem('resource_not_found', {
    detail: phrase`No receiver account with this id is within reach of this token and merchant; GET /api/v1/receiveraccounts lists them.`,
  })
}

const lockOwningRecipient = async (tx: Tx, scope: MerchantScope, id: string): Promise<DisplayedRecipient> => {
  const owner = await lockRecipient(tx, scope, id)
  if (owner) return owner
  throw recipientNotFound()
}

const checkRecipientUnchanged = async (
  call: WriteCall,
  scope: MerchantScope,
  currentAccount: ReceiverAccountRow,
): Promise<void> => {
  const { recipient_id } = call.body
  if (recipient_id === currentAccount.recipient_id) return
  if ((await call.read((tx) => findRecipient(tx, scope, recipient_id))) === undefined) throw recipientNotFound()
  throw receiverProblem(
    'recipient_id',
    'bad_request',
    phrase`an account stays with its recipient; create one for the other recipient`,
  )
}

const keepsCard = (body: WriteReceiverAccountBody, { card_token }: ReceiverAccountRow): boolean => {
  if (card_token === null) return false
  const { card_details } = body
  if (card_details === undefined) return body.iban === undefined && body.account_number === undefined
  return card_details.card_number === undefined && card_details.card_token === card_token
}

const resolveTarget = (
  call: WriteCall,
  scope: MerchantScope,
  accountId: string,
  data: ReferenceData,
): ReceiverAccountTarget | Promise<ReceiverAccountTarget> => {
  const { body } = call
  const named = WAYS.filter((way) => body[way] !== undefined)
  if (named.length !== 1)
    throw receiverProblem(
      named[1] ?? 'iban',
      'bad_request',
      phrase`name exactly one of ${WAYS.join(', ')}; this names ${named.join(', ') || 'none'}`,
    )
  return body.card_details === undefined
    ? toAccountTarget(body, data)
    : toCardTarget(call, scope, body, accountId, data)
}

const checkIbanFree = ({ iban }: ReceiverAccountTarget, others: readonly ReceiverAccountRow[]): void => {
  if (iban !== null && others.some((other) => other.iban === iban)) throw receiverIbanTaken(iban)
}

const toReceiverAccountRow = (
  body: WriteReceiverAccountBody,
  owner: DisplayedRecipient,
  target: ReceiverAccountTarget,
  kept: Pick<ReceiverAccountRow, 'id' | 'is_default' | 'is_active' | 'created' | 'changed_by'>,
  now: Date,
): ReceiverAccountRow => ({
  bank_code: target.bank_code,
  iban: target.iban,
  account_number: target.account_number,
  masked_card_no: target.masked_card_no,
  card_token: target.card_token,
  card_key: target.card_key,
  card_sealed: target.card_sealed,
  tenant_id: owner.tenant_id,
  id: kept.id,
  merchant_id: owner.merchant_id,
  recipient_id: owner.id,
  holder_name: body.holder_name ?? owner.holder_name,
  description: body.description ?? null,
  label: body.label ?? null,
  external_id: body.external_id ?? null,
  extra: body.extra_properties_dict ?? null,
  is_default: kept.is_default,
  is_active: body.is_active ?? kept.is_active,
  is_deleted: false,
  changed_by: kept.changed_by,
  created: kept.created,
  last_modified: now,
})
