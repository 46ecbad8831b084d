/** Payloads of the three transfer events, members in the order they are written. */
import { type TSchema, Type } from 'typebox'
import { Nullable } from '../../core/schema.ts'

const Id = Type.String({ format: 'uuid' })
const Time = Type.String({ format: 'date-time' })

const payload = <const S extends string, P extends Record<string, TSchema>>(status: S, further: P) =>
  Type.Object(
    {
      transfer_id: Id,
      external_id: Nullable(Type.String({ description: 'The caller’s transfer id' })),
      merchant_id: Id,
      status: Type.Unsafe<S>({ type: 'string', enum: [status] }),
      amount: Type.Integer({ format: 'int64', description: 'Minor units' }),
      currency: Type.String(),
      transfer_type: Type.Unsafe<'fast' | 'eft' | 'remittance' | 'credit_card'>({
        type: 'string',
        enum: ['fast', 'eft', 'remittance', 'credit_card'],
      }),
      recurring_transfer_id: Type.Optional(Id), // only when a plan made the transfer
      ...further,
    },
    { additionalProperties: false },
  )

export const transferPayloads = {
  created: payload('pending', { scheduled_date: Time }),
  succeeded: payload('completed', {
    fee_amount: Type.Integer({ minimum: 0, description: 'Minor units' }),
    receipt_no: Type.String(),
    sent_date: Time,
    processed_date: Time,
    success_sender_account_id: Id,
  }),
  failed: payload('failed', {
    error_code: Type.String(),
    error_message: Type.String(),
    provider_error_code: Nullable(Type.String({ description: 'The bank’s raw code' })),
    retry_count: Type.Integer({ minimum: 0 }),
    processed_date: Time,
  }),
}
