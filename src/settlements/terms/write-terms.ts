/**
 * POST /api/v1/settlements/terms, .../confirm and .../reject: what is agreed with a merchant from a day on, by two
 * people if the tenant requires it.
 */
import { Type } from 'typebox'
import { type Call, created, type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import { described, Uuid } from '../../core/schema.ts'
import type { Tx } from '../../infra/database/database.ts'
import { findLastSettledDay } from './last-settled-day.ts'
import { CreateTerms, type CreateTermsBody, Terms } from './terms-schemas.ts'
import { wantsFourEyes } from './terms-settings.ts'
import {
  decideTerms,
  findNamed,
  findTermsById,
  insertTerms,
  isDayTaken,
  lockTerms,
  type TermsRow,
  toTermsView,
} from './terms-store.ts'

const shared = { tag: 'Settlements', allow: 'admin', product: 'reconciliation' } as const

export const createTerms: Endpoint = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/settlements/terms',
  summary: 'Agree on the terms of a merchant',
  description:
    'In effect from a day on, which is after every day that is settled: what was settled never changes. Where `settlements.terms_four_eyes` is true they wait for a second person.',
  fourEyes: 'create',
  body: CreateTerms,
  answers: { 201: Terms },
  errors: ['validation_failed', 'invalid_merchant_id', 'connector_not_found', 'conflict'],
  handle: (call) =>
    call.inTx(async (tx) => {
      const { body, tenantId, runtime } = call
      checkTerms(body)
      await lockTerms(tx, tenantId, 'change')
      const isPending = await wantsFourEyes(tx, tenantId, runtime.config)
      const row = toRow(call, isPending)
      const { has_merchant, has_configuration } = await findNamed(tx, tenantId, {
        merchantId: row.merchant_id,
        configurationId: row.configuration_id,
      })
      if (!has_merchant) throw new Problem('invalid_merchant_id')
      if (!has_configuration) throw new Problem('connector_not_found')
      await checkDay(tx, row)
      await insertTerms(tx, [row])
      const view = toTermsView(row)
      return { ...created(view), change: { kind: 'merchant_terms', id: row.id, before: null, after: view } }
    }),
})

const checkTerms = (body: CreateTermsBody): void => {
  if (body.bank_code !== undefined && body.connector_config_id !== undefined)
    throw fieldProblem('bank_code', 'mismatch', phrase`stands instead of connector_config_id`)
  const wanted = { blocked_n: 'blocked_days', weekly: 'payout_weekday' } as const
  for (const [plan, field] of Object.entries(wanted))
    if ((body.value_date_plan === plan) !== (body[field] !== undefined))
      throw fieldProblem(field, body[field] === undefined ? 'required' : 'mismatch', phrase`goes with ${plan}`)
  for (const [n, { installments_from = 1, installments_to = 12 }] of body.rates.entries())
    if (installments_from > installments_to)
      throw fieldProblem(`rates[${n}].installments_to`, 'out_of_range', phrase`is below installments_from`)
}

const toRow = (
  { body, tenantId, principal, runtime }: Call<unknown, unknown, CreateTermsBody>,
  isPending: boolean,
): TermsRow => ({
  tenant_id: tenantId,
  id: newId(runtime.clock.ms()),
  merchant_id: body.merchant_id?.toLowerCase() ?? null,
  configuration_id: body.connector_config_id?.toLowerCase() ?? null,
  bank_code: body.bank_code ?? null,
  effective_from: body.effective_from,
  rates: body.rates,
  value_date_plan: body.value_date_plan,
  blocked_days: body.blocked_days ?? null,
  payout_weekday: body.payout_weekday ?? null,
  returns_commission: body.returns_commission ?? true,
  platform_basis_points: body.platform_basis_points ?? 0,
  tax_basis_points: body.tax_basis_points ?? 0,
  returns_platform_commission: body.returns_platform_commission ?? true,
  reserve_basis_points: body.reserve_basis_points ?? 0,
  reserve_days: body.reserve_days ?? 0,
  status: isPending ? 'pending' : 'effective',
  notes: body.notes ?? null,
  created_by: principal.subject,
  created_people: principal.accountable,
  decided_by: null,
  decided_people: null,
  decided_at: null,
  created: runtime.clock.now(),
})

/** Checked again on confirmation, because days may have been settled meanwhile. */
const checkDay = async (tx: Tx, row: TermsRow): Promise<void> => {
  const last = await findLastSettledDay(tx, row)
  if (last !== null && row.effective_from <= last)
    throw new Problem('conflict', {
      detail: phrase`The days up to ${last} are settled, or being settled; terms begin after them.`,
    })
  if (await isDayTaken(tx, row))
    throw new Problem('conflict', { detail: phrase`Terms of the same reach begin on ${row.effective_from}.` })
}

const decision = {
  ...shared,
  method: 'POST',
  params: Type.Object({ id: described(Uuid, 'Id of the terms, as their creation returned it.') }),
  answers: { 200: Terms },
} as const

export const confirmTerms: Endpoint = endpoint({
  ...decision,
  path: '/api/v1/settlements/terms/:id/confirm',
  summary: 'Confirm terms',
  description: 'By another accountable person than the one who made them; from then on they are in effect.',
  fourEyes: 'decide',
  errors: ['conflict', 'four_eyes_violation'],
  handle: (call) =>
    call.inTx(async (tx) => {
      await lockTerms(tx, call.tenantId, 'change')
      const before = await requirePending(tx, call.tenantId, call.params.id)
      call.checkFourEyes(phrase`set of terms`, { create: before.created_people })
      await checkDay(tx, before)
      return decide(tx, call, before, 'effective')
    }),
})

export const rejectTerms: Endpoint = endpoint({
  ...decision,
  path: '/api/v1/settlements/terms/:id/reject',
  summary: 'Reject terms',
  description: 'Also by whoever made them.',
  errors: ['conflict'],
  handle: (call) =>
    call.inTx(async (tx) => decide(tx, call, await requirePending(tx, call.tenantId, call.params.id), 'rejected')),
})

const requirePending = async (tx: Tx, tenantId: string, id: string): Promise<TermsRow> => {
  const row = await findTermsById(tx, tenantId, id)
  if (row === undefined)
    throw new Problem('resource_not_found', { detail: phrase`No terms with this id are within reach of this token.` })
  if (row.status !== 'pending')
    throw new Problem('conflict', { detail: phrase`These terms are ${row.status}; nobody is waited for.` })
  return row
}

const decide = async (
  tx: Tx,
  { principal, runtime }: Pick<Call, 'principal' | 'runtime'>,
  before: TermsRow,
  status: 'effective' | 'rejected',
) => {
  const after: TermsRow = {
    ...before,
    status,
    decided_by: principal.subject,
    decided_people: principal.accountable,
    decided_at: runtime.clock.now(),
  }
  await decideTerms(tx, after)
  const [was, is] = [toTermsView(before), toTermsView(after)]
  return { ...ok(is), change: { kind: 'merchant_terms', id: before.id, before: was, after: is } }
}
