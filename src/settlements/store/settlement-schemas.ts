/** Schemas of settlements (docs/interface/cards.md#settlements). */
import { type Static, Type } from 'typebox'
import { waitingQuery } from '../../access/waits-for.ts'
import {
  BankCode,
  Created,
  MerchantId,
  MerchantName,
  NullableCurrency,
  RepeatedId,
} from '../../core/members/record-members.ts'
import { AMOUNT_MAX } from '../../core/money.ts'
import { AnyOf, pageQuery, pageSchema } from '../../core/pagination.ts'
import {
  DateTime,
  described,
  Enum,
  LongText,
  Nullable,
  NullableText,
  Text,
  Uuid,
  WrittenCurrency,
} from '../../core/schema.ts'
import { AWAITED } from '../model/settlement-row.ts'
import { SETTLEMENT_STATES } from '../model/settlement-states.ts'

const Day = Type.String({ format: 'date' })
const Minor = Type.Integer({ format: 'int64', description: 'Minor units' })
const Count = Type.Integer({ format: 'int32' })
export const SettlementStatus = Enum('SettlementStatus', SETTLEMENT_STATES)

export const Settlement = Type.Object(
  {
    id: described(Uuid, 'Id of the settlement.'),
    merchant_id: MerchantId,
    merchant_name: MerchantName,
    period_start: described(Day, 'First day of the settled period, in Istanbul.'),
    period_end: described(Day, 'Last day of the settled period, in Istanbul.'),
    bank_code: BankCode,
    currency: NullableCurrency,
    gross_amount: described(Minor, 'Sum of the sales in minor units, before refunds and commissions.'),
    refund_amount: described(Minor, 'Sum of the refunds, voids and chargebacks in minor units.'),
    bank_commission: described(Minor, 'Commission of the bank in minor units, including its tax.'),
    platform_commission: described(Minor, 'Commission of the platform in minor units, including its tax.'),
    net_amount: described(Minor, 'Gross amount less refunds and both commissions, in minor units.'),
    transaction_count: described(Count, 'Number of payments in the settlement.'),
    refund_count: described(Count, 'Number of refunds in the settlement.'),
    status: described(SettlementStatus, 'Status of the settlement now.'),
    settled_at: described(Nullable(DateTime), 'Time at which the settlement was marked as settled; null before.'),
    bank_reference: NullableText("The bank's reference of the payout; null when none was given."),
    notes: NullableText('Note on the settlement, for people; null when there is none.'),
    created: Created,
    connector_config_id: described(
      Nullable(Uuid),
      'Id of the connector configuration that took the payments; null when the settlement was created by hand.',
    ),
    reconciliation_id: described(
      Nullable(Uuid),
      'Id of the reconciliation that the settlement was made of; null when it was created by hand.',
    ),
    chargeback_amount: described(Minor, 'Sum of the chargebacks in minor units, a part of refund_amount.'),
    bank_tax: described(Minor, 'Tax on the commission of the bank in minor units, a part of bank_commission.'),
    platform_tax: described(
      Minor,
      'Tax on the commission of the platform in minor units, a part of platform_commission.',
    ),
    adjustment_amount: described(
      Minor,
      'Amount in minor units by which the bank paid more than was booked; negative when it paid less.',
    ),
    reserve_amount: described(Minor, 'Amount withheld from this settlement against chargebacks, in minor units.'),
    reserve_until: described(
      Nullable(Day),
      'Last day on which the reserve is withheld; null when nothing is withheld.',
    ),
    reserve_released: described(
      Minor,
      'Reserve of earlier settlements that is paid out with this one, in minor units.',
    ),
    carried_in: described(
      Minor,
      'Amount that the previous settlement left below zero, in minor units; zero or negative.',
    ),
    payout_amount: described(
      Minor,
      'Amount the merchant is paid in minor units: the net less the reserve, with the released reserve and what was carried in; never negative.',
    ),
    carried_out: described(
      Minor,
      'Amount below zero that is carried into the next settlement, in minor units; zero when there is none.',
    ),
    is_correction: Type.Boolean({ description: 'Whether the settlement corrects days that were already settled.' }),
    completed_at: described(Nullable(DateTime), 'Time at which the settlement was completed; null before.'),
    value_dates: Type.Array(
      Type.Object(
        {
          value_date: described(
            Nullable(Day),
            'Date on which the bank pays the part; null when the holidays of that year are not known yet.',
          ),
          amount: described(Minor, 'Part of the net amount that is paid on this date, in minor units.'),
        },
        { $id: 'SettlementValueDate' },
      ),
      {
        description: 'Dates on which the bank pays the net amount, with the part that it pays.',
      },
    ),
    awaits: described(
      Nullable(Enum('SettlementAwaited', AWAITED)),
      'Decision that waits for a second person: `confirmation` of amounts that a single person stated, or `settled` for the statement that it is paid. Null when nothing waits.',
    ),
    asked_by: NullableText('Id of the user or API key that asked for the waiting decision; null when nothing waits.'),
    confirmed_by: NullableText(
      'Id of the second person that confirmed the amounts; null when no confirmation was needed or given.',
    ),
    settled_by: NullableText('Id of the second person that confirmed the payout; null before.'),
  },
  { $id: 'Settlement' },
)
export const SettlementPage = pageSchema(Settlement, 'SettlementPage')

