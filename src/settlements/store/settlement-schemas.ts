/** Shapes of settlements (docs/interface/cards.md#settlements). */
import { type Static, Type } from 'typebox'
import { waitsForQuery } from '../../access/waits-for.ts'
import { AMOUNT_MAX } from '../../core/money.ts'
import { AnyOf, pageQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, Enum, LongText, Nullable, Text, Uuid } from '../../core/schema.ts'
import { AWAITED } from '../model/settlement-row.ts'
import { SETTLEMENT_STATES } from '../model/settlement-states.ts'

const text = Nullable(Type.String())
const Day = Type.String({ format: 'date' })
const Minor = Type.Integer({ format: 'int64', description: 'Minor units' })
const Count = Type.Integer({ format: 'int32' })
export const SettlementStatus = Enum('SettlementStatus', SETTLEMENT_STATES)

export const Settlement = Type.Object(
  {
    id: Uuid,
    merchant_id: Uuid,
    merchant_name: text,
    period_start: Day,
    period_end: Day,
    bank_code: text,
    currency: text,
    gross_amount: Minor,
    refund_amount: Minor,
    bank_commission: Type.Integer({ ...Minor, description: 'Minor units, with its tax' }),
    platform_commission: Type.Integer({ ...Minor, description: 'Minor units, with its tax' }),
    net_amount: Type.Integer({ ...Minor, description: 'Gross less refunds and both commissions' }),
    transaction_count: Count,
    refund_count: Count,
    status: SettlementStatus,
    settled_at: Nullable(DateTime),
    bank_reference: text,
    notes: text,
    created: DateTime,
    connector_config_id: Nullable(Uuid),
    reconciliation_id: Nullable(Type.Unsafe<string>({ ...Uuid, description: 'Null: made by a person' })),
    chargeback_amount: Type.Integer({ ...Minor, description: 'Part of refund_amount' }),
    bank_tax: Type.Integer({ ...Minor, description: 'Part of bank_commission' }),
    platform_tax: Type.Integer({ ...Minor, description: 'Part of platform_commission' }),
    adjustment_amount: Type.Integer({ ...Minor, description: 'What the bank paid above what was booked' }),
    reserve_amount: Type.Integer({ ...Minor, description: 'Withheld against chargebacks' }),
    reserve_until: Nullable(Day),
    reserve_released: Minor,
    carried_in: Type.Integer({ ...Minor, description: 'What the settlement before left below zero' }),
    payout_amount: Minor,
    carried_out: Type.Integer({ ...Minor, description: 'Below zero: for the next settlement' }),
    is_correction: Type.Boolean({ description: 'Of days that were settled before' }),
    completed_at: Nullable(DateTime),
    value_dates: Type.Array(Type.Object({ value_date: Nullable(Day), amount: Minor }, { $id: 'SettlementValueDate' }), {
      description: 'When the bank pays what of the net; null: holidays of that year are not known yet',
    }),
    awaits: Nullable(
      Type.Unsafe<(typeof AWAITED)[number]>({
        ...Enum('SettlementAwaited', AWAITED),
        description:
          'What waits for a second person: confirmation of amounts that are one person’s word (made by hand, or of rows that one person sent and finalized), or the word that it is settled',
      }),
    ),
    asked_by: Nullable(Type.String({ description: 'Who asked for what waits' })),
    confirmed_by: Nullable(Type.String({ description: 'Who confirmed the amounts, second' })),
    settled_by: Nullable(Type.String({ description: 'Who said second that it is settled' })),
  },
  { $id: 'Settlement' },
)
export const SettlementPage = pageSchema(Settlement, 'SettlementPage')

export const settlementFilters = {
  merchant_id: Type.Optional(Uuid),
  bank_code: Type.Optional(Text(20)),
  status: AnyOf(SettlementStatus),
  start_date: Type.Optional(Type.Unsafe<string>({ ...Day, description: 'Periods that end on it or later' })),
  end_date: Type.Optional(Type.Unsafe<string>({ ...Day, description: 'Periods that begin on it or before' })),
  period_start_from: Type.Optional(Day),
  period_start_to: Type.Optional(Day),
}
const Filters = Type.Object(settlementFilters)
export type SettlementFilters = Static<typeof Filters>
export const SettlementQuery = Type.Object({ ...pageQuery, ...waitsForQuery, ...settlementFilters })

const Amount = (description: string) =>
  Type.Optional(Type.Integer({ format: 'int64', minimum: 0, maximum: AMOUNT_MAX, default: 0, description }))
const Number32 = Type.Optional(Type.Integer({ format: 'int32', minimum: 0, maximum: 2_147_483_647, default: 0 }))
export const CreateSettlement = Type.Object(
  {
    merchant_id: Uuid,
    period_start: Day,
    period_end: Type.Unsafe<string>({ ...Day, description: 'Not before period_start' }),
    bank_code: Type.Optional(Text(20)),
    currency: Type.Optional(Type.String({ pattern: '^[A-Za-z]{3}$', default: 'TRY' })),
    gross_amount: Amount('Minor units'),
    refund_amount: Amount('Minor units'),
    bank_commission: Amount('Minor units'),
    platform_commission: Amount('Minor units'),
    net_amount: Type.Optional(
      Type.Integer({
        format: 'int64',
        minimum: -AMOUNT_MAX,
        maximum: AMOUNT_MAX,
        description: 'Default: gross less refunds and both commissions; another value is refused',
      }),
    ),
    transaction_count: Number32,
    refund_count: Number32,
    bank_reference: Type.Optional(Text(100)),
    notes: Type.Optional(LongText(2_000)),
  },
  { $id: 'CreateSettlement' },
)
export type CreateSettlementBody = Static<typeof CreateSettlement>

export const UpdateSettlementStatus = Type.Object(
  {
    id: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'Repeats the path' })),
    status: SettlementStatus,
    bank_reference: Type.Optional(Text(100)),
    notes: Type.Optional(LongText(2_000)),
  },
  { $id: 'UpdateSettlementStatus' },
)

const SettlementLine = Type.Object(
  {
    transaction_id: Type.Unsafe<string>({ ...Uuid, description: 'The sale, also of what is taken back of it' }),
    kind: Enum('SettlementLineKind', ['sale', 'refund', 'void', 'chargeback', 'chargeback_reversal']),
    day: Day,
    installment: Count,
    gross: Type.Integer({ ...Minor, description: 'Minor units; below zero what is taken back' }),
    bank_commission: Minor,
    bank_tax: Minor,
    platform_commission: Minor,
    platform_tax: Minor,
    net: Minor,
    value_date: Nullable(Day),
    bank_line: Nullable(Type.Integer({ format: 'int32', description: 'Of the bank’s file' })),
  },
  { $id: 'SettlementLine' },
)
export const SettlementLinePage = pageSchema(SettlementLine, 'SettlementLinePage')
