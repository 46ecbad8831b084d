/** POST, PUT and DELETE of receiver accounts: the accounts and cards a recipient is paid on, one of them the default. */
import { type Answer, type Call, type Endpoint, endpoint } from '../../../access/endpoint.ts'
import { newId } from '../../../core/id.ts'
import { Problem } from '../../../core/problem.ts'
import type { Tx } from '../../../infra/database/database.ts'
import type { ReferenceData } from '../../../reference/reference-data.ts'
import { createdEnveloped, IdEnvelope, okEnveloped } from '../../schemas/response-envelope.ts'
import type { TransferParts } from '../../model/transfer-services.ts'
import {
  type AccountRow,
  type AccountTarget,
  accountsOf,
  findAccount,
  insertAccount,
  type MerchantScope,
  writeAccount,
} from '../../receivers/receiver-account-store.ts'
import { accountTarget, cardTarget } from '../../receivers/receiver-account-target.ts'
import { accountChange } from '../../receivers/receiver-responses.ts'
import { IdParams, WriteReceiverAccount, type WriteReceiverAccountBody } from '../../schemas/receiver-schemas.ts'
import { findRecipient, lockRecipient, type ShownRecipient } from '../../receivers/recipient-store.ts'
import { checkRepeatedId, ibanTaken, noSuchRecipient, refusal } from '../../receivers/receiver-problems.ts'

const OWN_ERRORS = [
  'recipient_not_found',
  'bank_not_found',
  'invalid_iban',
  'iban_already_registered',
  'invalid_card_number',
] as const
const WAYS = ['iban', 'account_number', 'card_details'] as const

type WriteCall = Call<unknown, unknown, WriteReceiverAccountBody>

export const createReceiverAccount = (desk: TransferParts): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/receiveraccounts',
    tag: 'ReceiverAccounts',
    summary: 'Create a receiver account',
    description: 'A card’s number is sealed; what comes back of it is its masked form and a token.',
    allow: 'create',
    needsMerchant: true,
    body: WriteReceiverAccount,
    answers: { 201: IdEnvelope },
    errors: OWN_ERRORS,
    async handle(call) {
      const { body, house } = call
      const scope = scopeOf(call)
      const recipient = await call.read((tx) => findRecipient(tx, scope, body.recipient_id))
      if (recipient === undefined) throw noSuchRecipient()
      const data = await desk.reference.data()
      const id = newId(house.clock.ms())
      const target = await targetOf(call, scope, id, data)
      return call.inTx(async (tx) => {
        const owner = await lockedOwner(tx, scope, body.recipient_id)
        const others = await accountsOf(tx, scope.tenantId, owner.id)
        checkIban(target, others)
        const isDefault = others.length === 0 || body.is_default === true
        const now = house.clock.now()
        const fresh = { id, is_default: isDefault, is_active: true, created: now, changed_by: call.principal.subject }
        const row = rowOf(body, owner, target, fresh, now)
        await insertAccount(tx, row)
        return { ...createdEnveloped(id), change: accountChange(null, row, data.bankOf) }
      })
    },
  })

export const updateReceiverAccount = (desk: TransferParts): Endpoint =>
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
      const scope = scopeOf(call)
      const known = foundAccount(await call.read((tx) => findAccount(tx, scope, params.id)))
      checkRepeatedId(body.id, params.id)
      await checkOwner(call, scope, known)
      const data = await desk.reference.data()
      const isKept = keepsCard(body, known)
      const target = isKept ? null : await targetOf(call, scope, params.id, data)
      return call.inTx((tx) => replace(tx, call, known, target, data))
    },
  })

