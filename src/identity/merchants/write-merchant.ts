/** POST, PUT, PATCH and DELETE of merchants. */

import { type Answer, type Call, created, endpoint, noContent, ok } from '../../access/endpoint.ts'
import { namedIn, patched, withoutNulls } from '../../access/input/patch.ts'
import { checkRepeatedId } from '../../access/input/repeated-id.ts'
import { newId } from '../../core/id.ts'
import { listed, phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { isBoundCaller, keepOfTenant } from './bound-to-merchant.ts'
import { agreeOnExternalId, NEVER_ASKED } from './external-id.ts'
import {
  acceptsPayments,
  checkAmongOthers,
  checkBody,
  externalIdTaken,
  type MerchantServices,
  merchantBody,
  merchantChange,
  noticeOfSecond,
  requireMerchant,
  settableMerchant,
  toMerchantRow,
  writeMerchants,
} from './merchant-operation.ts'
import {
  MerchantParams,
  type MerchantStatusName,
  PatchMerchant,
  type PatchMerchantBody,
  WriteMerchant,
  type WriteMerchantBody,
  WrittenMerchant,
} from './merchant-schemas.ts'
import {
  insertMerchant,
  lockMerchant,
  type MerchantRow,
  merchantById,
  usesOfMerchant,
  writeMerchant,
} from './merchant-store.ts'

export const createMerchant = (services: MerchantServices) =>
  endpoint({
    method: 'POST',
    path: '/api/v1/merchants',
    tag: 'Merchants',
    summary: 'Create a merchant',
    description: 'A shop of the tenant. Payments name it by its id or by your own (`external_id`).',
    allow: 'tenant',
    body: WriteMerchant,
    answers: { 201: WrittenMerchant },
    errors: ['conflict', 'invalid_tax_id', 'invalid_merchant_id', 'validation_failed'],
    async handle(call) {
      const { body, tenantId, principal } = call
      const categoryOf = await services.categories()
      checkBody(categoryOf, body)
      return writeMerchants(call, async (tx, now) => {
        const fresh = { tenant_id: tenantId, id: newId(now.getTime()), created: now }
        const row = toMerchantRow(body, { ...fresh, ...NEVER_ASKED, is_active: true, status: 'approved' }, now)
        await checkAmongOthers(tx, row)
        if (!(await insertMerchant(tx, row))) throw externalIdTaken()
        const after = requireMerchant(await merchantById(tx, tenantId, row.id), principal)
        const answer = { ...merchantBody(categoryOf, after), notice: await noticeOfSecond(tx, null, after) }
        return { ...created(answer), change: merchantChange(categoryOf, null, after) }
      })
    },
  })

/** From a status to those it may become (docs/interface/states.md#merchant). */
const STEPS: Readonly<Record<MerchantStatusName, readonly MerchantStatusName[]>> = {
  pending: ['approved', 'rejected'],
  rejected: ['pending'],
  approved: [],
}

export const updateMerchant = (services: MerchantServices) =>
  endpoint({
    method: 'PUT',
    path: '/api/v1/merchants/:id',
    isTagged: true,
    tag: 'Merchants',
    summary: 'Change a merchant',
    description:
      'One that is inactive or not approved takes no payments from the next request on: 403 merchant_inactive. ' +
      'The external_id of one in use waits (`awaits`) until a second person sends the same. Callers bound to the merchant leave out ' +
      'external_id, parent_id, is_active and status, or send them as they are.',
    allow: 'tenant',
    isOpenToBound: true,
    params: MerchantParams,
    body: WriteMerchant,
    answers: { 200: WrittenMerchant },
    errors: ['conflict', 'invalid_tax_id', 'invalid_state_transition', 'invalid_merchant_id', 'validation_failed'],
    handle: (call) => changeMerchant(services, call, new Set(Object.keys(call.body)), () => call.body, true),
  })

export const patchMerchant = (services: MerchantServices) =>
  endpoint({
    method: 'PATCH',
    path: '/api/v1/merchants/:id',
    isTagged: true,
    tag: 'Merchants',
    summary: 'Change members of a merchant',
    description:
      'What is not sent stays as it is, an external_id that waits included; `unset` takes members away. Else as PUT: sending the external_id ' +
      'that waits agrees to it, sending the one that counts takes back what waits.',
    allow: 'tenant',
    isOpenToBound: true,
    params: MerchantParams,
    body: PatchMerchant,
    answers: { 200: WrittenMerchant },
    errors: ['conflict', 'invalid_tax_id', 'invalid_state_transition', 'invalid_merchant_id', 'validation_failed'],
    handle: (call) => {
      const patch: PatchMerchantBody = call.body
      const named = namedIn(patch)
      return changeMerchant(
        services,
        call,
        named,
        (before) => patched(buildBody(before), patch),
        named.has('external_id'),
      )
    },
  })

type ChangeCall = Pick<
  Call<{ id: string }, unknown, PatchMerchantBody>,
  'body' | 'params' | 'principal' | 'tenantId' | 'runtime' | 'inTx' | 'read'
>

/** `named`: members that the call names; `wish`: the whole requested merchant; `isNamed`: the call sets the external id. */
const changeMerchant = async (
  services: MerchantServices,
  call: ChangeCall,
  named: ReadonlySet<string>,
  wish: (before: MerchantRow) => WriteMerchantBody,
  isNamed: boolean,
): Promise<Answer> => {
  const { body, params, tenantId, principal } = call
  checkRepeatedId(body, params)
  // A missing resource is 404 whatever the body.
  requireMerchant(await call.read((tx) => merchantById(tx, tenantId, params.id)), principal)
  const categoryOf = await services.categories()
  checkBody(categoryOf, body)
  return writeMerchants(call, async (tx, now) => {
    const before = requireMerchant(await lockMerchant(tx, tenantId, params.id), principal)
    const isBound = isBoundCaller(principal)
    const sent = toMerchantRow(wish(before), before, now)
    const wanted = isBound ? keepOfTenant(before, named, sent) : sent
    const has_been_used = await isUsedFromNowOn(services, tx, before, wanted)
    const isAsked = isNamed && !isBound
    const agreed = isAsked ? agreeOnExternalId({ ...before, has_been_used }, wanted.external_id, principal) : {}
    const row = { ...wanted, has_been_used, ...agreed }
    if (row.status !== before.status && !STEPS[before.status].includes(row.status))
      throw new Problem('invalid_state_transition', {
        detail: phrase`A merchant that is ${before.status} does not become ${row.status}; is_active false switches it off.`,
      })
    await checkAmongOthers(tx, { ...row, external_id: wanted.external_id })
    await writeMerchant(tx, row)
    const after = requireMerchant(await merchantById(tx, tenantId, row.id), principal)
    return {
      ...ok({ ...merchantBody(categoryOf, after), notice: await noticeOfSecond(tx, before, after) }),
      tagged: settableMerchant(categoryOf, before),
      change: merchantChange(categoryOf, before, after),
    }
  })
}

/** Builds a body of PUT that changes nothing. */
const buildBody = ({ tenant_id: _, created: __, last_modified: ___, ...row }: MerchantRow): WriteMerchantBody =>
  withoutNulls(row) as WriteMerchantBody

/** Queried only if it matters: when the external id changes, or when callers that name no merchant may come to pay another one. */
const isUsedFromNowOn = async (
  { isUsed }: MerchantServices,
  tx: Tx,
  before: MerchantRow,
  wanted: MerchantRow,
): Promise<boolean> => {
  const losesName = before.external_id !== null && wanted.external_id !== before.external_id
  const isSwitchedOff = acceptsPayments(before) && !acceptsPayments(wanted)
  return before.has_been_used || ((losesName || isSwitchedOff) && (await isUsed(tx, before.tenant_id, before.id)))
}

export const deleteMerchant = (services: MerchantServices) =>
  endpoint({
    method: 'DELETE',
    path: '/api/v1/merchants/:id',
    isTagged: true,
    tag: 'Merchants',
    summary: 'Delete a merchant',
    description:
      'One that no payment, transfer, link, plan, terms or bank profile names, and to which no API key, no person and no other merchant belongs.',
    allow: 'tenant',
    isOpenToBound: true,
    params: MerchantParams,
    answers: { 204: null },
    errors: ['conflict'],
    async handle(call) {
      const categoryOf = await services.categories()
      return writeMerchants(call, async (tx, now) => {
        const { params, tenantId, principal } = call
        const before = requireMerchant(await lockMerchant(tx, tenantId, params.id), principal)
        const { keys, users, children } = await usesOfMerchant(tx, tenantId, before.id)
        const uses = [
          ...(keys > 0 ? [phrase`${keys} API keys`] : []),
          ...(users > 0 ? [phrase`${users} users`] : []),
          ...(children > 0 ? [phrase`${children} merchants`] : []),
          ...((await services.isUsed(tx, tenantId, before.id))
            ? [phrase`payments, transfers, links, plans, terms or bank profiles`]
            : []),
        ]
        if (uses.length > 0)
          throw new Problem('conflict', {
            detail: phrase`To this merchant belong ${listed(uses, ', ')}; is_active false switches it off instead.`,
          })
        await writeMerchant(tx, { ...before, is_active: false, is_deleted: true, last_modified: now })
        return {
          ...noContent(),
          tagged: settableMerchant(categoryOf, before),
          change: merchantChange(categoryOf, before, null),
        }
      })
    },
  })
