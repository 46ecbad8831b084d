/** Shared by the operations of merchants: response, visibility, validation of a change. */

import { ownMerchantId } from '../../access/callers/request-merchant.ts'
import type { Answer, AuditedChange, Call, Principal } from '../../access/endpoint.ts'
import { isoTime } from '../../core/clock.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import { isTaxId } from '../../core/tax-id.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { NEVER_ASKED } from './external-id.ts'
import type { WriteMerchantBody } from './merchant-schemas.ts'
import {
  countActiveMerchants,
  holdLine,
  isExternalIdTaken,
  type MerchantRow,
  type NamedMerchant,
} from './merchant-store.ts'

/** Returns the category of a merchant category code; undefined if there is no such code. */
type CategoryOf = (mcc: string) => string | undefined

/** Services that merchants need. */
export interface MerchantServices {
  /** Reads the categories of merchant category codes, if they are not in memory; so call it before a transaction. */
  categories: () => Promise<CategoryOf>
  /** Whether money hangs on the merchant: payments, links, plans, terms and the like name it. */
  isUsed: (tx: Tx, tenantId: string, merchantId: string) => Promise<boolean>
}

export const merchantBody = (categoryOf: CategoryOf, row: NamedMerchant) => ({
  id: row.id,
  tenant_id: row.tenant_id,
  name: row.name,
  legal_name: row.legal_name,
  external_id: row.external_id,
  tax_id: row.tax_id,
  tax_office: row.tax_office,
  bkm_member_id: row.bkm_member_id,
  email: row.email,
  contact_phone: row.contact_phone,
  city: row.city,
  district: row.district,
  address: row.address,
  url: row.url,
  default_mcc: row.default_mcc,
  default_mcc_category: row.default_mcc === null ? null : (categoryOf(row.default_mcc) ?? null),
  parent_id: row.parent_id,
  parent_name: row.parent_name,
  is_active: row.is_active,
  status: row.status,
  awaits: row.external_id_asked_by === null ? null : ('external_id' as const),
  awaited_external_id: row.external_id_asked,
  asked_by: row.external_id_asked_by,
  created: isoTime(row.created),
  last_modified: isoTime(row.last_modified),
})

export const requireMerchant = (row: NamedMerchant | undefined, principal: Principal): NamedMerchant => {
  const own = ownMerchantId(principal)
  if (row && (own === null || own === row.id)) return row
  throw new Problem('resource_not_found', {
    detail: phrase`This tenant has no merchant with this id that you may see; GET /api/v1/merchants lists them.`,
  })
}

/** In force at the next request, here and in every other process. */
export const writeMerchants = async (
  { runtime, tenantId, inTx }: Pick<Call, 'runtime' | 'tenantId' | 'inTx'>,
  work: (tx: Tx, now: Date) => Promise<Answer>,
): Promise<Answer> => {
  const answer = await inTx((tx) => work(tx, runtime.clock.now()))
  runtime.notifications.publish('merchants', tenantId)
  return answer
}

/** Returns the members that people can set; the name of the parent merchant is not one of them. */
export const settableMerchant = (categoryOf: CategoryOf, row: NamedMerchant): object => {
  const { parent_name: _, ...set } = merchantBody(categoryOf, row)
  return set
}

export const acceptsPayments = ({ is_active, status }: MerchantRow): boolean => is_active && status === 'approved'

/** Note about the second merchant: callers did not have to name a merchant while there was only one. */
export const noticeOfSecond = async (tx: Tx, before: MerchantRow | null, after: MerchantRow) => {
  const isNew = acceptsPayments(after) && (before === null || !acceptsPayments(before))
  if (!isNew || (await countActiveMerchants(tx, after.tenant_id)) !== 2) return null
  return {
    code: 'merchant_header_required',
    detail:
      'The tenant has two active merchants now. Callers bound to none acted for the only one until here: from their next token on, payments, ' +
      'links, sessions, recurring plans and other writes for a merchant need X-Merchant-Id or X-External-Merchant-Id, and are 400 ' +
      'merchant_id_required without; reads cover all merchants. Bind a key or a person to a merchant to leave the header out.',
  }
}

export const merchantChange = (
  categoryOf: CategoryOf,
  before: NamedMerchant | null,
  after: NamedMerchant | null,
): AuditedChange => ({
  kind: 'merchant',
  id: (after ?? before)?.id ?? '',
  before: before && merchantBody(categoryOf, before),
  after: after && merchantBody(categoryOf, after),
})

/** Validates only the body. */
export const checkBody = (categoryOf: CategoryOf, body: Pick<WriteMerchantBody, 'tax_id' | 'default_mcc'>): void => {
  if (body.tax_id !== undefined && !isTaxId(body.tax_id))
    throw new Problem('invalid_tax_id', { detail: phrase`The check digits of tax_id are wrong; is a digit mistyped?` })
  if (body.default_mcc !== undefined && categoryOf(body.default_mcc) === undefined)
    throw new Problem('validation_failed', {
      detail: phrase`default_mcc is no merchant category code; GET /api/v1/lookups/mcc-codes lists them.`,
      errors: [{ field: 'default_mcc', code: 'unknown_value', message: phrase`is not in the list` }],
    })
}

/** Validation against the other merchants of the tenant. */
export const checkAmongOthers = async (tx: Tx, row: MerchantRow): Promise<void> => {
  const { tenant_id, id, external_id, parent_id } = row
  if (external_id !== null && (await isExternalIdTaken(tx, tenant_id, external_id, id))) throw externalIdTaken()
  if (parent_id === null) return
  const line = await holdLine(tx, tenant_id, parent_id)
  if (line.length === 0)
    throw new Problem('invalid_merchant_id', { detail: phrase`parent_id names no merchant of this tenant.` })
  if (line.includes(id)) throw fieldProblem('parent_id', 'mismatch', phrase`is the merchant itself, or one below it`)
}

export const externalIdTaken = (): Problem =>
  new Problem('conflict', {
    detail: phrase`Another merchant of this tenant has this external_id, or payments named it so; choose another one.`,
    errors: [{ field: 'external_id', code: 'conflict', message: phrase`is used by another merchant` }],
  })

type KeptMerchantFields = Pick<
  MerchantRow,
  'tenant_id' | 'id' | 'is_active' | 'status' | 'created' | keyof typeof NEVER_ASKED
>

/** A replaced merchant keeps its switch and its status where the body omits them. */
export const toMerchantRow = (body: WriteMerchantBody, kept: KeptMerchantFields, now: Date): MerchantRow => ({
  tenant_id: kept.tenant_id,
  id: kept.id,
  external_id: body.external_id ?? null,
  name: body.name,
  legal_name: body.legal_name ?? null,
  tax_id: body.tax_id ?? null,
  tax_office: body.tax_office ?? null,
  bkm_member_id: body.bkm_member_id ?? null,
  email: body.email ?? null,
  contact_phone: body.contact_phone ?? null,
  city: body.city ?? null,
  district: body.district ?? null,
  address: body.address ?? null,
  url: body.url ?? null,
  default_mcc: body.default_mcc ?? null,
  parent_id: body.parent_id?.toLowerCase() ?? null,
  is_active: body.is_active ?? kept.is_active,
  is_deleted: false,
  status: body.status ?? kept.status,
  has_been_used: kept.has_been_used,
  external_id_asked: kept.external_id_asked,
  external_id_asked_by: kept.external_id_asked_by,
  external_id_asked_people: kept.external_id_asked_people,
  external_id_agreed_by: kept.external_id_agreed_by,
  created: kept.created,
  last_modified: now,
})
