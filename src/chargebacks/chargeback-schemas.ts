/** Shapes of chargebacks (docs/interface/cards.md#chargebacks). */

import { type Static, Type } from 'typebox'
import { waitingQuery } from '../access/waits-for.ts'
import { MaskedCardNumber } from '../core/members/card-members.ts'
import { Created, MerchantId, MerchantName, NullableCurrency, RepeatedId } from '../core/members/record-members.ts'
import { AnyOf, pageQuery, pageSchema } from '../core/pagination.ts'
import {
  DateTime,
  described,
  Enum,
  Int64,
  LongText,
  Nullable,
  NullableText,
  Text,
  Uuid,
  WrittenCurrency,
} from '../core/schema.ts'
import { CHARGEBACK_ACTIONS, CHARGEBACK_STATES } from './chargeback-states.ts'

const Minor = Type.Integer({ format: 'int64', description: 'Minor units' })
const ChargebackStatus = Enum('ChargebackStatus', CHARGEBACK_STATES)
const ChargebackAction = Enum('ChargebackAction', CHARGEBACK_ACTIONS)

export const Chargeback = Type.Object(
  {
    id: described(Uuid, 'Id of the chargeback.'),
    transaction_id: described(Uuid, 'Id of the payment that is charged back.'),
    amount: described(Minor, 'Disputed amount in minor units (kuruş): 12990 is 129.90 TRY.'),
    currency: NullableCurrency,
    reason: NullableText('Reason of the card holder, for people; null when none is known.'),
    reason_code: NullableText('Reason code of the card scheme, such as 4837; null when none is known.'),
    bank_reference_no: NullableText("The bank's reference of the case; null when none is known."),
    status: described(ChargebackStatus, 'Status of the chargeback now.'),
    response_deadline: described(
      Nullable(DateTime),
      'Time until which the merchant can respond with evidence; null when there is no deadline.',
    ),
    resolved_at: described(Nullable(DateTime), 'Time at which the chargeback was won or lost; null before.'),
    merchant_response: NullableText('Response of the merchant to the chargeback; null when none was given.'),
    notes: NullableText('Note on the chargeback, for people; null when there is none.'),
    created: Created,
    merchant_name: MerchantName,
    masked_card_number: MaskedCardNumber,
    transaction_amount: described(Minor, 'Amount of the disputed payment in minor units (kuruş): 12990 is 129.90 TRY.'),
    merchant_id: MerchantId,
    deadline_alarm: described(
      Nullable(Enum('ChargebackDeadlineAlarm', ['due', 'missed'])),
      'Warning while there is no response: `due` within 24 hours of the deadline, `missed` from then on. Null otherwise.',
    ),
    awaits: described(
      Nullable(Enum('ChargebackAwaits', ['won', 'lost'])),
      'Outcome that a first person stated and a second one has to repeat before it counts; null when nothing waits.',
    ),
    asked_by: NullableText('Id of the user that stated the waiting outcome; null when nothing waits.'),
    ended_by: NullableText(
      'Id of the user that stated how the chargeback ended, the second one when two had to; null when the bank did, or while it is open.',
    ),
  },
  { $id: 'Chargeback' },
)
export const ChargebackPage = pageSchema(Chargeback, 'ChargebackPage')

export const ChargebackQuery = Type.Object({
  ...pageQuery,
  status: AnyOf(ChargebackStatus, 'Only chargebacks in any of these statuses.'),
  ...waitingQuery,
  transaction_id: Type.Optional(described(Uuid, 'Only chargebacks of the payment with this id.')),
  start_date: Type.Optional(described(DateTime, 'Only chargebacks created at this time or later.')),
  end_date: Type.Optional(described(DateTime, 'Only chargebacks created at this time or earlier.')),
  deadline_before: Type.Optional(
    described(
      DateTime,
      'Only chargebacks with an earlier response_deadline; with `status` opened, those that need a response by then.',
    ),
  ),
  order_by: Type.Optional(
    described(
      Enum('ChargebackOrder', ['created', 'deadline']),
      'Order of the rows: `created` for newest first, which is the default, `deadline` for the nearest response_deadline first.',
    ),
  ),
})
export type ChargebackFilters = Static<typeof ChargebackQuery>

export const CreateChargeback = Type.Object(
  {
    transaction_id: described(Uuid, 'Id of a payment that is completed or refunded.'),
    amount: described(Int64, 'Disputed amount in minor units, at most the amount of the payment.'),
    currency: Type.Optional(WrittenCurrency('Currency of the amount, by default that of the payment.')),
    reason: Type.Optional(LongText(500, { description: 'Reason of the card holder, for people.' })),
    reason_code: Type.Optional(Text(50, { description: 'Reason code of the card scheme, such as 4837.' })),
    bank_reference_no: Type.Optional(Text(100, { description: "The bank's reference of the case." })),
    response_deadline: Type.Optional(
      described(DateTime, 'Time until which the merchant can respond with evidence, by default seven days from now.'),
    ),
    notes: Type.Optional(LongText(2_000, { description: 'Note on the chargeback, for people.' })),
  },
  { $id: 'CreateChargeback' },
)

const NewStatus = Type.Unsafe<'disputed' | 'won' | 'lost'>({ type: 'string', enum: ['disputed', 'won', 'lost'] })
export const UpdateChargebackStatus = Type.Object(
  {
    id: RepeatedId,
    status: Type.Optional(described(NewStatus, 'Status that the chargeback is to get; send either this or `action`.')),
    action: Type.Optional(
      described(
        ChargebackAction,
        'Response of the merchant: to dispute or to accept the chargeback; send either this or `status`.',
      ),
    ),
    merchant_response: Type.Optional(
      LongText(2_000, { description: 'Response of the merchant to the chargeback, for the bank.' }),
    ),
    notes: Type.Optional(LongText(2_000, { description: 'Note on the chargeback, for people.' })),
  },
  { $id: 'UpdateChargebackStatus', description: 'One of status and action is required' },
)
export type UpdateChargebackBody = Static<typeof UpdateChargebackStatus>
