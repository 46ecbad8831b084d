/** Schemas of captures, voids and refunds (docs/interface/cards.md#captures-voids-and-refunds). */
import { type Static, Type } from 'typebox'
import { described, Enum, Int64, KnownKeys, LongText, MoneyInput, Uuid, WrittenCurrency } from '../../core/schema.ts'
import { OPERATION_KEYS } from '../model/extra-keys.ts'
import { REFUND_REASONS } from '../model/operation.ts'
import { EXAMPLE_CAPTURE, EXAMPLE_REFUND, EXAMPLE_VOID } from '../model/payment-examples.ts'

export const RefundReasonCode = Enum('RefundReasonCode', REFUND_REASONS)

export const AmountInput = Type.Union([Int64, MoneyInput], {
  description:
    'Amount in minor units (kuruş): 12990 is 129.90 TRY; also accepted with its currency, as {amount, currency}.',
})
const Currency = WrittenCurrency(
  "Currency as three-letter ISO 4217 code, with an amount that is a plain number; by default the payment's.",
)
const common = {
  reason: Type.Optional(LongText(500, { description: 'Reason of the operation, for people; at most 500 characters.' })),
  extra_properties: Type.Optional(
    KnownKeys(OPERATION_KEYS, 'Further values by name, handed to the connector as they are.'),
  ),
}
const repeatedMembers = {
  transaction_id: Type.Optional(described(Uuid, 'Id of the payment; it repeats the path.')),
}
const namedMembers = { transaction_id: described(Uuid, 'Id of the payment that the operation is about.') }

const capture = {
  amount: Type.Optional(
    described(
      AmountInput,
      'Amount in minor units (kuruş), or with its currency as {amount, currency}; when absent, all that is left.',
    ),
  ),
  currency: Type.Optional(Currency),
  ...common,
}
const refund = {
  ...capture,
  reason_code: Type.Optional(described(RefundReasonCode, 'Reason of the refund as a code, for your reports.')),
}

/** Long form, whose path names the payment. */
export const CaptureBody = Type.Object(
  { ...repeatedMembers, ...capture },
  { $id: 'Capture', examples: [EXAMPLE_CAPTURE] },
)
export const RefundBody = Type.Object({ ...repeatedMembers, ...refund }, { $id: 'Refund', examples: [EXAMPLE_REFUND] })
export const VoidBody = Type.Object({ ...repeatedMembers, ...common }, { $id: 'Void', examples: [EXAMPLE_VOID] })
/** Short form, whose body names the payment. */
export const CaptureByIdBody = Type.Object({ ...namedMembers, ...capture }, { $id: 'CaptureById' })
export const RefundByIdBody = Type.Object({ ...namedMembers, ...refund }, { $id: 'RefundById' })
export const VoidByIdBody = Type.Object({ ...namedMembers, ...common }, { $id: 'VoidById' })

/** Any of these forms, as handlers read it. */
export type OperationBody = Static<typeof RefundBody>
