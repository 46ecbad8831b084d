/** Schemas of the bank notification and its response. */
import { type Static, Type } from 'typebox'
import { DateTime, LongText, Nullable, Text, Uuid } from '../../core/schema.ts'

export const BankNotificationHeaders = Type.Object({
  'X-Tenant-Id': Type.Unsafe<string>({ ...Uuid, description: 'Tenant of the transfer' }),
  'X-Webhook-Event': Type.String({ maxLength: 100, description: "The bank's name of the event, kept in the log" }),
  'X-Webhook-Timestamp': Type.String({ pattern: '^[0-9]{1,12}$', description: 'Unix seconds, at most 5 minutes off' }),
  'X-Webhook-Signature': Type.String({
    pattern: '^sha256=[0-9a-f]{64}$',
    description: 'HMAC-SHA256 over `<timestamp>.<raw body>` with the secret_key of the configuration, as hex',
  }),
  'X-Request-UserId': Type.Optional(Type.String({ maxLength: 200, description: 'Kept in the log' })),
})

export const BankNotification = Type.Object(
  {
    external_key: Text(100, { minLength: 1, description: "Id of the transfer, or the bank's reference" }),
    shadow_card_number: Type.Optional(Text(30)),
    product_ref_no: Type.Optional(Text(100, { description: "The bank's reference" })),
    success: Type.Boolean({ description: 'False: the bank did not carry it out' }),
    error_description: Type.Optional(LongText(2_000)),
    channel_id: Type.Optional(Text(100)),
    additional_data: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        description:
          'Known are reference (ours), status, code, amount, currency, fee, sent_as and receipt_no; they are compared with the transfer',
      }),
    ),
  },
  { $id: 'BankNotice' },
)
export type BankNotificationBody = Static<typeof BankNotification>

export const BankNotificationResponse = Type.Object(
  {
    status: Type.Unsafe<BankNotificationStatus>({
      type: 'string',
      enum: ['accepted', 'duplicate', 'ignored'],
      description: 'duplicate: the transfer had ended; ignored: it changes nothing',
    }),
    message: Nullable(Type.String({ description: 'Why' })),
    external_key: Type.String(),
    processed_at: DateTime,
  },
  { $id: 'BankNoticeAnswer' },
)
export type BankNotificationStatus = 'accepted' | 'duplicate' | 'ignored'
