/** POST, PUT and DELETE of /api/v1/merchants/{merchant_id}/bank-profiles: the next payment of the merchant goes out with them, or that after a second person has confirmed them. */

import { created, type Endpoint, endpoint, noContent } from '../../access/endpoint.ts'
import { checkRepeatedId } from '../../access/input/repeated-id.ts'
import { WAITS_NOTE } from '../../access/waiting/waiting-change.ts'
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import type { Change } from '../changelog/changelog.ts'
import { writeTenantBanks } from '../connectors/connector-operation.ts'
import { refuseWhilePending } from '../waiting-routing-change.ts'
import {
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
  insertProfile,
  merchantExists,
  replaceProfile,
} from './bank-profile-store.ts'
import { isWholeProfile, NO_COLUMNS, type ProfileGuards, pendingProfile, waitsForAnother } from './pending-profile.ts'
import { buildProfileChange, requireProfile } from './profile-change.ts'
import { merchantNotFound } from './read-profiles.ts'

const shared = { tag: 'MerchantBankProfiles', allow: 'admin' } as const

export const createBankProfile = (guards: ProfileGuards): Endpoint =>
  endpoint({
    ...shared,
    method: 'POST',
    path: '/api/v1/merchants/:merchant_id/bank-profiles',
    summary: 'Create a bank profile',
    description:
      'How the merchant is known at the bank of a configuration; one per merchant and configuration. What a bank’s protocol does not take is kept, and not sent. With the setting connectors.four_eyes it counts once a second person has confirmed it (pending_change).',
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
        const columns = toColumns(body)
        const isHeld = await waitsForAnother(guards, tx, tenantId, null, columns)
        const isNew = await insertProfile(tx, {
          ...of,
          configuration_id: body.connector_config_id.toLowerCase(),
          ...(isHeld
            ? { ...NO_COLUMNS, ...pendingProfile('create', { by: call.principal.subject, now, columns }) }
            : { ...columns, pending: null, pending_by: null }),
          created: now,
        })
        if (!isNew)
          throw new Problem('conflict', {
            detail: phrase`The merchant has a profile of this configuration already; change that one.`,
          })
        const row = await requireProfile(tx, { tenantId, merchantId: of.merchant_id, id })
        return {
          answer: created(toProfileView(row)),
          changes: [noted(isHeld, 'created', null, { ...row, ...columns })],
        }
      })
    },
  })

export const updateBankProfile = (guards: ProfileGuards): Endpoint =>
  endpoint({
    ...shared,
    method: 'PUT',
    path: '/api/v1/merchants/:merchant_id/bank-profiles/:id',
    summary: 'Replace a bank profile',
    description:
      'Absent members become empty; the configuration stays. With the setting connectors.four_eyes a change waits for a second person (pending_change), and so does a profile that nobody confirmed and that is written as it stands.',
    params: OfProfile,
    body: UpdateBankProfile,
    answers: { 204: null },
    errors: ['conflict'],
    handle: (call) => {
      const { params, body, tenantId } = call
      checkRepeatedId({ ...(body.id === undefined ? {} : { id: body.id }) }, params)
      checkMerchant(params, body)
      return writeTenantBanks(call, async (tx, now) => {
        const before = await requireProfile(tx, { tenantId, merchantId: params.merchant_id, id: params.id })
        refuseWhilePending(before)
        const columns = toColumns(body)
        const after = { ...before, ...columns }
        const isHeld = await waitsForAnother(guards, tx, tenantId, before, after)
        const asked = pendingProfile('update', {
          by: call.principal.subject,
          now,
          columns,
          isWhole: isWholeProfile(before, after),
        })
        await replaceProfile(tx, before, isHeld ? { ...before, ...asked, confirmed_by: null } : after, now)
        return { answer: noContent(), changes: [noted(isHeld, 'updated', before, after)] }
      })
    },
  })

export const deleteBankProfile = (guards: ProfileGuards): Endpoint =>
  endpoint({
    ...shared,
    method: 'DELETE',
    path: '/api/v1/merchants/:merchant_id/bank-profiles/:id',
    summary: 'Delete a bank profile',
    description:
      'Payments of the merchant are then sent under the numbers of the connector configuration. With the setting connectors.four_eyes it stays until a second person has confirmed that (pending_change).',
    params: OfProfile,
    answers: { 204: null },
    errors: ['conflict'],
    handle: (call) =>
      writeTenantBanks(call, async (tx, now) => {
        const { params, tenantId } = call
        const before = await requireProfile(tx, { tenantId, merchantId: params.merchant_id, id: params.id })
        refuseWhilePending(before)
        const isHeld = await waitsForAnother(guards, tx, tenantId, before, null)
        const asked = pendingProfile('delete', { by: call.principal.subject, now, columns: before })
        if (isHeld) await replaceProfile(tx, before, { ...before, ...asked, confirmed_by: null }, now)
        else await deleteProfile(tx, before)
        return { answer: noContent(), changes: [noted(isHeld, 'deleted', before, null)] }
      }),
  })

const checkMerchant = (params: { merchant_id: string }, body: { merchant_id?: string }): void => {
  if (body.merchant_id !== undefined && body.merchant_id.toLowerCase() !== params.merchant_id.toLowerCase())
    throw fieldProblem('merchant_id', 'mismatch', phrase`must be the one of the path, or be left out`)
}

/** The changelog shows what was requested as well as what was done. */
const noted = (
  isHeld: boolean,
  done: 'created' | 'updated' | 'deleted',
  before: BankProfileRow | null,
  after: BankProfileRow | null,
): Change =>
  isHeld
    ? { ...buildProfileChange('requested', before, after), note: WAITS_NOTE }
    : buildProfileChange(done, before, after)
