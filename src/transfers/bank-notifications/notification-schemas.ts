/** Schemas of the bank notification and its response. */
import { type Static, Type } from 'typebox'
import { DateTime, described, LongText, NullableText, Text, Uuid } from '../../core/schema.ts'

export const BankNotificationHeaders = Type.Object({
  'X-Tenant-Id': described(Uuid, 'Id of the tenant that the transfer belongs to.'),
  'X-Webhook-Event': Type.String({
    maxLength: 100,
    description: "The bank's name of the event; it is stored in the log.",
  }),
  'X-Webhook-Timestamp': Type.String({
    pattern: '^[0-9]{1,12}$',
    description: 'Unix time in seconds that was signed; it may be at most 5 minutes off.',
  }),
  'X-Webhook-Signature': Type.String({
    pattern: '^sha256=[0-9a-f]{64}$',
    description:
      'HMAC-SHA256 over `<timestamp>.<raw body>` with the secret_key of the configuration, as hex after `sha256=`.',
  }),
  'X-Request-UserId': Type.Optional(
    Type.String({ maxLength: 200, description: 'Id of the user at the bank; it is stored in the log.' }),
  ),
})

export const BankNotification = Type.Object(
  {
    external_key: Text(100, { minLength: 1, description: "Id of the transfer, or the bank's reference of it." }),
    shadow_card_number: Type.Optional(
      Text(30, { description: 'Account number that the bank shows in place of the card number.' }),
    ),
    product_ref_no: Type.Optional(Text(100, { description: "The bank's reference of the transfer." })),
    success: Type.Boolean({ description: 'Whether the bank carried the transfer out.' }),
    error_description: Type.Optional(
      LongText(2_000, { description: 'Reason of the bank why the transfer was not carried out.' }),
    ),
    channel_id: Type.Optional(Text(100, { description: 'Channel of the bank through which the notification came.' })),
    additional_data: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        description:
          "Further facts of the bank. Known keys are reference (the platform's), status, code, amount, currency, fee, sent_as and receipt_no; they are compared with the transfer.",
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
      description:
        'Effect of the notification: `accepted` when the bank is asked at once, `duplicate` when the transfer had ended, `ignored` when it changes nothing.',
    }),
    message: NullableText('Explanation of the status, for people; null when there is none.'),
    external_key: Type.String({ description: 'Reference that the notification named.' }),
    processed_at: described(DateTime, 'Time at which the notification was processed.'),
  },
  { $id: 'BankNoticeAnswer' },
)
export type BankNotificationStatus = 'accepted' | 'duplicate' | 'ignored'
