/** Shapes of captures, voids and refunds (docs/interface/cards.md#captures-voids-and-refunds). */
import { type Static, Type } from 'typebox'
import { Enum, Int64, KnownKeys, LongText, MoneyInput, Uuid } from '../../core/schema.ts'
import { OPERATION_KEYS } from '../model/extra-keys.ts'
import { REFUND_REASONS } from '../model/operation.ts'
import { EXAMPLE_CAPTURE, EXAMPLE_REFUND, EXAMPLE_VOID } from '../model/payment-examples.ts'

export const RefundReasonCode = Enum('RefundReasonCode', REFUND_REASONS)

export const AmountInput = Type.Union([Int64, MoneyInput], {
  description: 'Minor units; also accepted with their currency, as {amount, currency}',
})
const Currency = Type.String({
  pattern: '^[A-Za-z]{3}$',
  description: "With the plain integer; default: the payment's",
})
const common = {
  reason: Type.Optional(LongText(500)),
  extra_properties: Type.Optional(KnownKeys(OPERATION_KEYS)),
}
const repeatedMembers = {
  transaction_id: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'Repeats the path' })),
}
const namedMembers = { transaction_id: Uuid }

const capture = { amount: Type.Optional(AmountInput), currency: Type.Optional(Currency), ...common }
const refund = { ...capture, reason_code: Type.Optional(RefundReasonCode) }

/** Long form: the path names the payment. */
export const CaptureBody = Type.Object(
  { ...repeatedMembers, ...capture },
  { $id: 'Capture', examples: [EXAMPLE_CAPTURE] },
)
export const RefundBody = Type.Object({ ...repeatedMembers, ...refund }, { $id: 'Refund', examples: [EXAMPLE_REFUND] })
export const VoidBody = Type.Object({ ...repeatedMembers, ...common }, { $id: 'Void', examples: [EXAMPLE_VOID] })
/** Short form: the body does. */
export const CaptureByIdBody = Type.Object({ ...namedMembers, ...capture }, { $id: 'CaptureById' })
export const RefundByIdBody = Type.Object({ ...namedMembers, ...refund }, { $id: 'RefundById' })
export const VoidByIdBody = Type.Object({ ...namedMembers, ...common }, { $id: 'VoidById' })

/** Any of them, as handlers read it. */
export type OperationBody = Static<typeof RefundBody>
