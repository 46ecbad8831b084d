/** Shapes of recurring transfers (docs/interface/transfers.md#recurring-transfers). */
import { type Static, type TSchema, Type } from 'typebox'
import { AMOUNT_MAX } from '../../core/money.ts'
import { AnyOf, pageQuery, pageSchema } from '../../core/pagination.ts'
import { DateTime, Enum, Int32, Int64, LongText, Nullable, StringMap, Text, Uuid } from '../../core/schema.ts'
import { TransferCurrencyEnum, TransferStatusEnum, TransferTypeEnum } from '../schemas/creation-schemas.ts'
import { Recipient } from '../schemas/receiver-schemas.ts'
import { envelopeOf } from '../schemas/response-envelope.ts'
import { ConnectorAccount } from '../schemas/transfer-schemas.ts'
import { PLAN_STATES } from './plan-states.ts'
import { HOLIDAY_HANDLINGS, REPEAT_TYPES } from './run-schedule.ts'

const END_TYPES = ['indefinite', 'count', 'date'] as const
const RecurringTransferStatus = Enum('RecurringTransferStatus', PLAN_STATES)
const RepeatType = Enum('RepeatType', REPEAT_TYPES)
const EndType = Enum('EndType', END_TYPES)
const HolidayHandling = Enum('HolidayHandling', HOLIDAY_HANDLINGS)

const REPEAT_COUNT_MAX = 1_000

/** An optional member that shares its schema with others and has its own description. */
const optional = (schema: TSchema, description: string) =>
  Type.Optional(Type.Unsafe<string>({ ...schema, description }))
const Switch = Type.Optional(Type.Boolean({ default: false, description: 'Kept for a console; no event comes of it' }))

export const WriteRecurringTransfer = Type.Object(
  {
    id: optional(Uuid, 'On an update: repeats the path'),
    plan_name: Text(100, { minLength: 1 }),
    connector_account_id: Type.String({ format: 'uuid', description: 'The account the money leaves from' }),
    recipient_id: Type.String({
      format: 'uuid',
      description: 'Each run pays the default receiver account this recipient has at that moment',
    }),
    amount: Type.Integer({
      format: 'int64',
      minimum: -AMOUNT_MAX,
      maximum: AMOUNT_MAX,
      description: 'Minor units, 1 or more',
    }),
    currency: Type.Optional(TransferCurrencyEnum),
    description: Type.Optional(LongText(100, { description: 'Of each transfer' })),
    transfer_type: TransferTypeEnum,
    repeat_type: RepeatType,
    start_date: Type.String({
      format: 'date-time',
      description: 'Not in the past; its time of day in Istanbul is that of every run',
    }),
    end_type: EndType,
    end_date: optional(DateTime, 'With end_type = date, and only then: the last day a run may fall on'),
    repeat_count: Type.Optional(
      Type.Integer({
        format: 'int32',
        minimum: 1,
        maximum: REPEAT_COUNT_MAX,
        description: 'With end_type = count, and only then',
      }),
    ),
    is_indefinite: Type.Optional(
      Type.Boolean({ description: 'When sent: true with end_type = indefinite, else false' }),
    ),
    month_day: Type.Optional(
      Type.Integer({
        format: 'int32',
        minimum: 1,
        maximum: 31,
        description: 'For monthly and yearly; default: the day of start_date. A shorter month uses its last day',
      }),
    ),
    week_days: Type.Optional(
      Type.Array(Type.Integer({ format: 'int32', minimum: 1, maximum: 7 }), {
        minItems: 1,
        maxItems: 7,
        description: 'For weekly: 1 = Monday to 7 = Sunday; default: the day of start_date',
      }),
    ),
    holiday_handling: Type.Optional(HolidayHandling),
    reminder_days: Type.Optional(Type.Integer({ format: 'int32', minimum: 0, maximum: 30, default: 0 })),
    notify_on_success: Switch,
    notify_on_error: Switch,
  },
  { $id: 'WriteRecurringTransfer' },
)
export type PlanInput = Static<typeof WriteRecurringTransfer>

const MaybeTime = Nullable(DateTime)
const RecurringTransfer = Type.Object(
  {
    extra_properties_dict: Nullable(StringMap),
    id: Uuid,
    plan_name: Type.String(),
    status: RecurringTransferStatus,
    connector_account_id: Uuid,
    recipient_id: Uuid,
    amount: Int64,
    currency: TransferCurrencyEnum,
    description: Nullable(Type.String()),
    transfer_type: TransferTypeEnum,
    repeat_type: RepeatType,
    start_date: DateTime,
    end_type: EndType,
    end_date: MaybeTime,
    repeat_count: Nullable(Int32),
    is_indefinite: Type.Boolean(),
    month_day: Nullable(Int32),
    week_days: Nullable(Type.Array(Int32)),
    holiday_handling: HolidayHandling,
    reminder_days: Int32,
    notify_on_success: Type.Boolean(),
    notify_on_error: Type.Boolean(),
    next_payment_date: Nullable(
      Type.String({ format: 'date-time', description: 'When the next run is due; null unless active' }),
    ),
    execution_count: Type.Integer({
      format: 'int32',
      description: 'Transfers made; runs that were skipped or made none are not counted',
    }),
    last_executed_at: MaybeTime,
    last_execution_status: Nullable(TransferStatusEnum),
    connector_account: Nullable(ConnectorAccount),
    recipient: Nullable(Recipient),
  },
  { $id: 'RecurringTransfer' },
)
export const PlanEnvelope = envelopeOf(RecurringTransfer, 'RecurringTransferEnvelope')
export const PlanPageEnvelope = envelopeOf(
  pageSchema(RecurringTransfer, 'RecurringTransferPage'),
  'RecurringTransferPageEnvelope',
)
export const DoneEnvelope = envelopeOf(Type.Boolean({ description: 'Always true' }), 'DoneEnvelope')

const Id = Type.Optional(Type.String({ format: 'uuid' }))
const Time = Type.Optional(Type.String({ format: 'date-time', description: 'Of start_date' }))
const Amount = Type.Optional(Type.Integer({ format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))
export const PlanQuery = Type.Object({
  ...pageQuery,
  search_term: Type.Optional(Type.String({ maxLength: 100, description: 'In plan_name and description' })),
  status: AnyOf(RecurringTransferStatus),
  repeat_type: Type.Optional(RepeatType),
  connector_account_id: Id,
  recipient_id: Id,
  start_date_from: Time,
  start_date_to: Time,
  min_amount: Amount,
  max_amount: Amount,
})
export type PlanFilters = Static<typeof PlanQuery>
