/**
 * One write in a dialog: its fields, refusals of the service at the field they name; it closes when the service reports
 * success.
 */
import { type ReactNode, useRef, useState } from 'react'
import { useWrite } from '../api/data.ts'
import type { InputOf, Operation, Shape } from '../api/operation.ts'
import { findProblem } from '../api/problem.ts'
import { announceDone } from './announce.tsx'
import { Dialog } from './dialog.tsx'
import { useOnDone, WriteForm } from './form.tsx'

export type Values = Readonly<Record<string, string>>

interface WriteDialogProps<S extends Shape> {
  readonly operation: Operation<S>
  /**
   * Builds what is sent from what was typed. `current` is the stored version, once a refusal has returned it. Null
   * means that nothing was changed.
   */
  readonly inputOf: (values: Values, current: object | null) => InputOf<S> | null
  readonly title: string
  readonly hint?: ReactNode
  readonly submit: string
  readonly kind?: 'primary' | 'danger'
  /** Names of the fields inside, as the interface spells them. */
  readonly fields?: readonly string[]
  /** Announced to those who do not see the page change. */
  readonly said: string
  readonly merchantId?: string | undefined
  /** The version that was read when the dialog opened. */
  readonly basis?: object | undefined
  readonly onClose: () => void
  readonly onDone?: (answer: S['answer']) => void
  readonly children?: ReactNode
}

export const WriteDialog = <S extends Shape>(props: WriteDialogProps<S>): ReactNode => {
  const {
    operation,
    inputOf,
    title,
    hint,
    submit,
    kind = 'primary',
    fields = [],
    said,
    onClose,
    onDone,
    children,
  } = props
  const [basis] = useState(props.basis)
  const current = useRef<object | null>(null)
  const write = useWrite(operation, { merchantId: props.merchantId, basis })
  current.current = findProblem(write.error)?.current ?? current.current
  useOnDone(write.isSuccess, () => {
    announceDone(said)
    onDone?.(write.data as S['answer'])
    onClose()
  })
  return (
    <Dialog title={title} isOpen onClose={onClose} isFirm>
      {hint !== undefined && <p>{hint}</p>}
      <WriteForm
        error={write.error}
        isBusy={write.isPending}
        fields={fields}
        basis={basis}
        submit={submit}
        kind={kind}
        onSubmit={(values) => {
          const input = inputOf(values, current.current)
          return input === null ? onClose() : write.mutate(input)
        }}
        onCancel={onClose}
      >
        {children}
      </WriteForm>
    </Dialog>
  )
}

/** An empty text is not sent. */
export const filled = (text: string | undefined): string | undefined => {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? undefined : trimmed
}
