/** Schemas of recurring transfers (docs/interface/transfers.md#recurring-transfers). */
import { type Static, type TSchema, Type } from 'typebox'
import { ExtraPropertiesDict, RepeatedId } from '../../core/members/record-members.ts'
import { AMOUNT_MAX } from '../../core/money.ts'
import { AnyOf, pageQuery, pageSchema } from '../../core/pagination.ts'
import {
  DateTime,
  described,
  Enum,
  Int32,
  Int64,
  LongText,
  Nullable,
  NullableText,
  Text,
  Uuid,
} from '../../core/schema.ts'
import { TransferCurrencyEnum, TransferStatusEnum, TransferTypeEnum } from '../schemas/creation-schemas.ts'
import { Recipient } from '../schemas/receiver-schemas.ts'
import { buildEnvelope } from '../schemas/response-envelope.ts'
import { ConnectorAccount } from '../schemas/transfer-schemas.ts'
import { RECURRING_TRANSFER_STATES } from './recurring-transfer-states.ts'
import { HOLIDAY_HANDLINGS, REPEAT_TYPES } from './run-schedule.ts'

const END_TYPES = ['indefinite', 'count', 'date'] as const
const RecurringTransferStatus = Enum('RecurringTransferStatus', RECURRING_TRANSFER_STATES)
const RepeatType = Enum('RepeatType', REPEAT_TYPES)
const EndType = Enum('EndType', END_TYPES)
const HolidayHandling = Enum('HolidayHandling', HOLIDAY_HANDLINGS)

const REPEAT_COUNT_MAX = 1_000

/** Returns an optional member that shares its schema with others but has a separate description. */
const optional = (schema: TSchema, description: string) =>
  Type.Optional(Type.Unsafe<string>({ ...schema, description }))
const Switch = Type.Optional(Type.Boolean({ default: false }))

export const WriteRecurringTransfer = Type.Object(
  {
    id: RepeatedId,
    plan_name: Text(100, { minLength: 1, description: 'Name of the recurring transfer, for people.' }),
    connector_account_id: Type.String({
      format: 'uuid',
      description: 'Id of the source account (connector account) that each transfer leaves from.',
    }),
    recipient_id: Type.String({
      format: 'uuid',
      description: 'Id of the recipient; each run pays the default receiver account this recipient has at that moment.',
    }),
    amount: Type.Integer({
      format: 'int64',
      minimum: -AMOUNT_MAX,
      maximum: AMOUNT_MAX,
      description: 'Amount of each transfer in minor units, 1 or more: 12990 is 129.90 TRY.',
    }),
    currency: Type.Optional(
      described(TransferCurrencyEnum, 'Currency of each transfer; it has to be the currency of the source account.'),
    ),
    description: Type.Optional(LongText(100, { description: 'Text that goes to the bank with each transfer.' })),
    transfer_type: described(TransferTypeEnum, 'Way in which each transfer is to be sent.'),
    repeat_type: described(RepeatType, 'Rhythm in which transfers are created.'),
    start_date: Type.String({
      format: 'date-time',
      description: 'Date of the first run, not in the past; its time of day in Istanbul is that of every run.',
    }),
    end_type: described(EndType, 'Condition that ends the plan: a date, a number of runs, or none.'),
    end_date: optional(DateTime, 'Last day a run may fall on; required with end_type = date, and sent only then.'),
    repeat_count: Type.Optional(
      Type.Integer({
        format: 'int32',
        minimum: 1,
        maximum: REPEAT_COUNT_MAX,
        description: 'Number of runs; required with end_type = count, and sent only then.',
      }),
    ),
    is_indefinite: Type.Optional(
      Type.Boolean({
        description:
          'Whether the plan runs without end; when it is sent, true with end_type = indefinite and false otherwise.',
      }),
    ),
    month_day: Type.Optional(
      Type.Integer({
        format: 'int32',
        minimum: 1,
        maximum: 31,
        description:
          'Day of the month of each run, for monthly and yearly plans; by default the day of start_date. A shorter month uses its last day.',
      }),
    ),
    week_days: Type.Optional(
      Type.Array(Type.Integer({ format: 'int32', minimum: 1, maximum: 7 }), {
        minItems: 1,
        maxItems: 7,
        description:
          'Weekdays of the runs, for weekly plans: 1 is Monday, 7 is Sunday; by default the weekday of start_date.',
      }),
    ),
    holiday_handling: Type.Optional(
      described(
        HolidayHandling,
        'Treatment of a run that falls on a weekend or holiday: moved forward, moved back, or skipped.',
      ),
    ),
    reminder_days: Type.Optional(
      Type.Integer({
        format: 'int32',
        minimum: 0,
        maximum: 30,
        default: 0,
        description:
          'Number of days before each run at which it should be announced; stored for a console, no event is sent.',
      }),
    ),
    notify_on_success: described(
      Switch,
      'Whether successful runs should be announced; stored for a console, no event is sent.',
    ),
    notify_on_error: described(
      Switch,
      'Whether failed runs should be announced; stored for a console, no event is sent.',
    ),
  },
  { $id: 'WriteRecurringTransfer' },
)
export type RecurringTransferInput = Static<typeof WriteRecurringTransfer>

