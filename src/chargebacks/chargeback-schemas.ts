/** Shapes of chargebacks (docs/interface/cards.md#chargebacks). */

import { type Static, Type } from 'typebox'
import { AnyOf, pageQuery, pageSchema } from '../core/pagination.ts'
import { DateTime, Enum, Int64, LongText, Nullable, Text, Uuid } from '../core/schema.ts'
import { CHARGEBACK_ACTIONS, CHARGEBACK_STATES } from './chargeback-states.ts'

const text = Nullable(Type.String())
const Minor = Type.Integer({ format: 'int64', description: 'Minor units' })
const ChargebackStatus = Enum('ChargebackStatus', CHARGEBACK_STATES)
const ChargebackAction = Enum('ChargebackAction', CHARGEBACK_ACTIONS)

export const Chargeback = Type.Object(
  {
    id: Uuid,
    transaction_id: Uuid,
    amount: Minor,
    currency: text,
    reason: text,
    reason_code: text,
    bank_reference_no: text,
    status: ChargebackStatus,
    response_deadline: Nullable(DateTime),
    resolved_at: Nullable(DateTime),
    merchant_response: text,
    notes: text,
    created: DateTime,
    merchant_name: text,
    masked_card_number: text,
    transaction_amount: Minor,
    merchant_id: Uuid,
    deadline_alarm: Nullable(
      Type.Unsafe<string>({
        ...Enum('ChargebackDeadlineAlarm', ['due', 'missed']),
        description: 'Open without a response: due within 24 hours of the deadline, missed from then on',
      }),
    ),
    awaits: Nullable(
      Type.Unsafe<'won' | 'lost'>({
        ...Enum('ChargebackAwaits', ['won', 'lost']),
        description: 'What a first person said; it counts once a second one says the same',
      }),
    ),
    asked_by: Nullable(Type.String({ description: 'Who said it' })),
    ended_by: Nullable(
      Type.String({
        description: 'Who said how it ended, and was the second where two do; null: the bank, or it is open',
      }),
    ),
  },
  { $id: 'Chargeback' },
)
export const ChargebackPage = pageSchema(Chargeback, 'ChargebackPage')

export const ChargebackQuery = Type.Object({
  ...pageQuery,
  status: AnyOf(ChargebackStatus),
  transaction_id: Type.Optional(Uuid),
  start_date: Type.Optional(DateTime),
  end_date: Type.Optional(DateTime),
  deadline_before: Type.Optional(
    Type.Unsafe<string>({
      ...DateTime,
      description: 'Whose response_deadline is earlier; with `status` opened: what has to be answered by then',
    }),
  ),
  order_by: Type.Optional(
    Type.Unsafe<'created' | 'deadline'>({
      ...Enum('ChargebackOrder', ['created', 'deadline']),
      description: 'created: newest first, the default; deadline: the nearest response_deadline first',
    }),
  ),
})
export type ChargebackFilters = Static<typeof ChargebackQuery>

export const CreateChargeback = Type.Object(
  {
    transaction_id: Type.Unsafe<string>({ ...Uuid, description: 'A payment that is completed or refunded' }),
    amount: Type.Integer({ ...Int64, description: 'Minor units; at most the amount of the payment' }),
    currency: Type.Optional(Type.String({ pattern: '^[A-Za-z]{3}$', description: 'Default: that of the payment' })),
    reason: Type.Optional(LongText(500)),
    reason_code: Type.Optional(Text(50, { description: 'Of the card scheme, such as 4837' })),
    bank_reference_no: Type.Optional(Text(100)),
    response_deadline: Type.Optional(Type.Unsafe<string>({ ...DateTime, description: 'Default: seven days from now' })),
    notes: Type.Optional(LongText(2_000)),
  },
  { $id: 'CreateChargeback' },
)

const NewStatus = Type.Unsafe<'disputed' | 'won' | 'lost'>({ type: 'string', enum: ['disputed', 'won', 'lost'] })
export const UpdateChargebackStatus = Type.Object(
  {
    id: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'Repeats the path' })),
    status: Type.Optional(NewStatus),
    action: Type.Optional(ChargebackAction),
    merchant_response: Type.Optional(LongText(2_000)),
    notes: Type.Optional(LongText(2_000)),
  },
  { $id: 'UpdateChargebackStatus', description: 'One of status and action is required' },
)
export type UpdateChargebackBody = Static<typeof UpdateChargebackStatus>
