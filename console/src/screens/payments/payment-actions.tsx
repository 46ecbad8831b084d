/**
 * Capture, void, refund: each with its amount and reason, each refusal at the field it names. Nothing is shown as done
 * before the service confirms it.
 */
import { type ReactNode, useState } from 'react'
import type { RefundReasonCode, TransactionDetail } from '../../../../sdk/src/generated/cards.ts'
import type { AnyOperation } from '../../api/operation.ts'
import { readAmount } from '../../format/money.ts'
import {
  postCancellationRequests,
  postPaymentsByTransactionIdCapture,
  postPaymentsByTransactionIdRefund,
  postPaymentsByTransactionIdVoid,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { AmountField, Field } from '../../parts/form.tsx'
import { isRefundedInPart } from '../../parts/payment-status.tsx'
import { PickField } from '../../parts/pick-field.tsx'
import { filled, WriteDialog } from '../../parts/write-dialog.tsx'
import { type Same, useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { TEXTS } from './texts.ts'

type Words = Same<(typeof TEXTS)['en']>
type Deed = 'capture' | 'void' | 'refund' | 'ask'

const OPERATIONS: Readonly<Record<Deed, AnyOperation>> = {
  refund: postPaymentsByTransactionIdRefund,
  capture: postPaymentsByTransactionIdCapture,
  void: postPaymentsByTransactionIdVoid,
  ask: postCancellationRequests,
}

const REASONS: readonly RefundReasonCode[] = [
  'customer_request',
  'out_of_stock',
  'duplicate_charge',
  'product_defect',
  'wrong_amount',
  'fraud',
  'other',
]

/** Null means possible as far as the page knows; the service decides. */
const reasonsOf = (payment: TransactionDetail, words: Words): Record<Deed, string | null> => {
  const { status, net_amount: left } = payment
  const isVoidable = status === 'completed' || status === 'authorized'
  const whyNoVoid = isRefundedInPart(payment) ? words.voidAfterRefund : isVoidable ? null : words.voidOnly
  return {
    capture: status === 'authorized' ? null : words.captureOnly,
    void: whyNoVoid,
    ask: whyNoVoid,
    refund: left === 0 && status === 'refunded' ? words.nothingLeft : status === 'completed' ? null : words.refundOnly,
  }
}

export const PaymentActions = ({ payment }: { payment: TransactionDetail }): ReactNode => {
  const words = useTexts(TEXTS)
  const [deed, setDeed] = useState<Deed | null>(null)
  const reasons = reasonsOf(payment, words)
  const names: Readonly<Record<Deed, string>> = {
    capture: words.capture,
    void: words.voidIt,
    refund: words.refundIt,
    ask: words.askVoid,
  }
  const shown: readonly Deed[] =
    payment.operation_type === 'pre_auth' ? ['capture', 'refund', 'void', 'ask'] : ['refund', 'void', 'ask']
  return (
    <>
      {shown.map((each, at) => (
        <Action
          key={each}
          operation={OPERATIONS[each]}
          onPress={() => setDeed(each)}
          reason={reasons[each]}
          kind={at === 0 && reasons[each] === null ? 'primary' : 'plain'}
        >
          {names[each]}
        </Action>
      ))}
      {deed !== null && <DeedDialog deed={deed} payment={payment} onClose={() => setDeed(null)} />}
    </>
  )
}

interface DeedProps {
  readonly payment: TransactionDetail
  readonly onClose: () => void
}

const DeedDialog = ({ deed, ...props }: DeedProps & { deed: Deed }): ReactNode => {
  const Show = DIALOGS[deed]
  return <Show {...props} />
}

const RefundDialog = ({ payment, onClose }: DeedProps): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const locale = useLocale()
  const currency = payment.currency ?? 'TRY'
  return (
    <WriteDialog
      operation={postPaymentsByTransactionIdRefund}
      inputOf={({ amount = '', reason, reason_code }) => ({
        path: { transaction_id: payment.id },
        body: {
          amount: readAmount(amount, currency, locale),
          reason: filled(reason),
          reason_code: reason_code as RefundReasonCode,
        },
      })}
      title={words.refundTitle}
      hint={words.refundHint}
      submit={words.refundIt}
      kind="danger"
      fields={['amount', 'reason', 'reason_code']}
      said={words.captured}
      onClose={onClose}
    >
      <AmountField name="amount" label={common.amount} currency={currency} most={payment.net_amount} />
      <PickField name="reason_code" label={common.reason} options={REASONS.map((code) => [code, words[code]])} />
      <ReasonField />
    </WriteDialog>
  )
}

const CaptureDialog = ({ payment, onClose }: DeedProps): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const locale = useLocale()
  const currency = payment.currency ?? 'TRY'
  return (
    <WriteDialog
      operation={postPaymentsByTransactionIdCapture}
      inputOf={({ amount = '', reason }) => ({
        path: { transaction_id: payment.id },
        body: { amount: readAmount(amount, currency, locale), reason: filled(reason) },
      })}
      title={words.captureTitle}
      hint={words.captureHint}
      submit={words.capture}
      fields={['amount', 'reason']}
      said={words.captured}
      onClose={onClose}
    >
      <AmountField name="amount" label={common.amount} currency={currency} most={payment.amount} />
      <ReasonField />
    </WriteDialog>
  )
}

const VoidDialog = ({ payment, onClose }: DeedProps): ReactNode => {
  const words = useTexts(TEXTS)
  return (
    <WriteDialog
      operation={postPaymentsByTransactionIdVoid}
      inputOf={({ reason }) => ({ path: { transaction_id: payment.id }, body: { reason: filled(reason) } })}
      title={words.voidTitle}
      hint={words.voidHint}
      submit={words.voidIt}
      kind="danger"
      fields={['reason']}
      said={words.captured}
      onClose={onClose}
    >
      <ReasonField />
    </WriteDialog>
  )
}

const AskDialog = ({ payment, onClose }: DeedProps): ReactNode => {
  const words = useTexts(TEXTS)
  return (
    <WriteDialog
      operation={postCancellationRequests}
      inputOf={({ reason }) => ({ body: { transaction_id: payment.id, reason: filled(reason) } })}
      title={words.askVoidTitle}
      hint={words.askVoidHint}
      submit={words.askVoid}
      fields={['reason']}
      said={words.asked}
      onClose={onClose}
    >
      <ReasonField isRequired />
    </WriteDialog>
  )
}

const ReasonField = ({ isRequired = false }: { isRequired?: boolean }): ReactNode => (
  <Field name="reason" label={useTexts(TEXTS).reasonText} isLong maxLength={500} isRequired={isRequired} />
)

const DIALOGS = { capture: CaptureDialog, void: VoidDialog, refund: RefundDialog, ask: AskDialog } as const
