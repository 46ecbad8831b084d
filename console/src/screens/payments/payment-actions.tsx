/** Capture, void, refund: each with its amount and reason, each refusal at the field it names. Nothing is shown as done before the service says so. */
import { type ReactNode, useState } from 'react'
import type { RefundReasonCode, TransactionDetail } from '../../../../sdk/src/generated/cards.ts'
import { useWrite } from '../../api/data.ts'
import type { Operation, Shape } from '../../api/operation.ts'
import { readAmount } from '../../format/money.ts'
import {
  postCancellationRequests,
  postPaymentsByTransactionIdCapture,
  postPaymentsByTransactionIdRefund,
  postPaymentsByTransactionIdVoid,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { announce } from '../../parts/announce.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { AmountField, Field, PickField, useOnDone, WriteForm } from '../../parts/form.tsx'
import { type Same, useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { TEXTS } from './texts.ts'

type Words = Same<(typeof TEXTS)['en']>
type Deed = 'capture' | 'void' | 'refund' | 'ask'

const OPERATIONS: Readonly<Record<Deed, Pick<Operation, 'id'>>> = {
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

/** Null: possible as far as the page knows; the service has the last word. */
const reasonsOf = ({ status, net_amount: left }: TransactionDetail, words: Words): Record<Deed, string | null> => {
  const canVoid = status === 'completed' || status === 'authorized'
  return {
    capture: status === 'authorized' ? null : words.captureOnly,
    void: canVoid ? null : words.voidOnly,
    ask: canVoid ? null : words.voidOnly,
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

const FORMS = {
  capture: ['captureTitle', 'captureHint', 'capture'],
  void: ['voidTitle', 'voidHint', 'voidIt'],
  refund: ['refundTitle', 'refundHint', 'refundIt'],
  ask: ['askVoidTitle', 'askVoidHint', 'askVoid'],
} as const

const DeedDialog = ({
  deed,
  payment,
  onClose,
}: {
  deed: Deed
  payment: TransactionDetail
  onClose: () => void
}): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const locale = useLocale()
  const currency = payment.currency ?? 'TRY'
  const [title, hint, button] = FORMS[deed]
  const write = useWrite(OPERATIONS[deed] as Operation<Shape & { path?: object; body: unknown }>)
  useOnDone(write.isSuccess, () => {
    announce(words.captured)
    onClose()
  })
  const send = (values: Readonly<Record<string, string>>): void => {
    const reason = values.reason?.trim()
    const common = reason ? { reason } : {}
    const amount = readAmount(values.amount ?? '', currency, locale)
    const path = { transaction_id: payment.id }
    const bodies: Readonly<Record<Deed, object>> = {
      ask: { transaction_id: payment.id, ...common },
      void: common,
      capture: { ...common, amount },
      refund: { ...common, amount, reason_code: values.reason_code },
    }
    write.mutate({ path, body: bodies[deed] } as never)
  }
  return (
    <Dialog title={words[title]} isOpen onClose={onClose} isFirm>
      <p>{words[hint]}</p>
      <WriteForm
        error={write.error}
        isBusy={write.isPending}
        fields={['amount', 'reason', 'reason_code']}
        submit={words[button]}
        kind={deed === 'capture' || deed === 'ask' ? 'primary' : 'danger'}
        onSubmit={send}
        onCancel={onClose}
      >
        {(deed === 'refund' || deed === 'capture') && (
          <AmountField
            name="amount"
            label={common.amount}
            currency={currency}
            most={deed === 'refund' ? payment.net_amount : payment.amount}
          />
        )}
        {deed === 'refund' && (
          <PickField name="reason_code" label={common.reason} options={REASONS.map((code) => [code, words[code]])} />
        )}
        <Field name="reason" label={words.reasonText} isLong maxLength={500} isRequired={deed === 'ask'} />
      </WriteForm>
    </Dialog>
  )
}
