/** Carries out the remedy the platform proposes for a row; it may call the bank. */
import type { ReactNode } from 'react'
import type { ReconciliationDetail } from '../../../../sdk/src/generated/cards.ts'
import { postReconciliationsByIdDetailsByDetailIdRemedy } from '../../generated/operations.ts'
import { Field } from '../../parts/form.tsx'
import { filled, WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { Sides } from './resolve-dialog.tsx'
import { TEXTS } from './texts.ts'

interface RemedyProps {
  readonly id: string
  readonly currency: string | null
  readonly row: ReconciliationDetail
  readonly onClose: () => void
}

export const RemedyDialog = ({ id, currency, row, onClose }: RemedyProps): ReactNode => {
  const words = useTexts(TEXTS)
  if (row.remedy === null) return null
  return (
    <WriteDialog
      operation={postReconciliationsByIdDetailsByDetailIdRemedy}
      inputOf={({ remarks }) => ({ path: { id, detail_id: row.id }, body: { remarks: filled(remarks) } })}
      title={words.carryOutTitle(words[row.remedy])}
      {...(row.reason && { hint: row.reason })}
      submit={words.carryOut}
      kind={row.remedy === 'reverse_at_bank' ? 'danger' : 'primary'}
      fields={['remarks']}
      said={words.carriedOut}
      onClose={onClose}
    >
      <Sides row={row} currency={currency} />
      <Field name="remarks" label={words.remarks} isLong maxLength={1000} />
    </WriteDialog>
  )
}
