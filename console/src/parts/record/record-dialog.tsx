/** A record's form in a dialog: the same members when it is made and when it is changed. */
import type { ReactNode } from 'react'
import type { InputOf, Operation, Shape } from '../../api/operation.ts'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WriteDialog } from '../write-dialog.tsx'
import { bodyOf, type Member, Members, namesOf } from './members.tsx'
import { RECORD } from './texts.ts'

type BodyOf<S extends Shape> = NonNullable<S['body']>

interface RecordDialogProps<S extends Shape> {
  readonly operation: Operation<S>
  readonly members: readonly Member<BodyOf<S>>[]
  /** What stands in the form at first, and what it does not show but has to send back. */
  readonly of?: Partial<Readonly<Record<string, unknown>>> | undefined
  readonly keeps?: Partial<BodyOf<S>> | undefined
  readonly path?: object
  readonly query?: object
  readonly title: string
  readonly hint?: ReactNode
  readonly submit?: string
  readonly kind?: 'primary' | 'danger'
  readonly merchantId?: string | undefined
  readonly said?: string
  readonly onClose: () => void
  readonly onDone?: (answer: S['answer']) => void
  /** Above the members. */
  readonly children?: ReactNode
}

export const RecordDialog = <S extends Shape>(props: RecordDialogProps<S>): ReactNode => {
  const { operation, members, of, keeps, path, query, title, hint, kind, merchantId, onClose, onDone } = props
  const words = useTexts(RECORD)
  const locale = useLocale()
  return (
    <WriteDialog
      operation={operation}
      inputOf={(values) =>
        ({
          ...(path && { path }),
          ...(query && { query }),
          body: { ...keeps, ...bodyOf(members, values, locale) },
        }) as unknown as InputOf<S>
      }
      title={title}
      hint={hint}
      submit={props.submit ?? words.save}
      fields={namesOf(members)}
      said={props.said ?? words.saved}
      merchantId={merchantId}
      onClose={onClose}
      {...(kind === undefined ? {} : { kind })}
      {...(onDone === undefined ? {} : { onDone })}
    >
      {props.children}
      <Members members={members} of={of as never} />
    </WriteDialog>
  )
}

interface RemoveDialogProps<S extends Shape> {
  readonly operation: Operation<S>
  readonly input: InputOf<S>
  readonly name: string
  readonly hint?: string
  readonly onClose: () => void
  readonly onDone?: () => void
}

export const RemoveDialog = <S extends Shape>({
  operation,
  input,
  name,
  hint,
  onClose,
  onDone,
}: RemoveDialogProps<S>): ReactNode => {
  const words = useTexts(RECORD)
  return (
    <WriteDialog
      operation={operation}
      inputOf={() => input}
      title={words.removeTitle(name)}
      hint={hint ?? words.removeHint}
      submit={words.remove}
      kind="danger"
      said={words.removed}
      onClose={onClose}
      {...(onDone === undefined ? {} : { onDone })}
    />
  )
}
