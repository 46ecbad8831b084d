/** A record that is shown once it is created: the form first, then the result in the same dialog. */
import { type ReactNode, useRef, useState } from 'react'
import type { Operation, Shape } from '../../api/operation.ts'
import type { Member } from './members.tsx'
import { useMerchantField } from './merchant-field.tsx'
import { RecordDialog } from './record-dialog.tsx'

type BodyOf<S extends Shape> = NonNullable<S['body']>

interface MakeDialogProps<S extends Shape> {
  readonly operation: Operation<S>
  readonly members: readonly Member<BodyOf<S>>[]
  readonly keeps?: Partial<BodyOf<S>>
  readonly title: string
  readonly hint: string
  readonly submit: string
  readonly said: string
  readonly onClose: () => void
  /** The dialog with the result; `again` returns to the form. */
  readonly children: (made: S['answer'], again: () => void) => ReactNode
}

export const MakeDialog = <S extends Shape>({ onClose, children, ...form }: MakeDialogProps<S>): ReactNode => {
  const [merchantId, merchantField] = useMerchantField()
  const [made, setMade] = useState<{ readonly of: S['answer'] } | null>(null)
  const isMade = useRef(false)
  if (made !== null)
    return children(made.of, () => {
      isMade.current = false
      setMade(null)
    })
  return (
    <RecordDialog
      {...form}
      merchantId={merchantId}
      // The dialog of the form closes itself, and the result replaces it.
      onClose={() => isMade.current || onClose()}
      onDone={(answer) => {
        isMade.current = true
        setMade({ of: answer })
      }}
    >
      {merchantField}
    </RecordDialog>
  )
}
