/** Shapes of captures, voids and refunds (docs/interface/cards.md#captures-voids-and-refunds). */
import { type Static, Type } from 'typebox'
import { Enum, Int64, LongText, MoneyInput, StringMap, Uuid } from '../../core/schema.ts'
import { REFUND_REASONS } from '../model/operation.ts'

export const RefundReasonCode = Enum('RefundReasonCode', REFUND_REASONS)

const AmountInput = Type.Union([Int64, MoneyInput], { description: 'Minor units, alone or with their currency' })
const Currency = Type.String({
  pattern: '^[A-Za-z]{3}$',
  description: "With the plain integer; default: the payment's",
})
const common = {
  reason: Type.Optional(LongText(500)),
  extra_properties: Type.Optional(StringMap),
}
const repeatedMembers = {
  transaction_id: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'Repeats the path' })),
}
const namedMembers = { transaction_id: Uuid }

const capture = { amount: Type.Optional(AmountInput), currency: Type.Optional(Currency), ...common }
const refund = { ...capture, reason_code: Type.Optional(RefundReasonCode) }

/** Long form: the path names the payment. */
export const CaptureBody = Type.Object({ ...repeatedMembers, ...capture }, { $id: 'Capture' })
export const RefundBody = Type.Object({ ...repeatedMembers, ...refund }, { $id: 'Refund' })
export const VoidBody = Type.Object({ ...repeatedMembers, ...common }, { $id: 'Void' })
/** Short form: the body does. */
export const CaptureByIdBody = Type.Object({ ...namedMembers, ...capture }, { $id: 'CaptureById' })
export const RefundByIdBody = Type.Object({ ...namedMembers, ...refund }, { $id: 'RefundById' })
export const VoidByIdBody = Type.Object({ ...namedMembers, ...common }, { $id: 'VoidById' })

/** Any of them, as handlers read it. */
export type OperationBody = Static<typeof RefundBody>
