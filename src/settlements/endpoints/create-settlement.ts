/** POST /api/v1/settlements: a settlement that a person enters. */
import { type Call, created, type Endpoint, endpoint } from '../../access/endpoint.ts'
import { newId } from '../../core/id.ts'
import { AMOUNT_MAX, CARD_CURRENCIES } from '../../core/money.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { computePayout, NO_STEPS, type SettlementRow, toSettlementView } from '../model/settlement-row.ts'
import { announceSettlements } from '../settlement-events.ts'
import type { SettlementServices } from '../settlement-services.ts'
import { CreateSettlement, type CreateSettlementBody, Settlement } from '../store/settlement-schemas.ts'
import { insertSettlements, isMerchant } from '../store/settlement-store.ts'

export const createSettlement = (services: SettlementServices): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/settlements',
    tag: 'Settlements',
    summary: 'Create a settlement',
    description:
      'Of days that the platform has no rows of a bank for. Its amounts wait for a second person (`awaits`). Settlements of finalized reconciliations make themselves (docs/settlements.md).',
    fourEyes: 'create',
    allow: 'admin',
    product: 'reconciliation',
    body: CreateSettlement,
    answers: { 201: Settlement },
    errors: ['validation_failed', 'invalid_merchant_id', 'invalid_currency'],
    handle: async (call) => {
      const { tenantId, correlationId } = call
      const row = toRow(call)
      const nameOf = await services.merchantNamesOf(tenantId)
      const answer = await call.inTx(async (tx) => {
        if (!(await isMerchant(tx, tenantId, row.merchant_id))) throw new Problem('invalid_merchant_id')
        await insertSettlements(tx, [row])
        await announceSettlements(tx, 'settlement.created', [row], { correlationId, nowMs: row.created.getTime() })
        const view = toSettlementView(row, nameOf(row.merchant_id))
        return { ...created(view), change: { kind: 'settlement', id: row.id, before: null, after: view } }
      })
      services.wakeDeliveries([tenantId])
      return answer
    },
  })

const toRow = ({ body, tenantId, principal, runtime }: Call<unknown, unknown, CreateSettlementBody>): SettlementRow => {
  if (body.period_end < body.period_start) throw refused('period_end', phrase`is before period_start`)
  const currency = body.currency?.toUpperCase() ?? 'TRY'
  if (!CARD_CURRENCIES.includes(currency)) throw new Problem('invalid_currency')
  const net = netOf(body)
  const now = runtime.clock.now()
  const zero = { reserve_amount: 0, reserve_released: 0, carried_in: 0 }
  return {
    ...NO_LINES,
    ...zero,
    ...computePayout({ net_amount: net, ...zero }),
    tenant_id: tenantId,
    id: newId(now.getTime()),
    merchant_id: body.merchant_id.toLowerCase(),
    period_start: body.period_start,
    period_end: body.period_end,
    bank_code: body.bank_code ?? null,
    currency,
    gross_amount: body.gross_amount ?? 0,
    refund_amount: body.refund_amount ?? 0,
    bank_commission: body.bank_commission ?? 0,
    platform_commission: body.platform_commission ?? 0,
    net_amount: net,
    transaction_count: body.transaction_count ?? 0,
    refund_count: body.refund_count ?? 0,
    bank_reference: body.bank_reference ?? null,
    notes: body.notes ?? null,
    stated_by: principal.subject,
    created_by: principal.subject,
    created: now,
    last_modified: now,
  }
}

const NO_LINES = {
  ...NO_STEPS,
  status: 'pending',
  settled_at: null,
  reconciliation_id: null,
  configuration_id: null,
  chargeback_amount: 0,
  bank_tax: 0,
  platform_tax: 0,
  adjustment_amount: 0,
  reserve_until: null,
  value_dates: [],
  is_correction: false,
  event_count: 1,
  completed_at: null,
} as const

/** Adds as BigInt, because the sum may exceed what a number holds exactly. */
const netOf = (body: CreateSettlementBody): number => {
  const { gross_amount = 0, refund_amount = 0, bank_commission = 0, platform_commission = 0 } = body
  const net = BigInt(gross_amount) - BigInt(refund_amount) - BigInt(bank_commission) - BigInt(platform_commission)
  if (net < -BigInt(AMOUNT_MAX)) throw refused('net_amount', phrase`is out of the range of an amount`)
  if (body.net_amount !== undefined && BigInt(body.net_amount) !== net)
    throw refused('net_amount', phrase`must be ${net}: gross less refunds and both commissions`)
  return Number(net)
}

const refused = (field: string, message: Phrase): Problem =>
  new Problem('validation_failed', {
    detail: phrase`${field} ${message}`,
    errors: [{ field, code: 'mismatch', message }],
  })
