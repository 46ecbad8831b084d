/** Payloads of the three transfer events, members in the order they are written. */
import { type TSchema, Type } from 'typebox'
import { Currency } from '../../core/members/record-members.ts'
import { described, NullableText } from '../../core/schema.ts'

const Id = Type.String({ format: 'uuid' })
const Time = Type.String({ format: 'date-time' })

const payload = <const S extends string, P extends Record<string, TSchema>>(status: S, further: P) =>
  Type.Object(
    {
      transfer_id: described(Id, 'Id of the transfer that the event is about.'),
      external_id: NullableText('Your own transfer id, as sent with the transfer; null when none was sent.'),
      merchant_id: described(Id, 'Id of the merchant that the transfer belongs to.'),
      status: described(Type.Unsafe<S>({ type: 'string', enum: [status] }), 'Status of the transfer after the event.'),
      amount: Type.Integer({
        format: 'int64',
        description: 'Amount of the transfer in minor units (kuruş): 12990 is 129.90 TRY.',
      }),
      currency: Currency,
      transfer_type: described(
        Type.Unsafe<'fast' | 'eft' | 'remittance' | 'credit_card'>({
          type: 'string',
          enum: ['fast', 'eft', 'remittance', 'credit_card'],
        }),
        'Way the transfer is sent: FAST, EFT, remittance within one bank, or to a card.',
      ),
      recurring_transfer_id: Type.Optional(
        described(Id, 'Id of the recurring transfer that created this transfer; absent when none did.'),
      ), // only if a plan created the transfer
      ...further,
    },
    { additionalProperties: false },
  )

export const transferPayloads = {
  created: payload('pending', { scheduled_date: described(Time, 'Time from which the transfer may be sent.') }),
  succeeded: payload('completed', {
    fee_amount: Type.Integer({ minimum: 0, description: 'Fee the bank charged for the transfer, in minor units.' }),
    receipt_no: Type.String({ description: 'Receipt number the bank gave the transfer.' }),
    sent_date: described(Time, 'Time at which the transfer was handed to the bank.'),
    processed_date: described(Time, 'Time at which the bank completed the transfer.'),
    success_sender_account_id: described(Id, 'Id of the source account that the money left from.'),
  }),
  failed: payload('failed', {
    error_code: Type.String({ description: 'Platform code of the failure, as listed under error codes.' }),
    error_message: Type.String({ description: 'Explanation of the failure, for people.' }),
    provider_error_code: NullableText(
      'Response code of the bank, as the bank writes it; null when the bank gave none.',
    ),
    retry_count: Type.Integer({
      minimum: 0,
      description: 'Number of times the transfer was sent again after the first attempt.',
    }),
    processed_date: described(Time, 'Time at which the transfer failed.'),
  }),
}