export const settlementFilters = {
  merchant_id: Type.Optional(described(Uuid, 'Only settlements of the merchant with this id.')),
  bank_code: Type.Optional(Text(20, { description: 'Only settlements of the bank with this code.' })),
  status: AnyOf(SettlementStatus, 'Only settlements in any of these statuses.'),
  start_date: Type.Optional(described(Day, 'Only settlements whose period ends on this day or later.')),
  end_date: Type.Optional(described(Day, 'Only settlements whose period begins on this day or earlier.')),
  period_start_from: Type.Optional(described(Day, 'Only settlements whose period begins on this day or later.')),
  period_start_to: Type.Optional(
    described(Day, 'Only settlements whose period begins on this day or earlier; another name of end_date.'),
  ),
}
const Filters = Type.Object(settlementFilters)
export type SettlementFilters = Static<typeof Filters>
export const SettlementQuery = Type.Object({ ...pageQuery, ...waitingQuery, ...settlementFilters })

const Amount = (description: string) =>
  Type.Optional(Type.Integer({ format: 'int64', minimum: 0, maximum: AMOUNT_MAX, default: 0, description }))
const Number32 = Type.Optional(Type.Integer({ format: 'int32', minimum: 0, maximum: 2_147_483_647, default: 0 }))
export const CreateSettlement = Type.Object(
  {
    merchant_id: described(Uuid, 'Id of the merchant that is settled.'),
    period_start: described(Day, 'First day of the settled period, in Istanbul.'),
    period_end: described(Day, 'Last day of the settled period, in Istanbul, not before period_start.'),
    bank_code: Type.Optional(Text(20, { description: 'Code of the bank that pays, as in GET /api/v1/lookups/banks.' })),
    currency: Type.Optional(
      WrittenCurrency('Currency of all amounts as three-letter ISO 4217 code.', { default: 'TRY' }),
    ),
    gross_amount: Amount('Sum of the sales in minor units, before refunds and commissions.'),
    refund_amount: Amount('Sum of the refunds in minor units.'),
    bank_commission: Amount('Commission of the bank in minor units, including its tax.'),
    platform_commission: Amount('Commission of the platform in minor units, including its tax.'),
    net_amount: Type.Optional(
      Type.Integer({
        format: 'int64',
        minimum: -AMOUNT_MAX,
        maximum: AMOUNT_MAX,
        description:
          'Gross amount less refunds and both commissions, in minor units; it is worked out when absent, and another value is refused.',
      }),
    ),
    transaction_count: described(Number32, 'Number of payments in the settlement.'),
    refund_count: described(Number32, 'Number of refunds in the settlement.'),
    bank_reference: Type.Optional(Text(100, { description: "The bank's reference of the payout." })),
    notes: Type.Optional(LongText(2_000, { description: 'Note on the settlement, for people.' })),
  },
  { $id: 'CreateSettlement' },
)
export type CreateSettlementBody = Static<typeof CreateSettlement>

export const UpdateSettlementStatus = Type.Object(
  {
    id: RepeatedId,
    status: described(SettlementStatus, 'Status that the settlement is to get.'),
    bank_reference: Type.Optional(Text(100, { description: "The bank's reference of the payout." })),
    notes: Type.Optional(LongText(2_000, { description: 'Note on the settlement, for people.' })),
  },
  { $id: 'UpdateSettlementStatus' },
)

const SettlementLine = Type.Object(
  {
    transaction_id: described(Uuid, 'Id of the sale; a refund, void or chargeback names the sale that it takes back.'),
    kind: described(
      Enum('SettlementLineKind', ['sale', 'refund', 'void', 'chargeback', 'chargeback_reversal']),
      'Kind of movement that the line settles.',
    ),
    day: described(Day, 'Day of the movement, in Istanbul.'),
    installment: described(Count, 'Number of the installment that the line is about; 1 is the first.'),
    gross: described(Minor, 'Gross amount of the line in minor units; negative when money is taken back.'),
    bank_commission: described(Minor, 'Commission of the bank on this line in minor units.'),
    bank_tax: described(Minor, 'Tax on the commission of the bank in minor units.'),
    platform_commission: described(Minor, 'Commission of the platform on this line in minor units.'),
    platform_tax: described(Minor, 'Tax on the commission of the platform in minor units.'),
    net: described(Minor, 'Amount that is left of the line after commissions and taxes, in minor units.'),
    value_date: described(
      Nullable(Day),
      'Date on which the bank pays the line; null when the holidays of that year are not known yet.',
    ),
    bank_line: Nullable(
      Type.Integer({
        format: 'int32',
        description: "Number of the line in the bank's file; null when the line comes from no file.",
      }),
    ),
  },
  { $id: 'SettlementLine' },
)
export const SettlementLinePage = pageSchema(SettlementLine, 'SettlementLinePage')
