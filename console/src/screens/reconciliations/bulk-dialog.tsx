/** Resolves many rows the same way; refused rows are listed with their reasons, the others are done. */
import type { ReactNode } from 'react'
import type { BulkResolveResult, ReconciliationResolutionAction } from '../../../../sdk/src/generated/cards.ts'
import { useWrite } from '../../api/data.ts'
import { postReconciliationsByIdDetailsBulkResolve } from '../../generated/operations.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, WriteForm } from '../../parts/form.tsx'
import { PickField } from '../../parts/pick-field.tsx'
import { filled } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { TEXTS } from './texts.ts'

const ACTIONS = ['accept_bank', 'accept_db', 'mark_matched', 'ignore'] as const

interface BulkProps {
  readonly id: string
  readonly chosen: readonly string[]
  readonly onClose: () => void
  readonly onDone: () => void
}

export const BulkDialog = ({ id, chosen, onClose, onDone }: BulkProps): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const locale = useLocale()
  const write = useWrite(postReconciliationsByIdDetailsBulkResolve)
  const leave = (): void => {
    if (write.isSuccess) onDone()
    onClose()
  }
  return (
    <Dialog title={words.bulkTitle(chosen.length.toLocaleString(locale))} isOpen onClose={leave} isFirm>
      {write.data ? (
        <>
          <Outcome of={write.data} />
          <div className="form-end">
            <button type="button" className="button primary" onClick={leave}>
              {common.close}
            </button>
          </div>
        </>
      ) : (
        <>
          <p>{words.bulkHint}</p>
          <WriteForm
            error={write.error}
            isBusy={write.isPending}
            fields={['remarks']}
            submit={words.resolve}
            onSubmit={({ resolution_action: action, remarks }) =>
              write.mutate({
                path: { id },
                body: {
                  detail_ids: [...chosen],
                  resolution_action: action as ReconciliationResolutionAction,
                  remarks: filled(remarks),
                },
              })
            }
            onCancel={onClose}
          >
            <PickField
              name="resolution_action"
              label={words.action}
              options={ACTIONS.map((each) => [each, words[each]])}
            />
            <Field name="remarks" label={words.remarks} isLong maxLength={1000} isRequired />
          </WriteForm>
        </>
      )}
    </Dialog>
  )
}

const Outcome = ({ of }: { of: BulkResolveResult }): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const waiting = of.details.filter(
    ({ awaiting_action: action, detail_status: status }) => action && status === 'pending',
  )
  const count = (value: number): string => value.toLocaleString(locale)
  return (
    <div role="status">
      <p>{words.bulkDone(count(of.processed - waiting.length))}</p>
      {waiting.length > 0 && <p className="notice waits">{words.bulkWaiting(count(waiting.length))}</p>}
      {of.failed > 0 && (
        <div className="notice bad">
          <span>
            {words.bulkFailed(count(of.failed))}
            {of.errors.map(({ detail_id: row, message }) => (
              <span key={row} className="block small">
                {message}
              </span>
            ))}
          </span>
        </div>
      )}
    </div>
  )
}