const MaybeTime = Nullable(DateTime)
const RecurringTransfer = Type.Object(
  {
    extra_properties_dict: ExtraPropertiesDict,
    id: described(Uuid, 'Id of the recurring transfer.'),
    plan_name: Type.String({ description: 'Name of the recurring transfer, for people.' }),
    status: described(
      RecurringTransferStatus,
      'Status of the recurring transfer; only an active one creates transfers.',
    ),
    connector_account_id: described(Uuid, 'Id of the source account that each transfer leaves from.'),
    recipient_id: described(Uuid, 'Id of the recipient that is paid.'),
    amount: described(Int64, 'Amount of each transfer in minor units (kuruş): 12990 is 129.90 TRY.'),
    currency: described(TransferCurrencyEnum, 'Currency of each transfer as three-letter ISO 4217 code.'),
    description: NullableText('Text that goes to the bank with each transfer; null when there is none.'),
    transfer_type: described(TransferTypeEnum, 'Way in which each transfer is to be sent.'),
    repeat_type: described(RepeatType, 'Rhythm in which transfers are created.'),
    start_date: described(DateTime, 'Time of the first run.'),
    end_type: described(EndType, 'Condition that ends the plan: a date, a number of runs, or none.'),
    end_date: described(MaybeTime, 'Last day a run may fall on; null unless end_type is date.'),
    repeat_count: described(
      Nullable(Int32),
      'Number of runs after which the plan ends; null unless end_type is count.',
    ),
    is_indefinite: Type.Boolean({ description: 'Whether the plan runs without end.' }),
    month_day: described(Nullable(Int32), 'Day of the month of each run; null unless the plan is monthly or yearly.'),
    week_days: described(
      Nullable(Type.Array(Int32)),
      'Weekdays of the runs, 1 for Monday to 7 for Sunday; null unless the plan is weekly.',
    ),
    holiday_handling: described(HolidayHandling, 'Treatment of a run that falls on a weekend or holiday.'),
    reminder_days: described(
      Int32,
      'Number of days before each run at which it should be announced; stored for a console.',
    ),
    notify_on_success: Type.Boolean({
      description: 'Whether successful runs should be announced; stored for a console, no event is sent.',
    }),
    notify_on_error: Type.Boolean({
      description: 'Whether failed runs should be announced; stored for a console, no event is sent.',
    }),
    next_payment_date: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Time at which the next run is due; null unless the plan is active.',
      }),
    ),
    execution_count: Type.Integer({
      format: 'int32',
      description: 'Number of transfers made; runs that were skipped or made none are not counted.',
    }),
    last_executed_at: described(MaybeTime, 'Time of the latest run that created a transfer; null before the first.'),
    last_execution_status: described(
      Nullable(TransferStatusEnum),
      'Status of the transfer that the latest run created; null before the first.',
    ),
    connector_account: described(
      Nullable(ConnectorAccount),
      'Source account that each transfer leaves from, as it is now; null when it was deleted.',
    ),
    recipient: described(Nullable(Recipient), 'Recipient that is paid, as it is now; null when it was deleted.'),
  },
  { $id: 'RecurringTransfer' },
)
export const RecurringTransferEnvelope = buildEnvelope(RecurringTransfer, 'RecurringTransferEnvelope')
export const RecurringTransferPageEnvelope = buildEnvelope(
  pageSchema(RecurringTransfer, 'RecurringTransferPage'),
  'RecurringTransferPageEnvelope',
)
export const DoneEnvelope = buildEnvelope(Type.Boolean({ description: 'Always true' }), 'DoneEnvelope')

const Id = Type.Optional(Type.String({ format: 'uuid' }))
const Time = Type.Optional(Type.String({ format: 'date-time', description: 'Of start_date' }))
const Amount = Type.Optional(Type.Integer({ format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))
export const RecurringTransferQuery = Type.Object({
  ...pageQuery,
  search_term: Type.Optional(
    Type.String({ maxLength: 100, description: 'Text to search for in plan_name and description.' }),
  ),
  status: AnyOf(RecurringTransferStatus, 'Only recurring transfers in any of these statuses.'),
  repeat_type: Type.Optional(described(RepeatType, 'Only recurring transfers of this rhythm.')),
  connector_account_id: described(Id, 'Only recurring transfers from the source account with this id.'),
  recipient_id: described(Id, 'Only recurring transfers to the recipient with this id.'),
  start_date_from: described(Time, 'Only recurring transfers whose first run is at this time or later.'),
  start_date_to: described(Time, 'Only recurring transfers whose first run is at this time or earlier.'),
  min_amount: described(Amount, 'Only recurring transfers of this amount or more, in minor units.'),
  max_amount: described(Amount, 'Only recurring transfers of this amount or less, in minor units.'),
})
export type RecurringTransferFilters = Static<typeof RecurringTransferQuery>
