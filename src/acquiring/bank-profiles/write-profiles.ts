/** POST, PUT and DELETE of /api/v1/merchants/{merchant_id}/bank-profiles: the next payment of the merchant goes out with them. */
import { created, type Endpoint, endpoint, noContent } from '../../access/endpoint.ts'
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { type Change, diffFields } from '../changelog/changelog.ts'
import { checkRepeatedId, writeTenantBanks } from '../connectors/connector-operation.ts'
import {
  auditedProfile,
  BankProfile,
  CreateBankProfile,
  OfMerchant,
  OfProfile,
  toColumns,
  toProfileView,
  UpdateBankProfile,
} from './bank-profile-schemas.ts'
import {
  type BankProfileRow,
  deleteProfile,
  findConnectorOf,
  findProfile,
  insertProfile,
  merchantExists,
  replaceProfile,
} from './bank-profile-store.ts'
import { merchantNotFound } from './read-profiles.ts'

const shared = { tag: 'MerchantBankProfiles', allow: 'admin' } as const

export const createBankProfile: Endpoint = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/merchants/:merchant_id/bank-profiles',
  summary: 'Create a bank profile',
  description:
    'How the merchant is known at the bank of a configuration; one per merchant and configuration. What a bank’s protocol does not take is kept, and not sent.',
  params: OfMerchant,
  body: CreateBankProfile,
  answers: { 201: BankProfile },
  errors: ['connector_not_found', 'conflict'],
  handle: (call) => {
    const { params, body, tenantId } = call
    checkMerchant(params, body)
    return writeTenantBanks(call, async (tx, now) => {
      if (!(await merchantExists(tx, tenantId, params.merchant_id))) throw merchantNotFound()
      const connectorId = await findConnectorOf(tx, tenantId, body.connector_config_id)
      if (connectorId === undefined)
        throw new Problem('connector_not_found', {
          detail: phrase`connector_config_id names no configuration of this tenant; GET /api/v1/connector-configurations lists them.`,
        })
      const id = newId(now.getTime())
      const of = { tenant_id: tenantId, id, merchant_id: params.merchant_id.toLowerCase() }
      const isNew = await insertProfile(tx, {
        ...of,
        configuration_id: body.connector_config_id.toLowerCase(),
        ...toColumns(body),
        created: now,
      })
      if (!isNew)
        throw new Problem('conflict', {
          detail: phrase`The merchant has a profile of this configuration already; change that one.`,
        })
      const row = await requireProfile(tx, { tenantId, merchantId: of.merchant_id, id })
      return { answer: created(toProfileView(row)), changes: [changeOf('created', null, row)] }
    })
  },
})

export const updateBankProfile: Endpoint = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/merchants/:merchant_id/bank-profiles/:id',
  summary: 'Replace a bank profile',
  description: 'Absent members become empty; the configuration stays.',
  params: OfProfile,
  body: UpdateBankProfile,
  answers: { 204: null },
  handle: (call) => {
    const { params, body, tenantId } = call
    checkRepeatedId({ ...(body.id === undefined ? {} : { id: body.id }) }, params)
    checkMerchant(params, body)
    return writeTenantBanks(call, async (tx, now) => {
      const before = await requireProfile(tx, { tenantId, merchantId: params.merchant_id, id: params.id })
      const after = { ...before, ...toColumns(body) }
      await replaceProfile(tx, before, after, now)
      return { answer: noContent(), changes: [changeOf('updated', before, after)] }
    })
  },
})

export const deleteBankProfile: Endpoint = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/v1/merchants/:merchant_id/bank-profiles/:id',
  summary: 'Delete a bank profile',
  description: 'Payments of the merchant are then sent under the numbers of the connector configuration.',
  params: OfProfile,
  answers: { 204: null },
  handle: (call) =>
    writeTenantBanks(call, async (tx) => {
      const { params, tenantId } = call
      const before = await requireProfile(tx, { tenantId, merchantId: params.merchant_id, id: params.id })
      await deleteProfile(tx, before)
      return { answer: noContent(), changes: [changeOf('deleted', before, null)] }
    }),
})

const requireProfile = async (tx: Tx, of: Parameters<typeof findProfile>[1]): Promise<BankProfileRow> => {
  const row = await findProfile(tx, of)
  if (row) return row
  throw new Problem('resource_not_found', { detail: phrase`The merchant has no bank profile with this id.` })
}

const checkMerchant = (params: { merchant_id: string }, body: { merchant_id?: string }): void => {
  if (body.merchant_id !== undefined && body.merchant_id.toLowerCase() !== params.merchant_id.toLowerCase())
    throw fieldProblem('merchant_id', 'mismatch', phrase`must be the one of the path, or be left out`)
}

const changeOf = (
  action: 'created' | 'updated' | 'deleted',
  before: BankProfileRow | null,
  after: BankProfileRow | null,
): Change => {
  const { connector_id, id } = (after ?? before) as BankProfileRow
  const diff = diffFields(before && auditedProfile(before), after && auditedProfile(after))
  return { connectorId: connector_id, kind: 'merchant_bank_profile', entityId: id, action, diff }
}
