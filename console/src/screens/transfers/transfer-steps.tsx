/** Approve, reject, send, for one transfer or many; skipped transfers are shown with their reasons. */
import { type ReactNode, useState } from 'react'
import type { SkippedRow } from '../../../../sdk/src/generated/transfers.ts'
import { postTransfersBulkApprove, postTransfersBulkReject, postTransfersBulkSend } from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { Field } from '../../parts/form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { To } from '../../parts/link.tsx'
import { filled, WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { TEXTS } from './texts.ts'

export type Step = 'approve' | 'reject' | 'send'

export interface StepResult {
  readonly done: number
  readonly skipped: readonly SkippedRow[]
}

const OPERATIONS = {
  approve: postTransfersBulkApprove,
  reject: postTransfersBulkReject,
  send: postTransfersBulkSend,
} as const

interface StepsProps {
  readonly ids: readonly string[]
  readonly steps: readonly Step[]
  /** Null means possible as far as the page knows. */
  readonly reasons?: Readonly<Partial<Record<Step, string | null>>>
  readonly onDone: (result: StepResult) => void
}

export const TransferSteps = ({ ids, steps, reasons = {}, onDone }: StepsProps): ReactNode => {
  const words = useTexts(TEXTS)
  const [step, setStep] = useState<Step | null>(null)
  return (
    <>
      {steps.map((each) => (
        <Action
          key={each}
          operation={OPERATIONS[each]}
          reason={reasons[each]}
          onPress={() => setStep(each)}
          kind={each !== 'reject' && !reasons[each] ? 'primary' : 'plain'}
        >
          {words[each]}
        </Action>
      ))}
      {step !== null && <StepDialog step={step} ids={ids} onDone={onDone} onClose={() => setStep(null)} />}
    </>
  )
}

interface DialogProps {
  readonly step: Step
  readonly ids: readonly string[]
  readonly onDone: (result: StepResult) => void
  readonly onClose: () => void
}

const StepDialog = ({ step, ids, onDone, onClose }: DialogProps): ReactNode => {
  const words = useTexts(TEXTS)
  const count = ids.length.toLocaleString(useLocale())
  const transfer_ids = [...ids]
  const common = { said: words.doneAll(count), onClose }
  if (step === 'approve')
    return (
      <WriteDialog
        {...common}
        operation={postTransfersBulkApprove}
        inputOf={({ remarks }) => ({ body: { transfer_ids, remarks: filled(remarks) } })}
        title={words.approveTitle}
        hint={words.approveHint(count)}
        submit={words.approve}
        fields={['remarks']}
        onDone={({ total_approved: done, skipped }) => onDone({ done, skipped })}
      >
        <Field name="remarks" label={words.remarks} isLong maxLength={500} />
      </WriteDialog>
    )
  if (step === 'reject')
    return (
      <WriteDialog
        {...common}
        operation={postTransfersBulkReject}
        inputOf={({ reason }) => ({ body: { transfer_ids, reason: filled(reason) } })}
        title={words.rejectTitle}
        hint={words.rejectHint(count)}
        submit={words.reject}
        kind="danger"
        fields={['reason']}
        onDone={({ total_rejected: done, skipped }) => onDone({ done, skipped })}
      >
        <Field name="reason" label={words.rejectReason} isLong maxLength={500} isRequired />
      </WriteDialog>
    )
  return (
    <WriteDialog
      {...common}
      operation={postTransfersBulkSend}
      inputOf={() => ({ body: { transfer_ids } })}
      title={words.sendTitle}
      hint={words.sendHint(count)}
      submit={words.send}
      onDone={({ total_sent: done, skipped }) => onDone({ done, skipped })}
    />
  )
}

/** The result of a step on many transfers. */
export const StepOutcome = ({ result }: { result: StepResult | null }): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  return (
    <div role="status">
      {result !== null && (
        <div className={`notice ${result.skipped.length > 0 ? 'waits' : 'done'}`}>
          <Icon name={result.skipped.length > 0 ? 'warn' : 'approve'} />
          <div>
            {words.doneAll(result.done.toLocaleString(locale))}
            {result.skipped.length > 0 && (
              <>
                <p>{words.skippedSome(result.skipped.length.toLocaleString(locale))}</p>
                <ul>
                  {result.skipped.map(({ id, reason, message }) => (
                    <li key={id}>
                      <To to={`/transfers/${id}`}>{id}</To>: {message || reason}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