const replace = async (
  tx: Tx,
  call: WriteCall,
  known: AccountRow,
  target: AccountTarget | null,
  data: ReferenceData,
): Promise<Answer> => {
  const { body, house, principal } = call
  const scope = scopeOf(call)
  const owner = await lockedOwner(tx, scope, known.recipient_id)
  const before = foundAccount(await findAccount(tx, scope, known.id))
  if (before.is_default && body.is_default === false)
    throw refusal('is_default', 'bad_request', 'a default is moved by making another account the default')
  const others = (await accountsOf(tx, scope.tenantId, owner.id)).filter(({ id }) => id !== before.id)
  if (target !== null) checkIban(target, others)
  const kept = { ...before, is_default: body.is_default ?? before.is_default, changed_by: principal.subject }
  const row = rowOf(body, owner, target ?? before, kept, house.clock.now())
  await writeAccount(tx, row)
  return { ...okEnveloped(row.id), change: accountChange(before, row, data.bankOf) }
}

export const deleteReceiverAccount = (desk: TransferParts): Endpoint =>
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
      const scope = scopeOf(call)
      const known = foundAccount(await call.read((tx) => findAccount(tx, scope, call.params.id)))
      const { bankOf } = await desk.reference.data()
      return call.inTx(async (tx) => {
        await lockRecipient(tx, scope, known.recipient_id)
        const before = foundAccount(await findAccount(tx, scope, known.id))
        const gone = { is_active: false, is_deleted: true, card_sealed: null, last_modified: call.house.clock.now() }
        await writeAccount(tx, { ...before, ...gone })
        return { ...okEnveloped(before.id), change: accountChange(before, null, bankOf) }
      })
    },
  })

const scopeOf = ({ tenantId, merchantId }: Pick<Call, 'tenantId' | 'merchantId'>): MerchantScope => ({
  tenantId,
  merchantId,
})

const foundAccount = (row: AccountRow | undefined): AccountRow => {
  if (row) return row
  throw new Problem('resource_not_found', {
    detail:
      'No receiver account with this id is within reach of this token and merchant; GET /api/v1/receiveraccounts lists them.',
  })
}

const lockedOwner = async (tx: Tx, scope: MerchantScope, id: string): Promise<ShownRecipient> => {
  const owner = await lockRecipient(tx, scope, id)
  if (owner) return owner
  throw noSuchRecipient()
}

const checkOwner = async (call: WriteCall, scope: MerchantScope, known: AccountRow): Promise<void> => {
  const { recipient_id } = call.body
  if (recipient_id === known.recipient_id) return
  if ((await call.read((tx) => findRecipient(tx, scope, recipient_id))) === undefined) throw noSuchRecipient()
  throw refusal(
    'recipient_id',
    'bad_request',
    'an account stays with its recipient; create one for the other recipient',
  )
}

const keepsCard = (body: WriteReceiverAccountBody, { card_token }: AccountRow): boolean => {
  if (card_token === null) return false
  const { card_details } = body
  if (card_details === undefined) return body.iban === undefined && body.account_number === undefined
  return card_details.card_number === undefined && card_details.card_token === card_token
}

const targetOf = (
  call: WriteCall,
  scope: MerchantScope,
  accountId: string,
  data: ReferenceData,
): AccountTarget | Promise<AccountTarget> => {
  const { body } = call
  const named = WAYS.filter((way) => body[way] !== undefined)
  if (named.length !== 1)
    throw refusal(
      named[1] ?? 'iban',
      'bad_request',
      `name exactly one of ${WAYS.join(', ')}; this names ${named.join(', ') || 'none'}`,
    )
  return body.card_details === undefined ? accountTarget(body, data) : cardTarget(call, scope, body, accountId, data)
}

const checkIban = ({ iban }: AccountTarget, others: readonly AccountRow[]): void => {
  if (iban !== null && others.some((other) => other.iban === iban)) throw ibanTaken(iban)
}

const rowOf = (
  body: WriteReceiverAccountBody,
  owner: ShownRecipient,
  target: AccountTarget,
  kept: Pick<AccountRow, 'id' | 'is_default' | 'is_active' | 'created' | 'changed_by'>,
  now: Date,
): AccountRow => ({
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
