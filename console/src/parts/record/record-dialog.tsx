/** The form of a record in a dialog, with the same members for creation and change. */
import { type ReactNode, useRef } from 'react'
import { useRead } from '../../api/data.ts'
import type { InputOf, Operation, Shape } from '../../api/operation.ts'
import { type RecordIn, recordIn } from '../../api/tags.ts'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { Dialog } from '../dialog.tsx'
import { Part } from '../reading.tsx'
import { WriteDialog } from '../write-dialog.tsx'
import { buildBody, buildChanges, listNames, type Member, Members, type Shown } from './members.tsx'
import { RECORD } from './texts.ts'

type BodyOf<S extends Shape> = NonNullable<S['body']>

interface RecordDialogProps<S extends Shape> {
  readonly operation: Operation<S>
  readonly members: readonly Member<BodyOf<S>>[]
  /** The initial values of the form, and values it does not show but has to send back. */
  readonly of?: Partial<Readonly<Record<string, unknown>>> | undefined
  readonly keeps?: Partial<BodyOf<S>> | undefined
  /**
   * For an operation that changes only the members it receives: only changed fields are sent, so that other members
   * keep waiting for a second person. The value says how an emptied member is removed: named in `unset`, or sent empty.
   */
  readonly changesOnly?: 'unset' | 'empty'
  readonly path?: object
  /** Reloads the record when the dialog opens; saving is refused if another person has changed it since. */
  readonly reads?: Operation | undefined
  readonly query?: object
  readonly title: string
  readonly hint?: ReactNode
  readonly submit?: string
  readonly kind?: 'primary' | 'danger'
  readonly merchantId?: string | undefined
  readonly said?: string
  readonly onClose: () => void
  readonly onDone?: (answer: S['answer']) => void
  /** Content above the members. */
  readonly children?: ReactNode
}

export const RecordDialog = <S extends Shape>(props: RecordDialogProps<S>): ReactNode =>
  props.reads === undefined ? <RecordForm {...props} /> : <FreshRecord {...props} reads={props.reads} />

const FreshRecord = <S extends Shape>(props: RecordDialogProps<S> & { readonly reads: Operation }): ReactNode => (
  <Fresh reads={props.reads} path={props.path} title={props.title} onClose={props.onClose}>
    {(fresh) => <RecordForm {...props} of={{ ...props.of, ...(fresh as object) }} basis={fresh as object} />}
  </Fresh>
)

interface FreshProps<R extends Shape> {
  readonly reads: Operation<R>
  readonly path?: object | undefined
  readonly title: string
  readonly onClose: () => void
  readonly children: (fresh: RecordIn<R['answer']>) => ReactNode
}

/** A form that is filled once, with what was read when it opened. */
export const Fresh = <R extends Shape>({ reads, path, title, onClose, children }: FreshProps<R>): ReactNode => {
  const read = useRead(reads, { ...(path && { path }) } as unknown as InputOf<R>)
  const first = useRef<R['answer'] | undefined>(undefined)
  first.current ??= read.data
  if (first.current !== undefined) return children(recordIn(first.current))
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Part of={read} lines={6}>
        {() => null}
      </Part>
    </Dialog>
  )
}

/** Returns the body of a call that changes only the members it receives; null if nothing was changed. */
export const buildPatch = (
  { sent, emptied }: { readonly sent: object; readonly emptied: readonly string[] },
  how: 'unset' | 'empty',
): object | null => {
  if (emptied.length === 0) return Object.keys(sent).length === 0 ? null : sent
  return how === 'unset'
    ? { ...sent, unset: emptied }
    : { ...sent, ...Object.fromEntries(emptied.map((name) => [name, ''])) }
}

/** Values that are sent back unseen are as fresh as the visible ones. */
const pickKept = (keeps: object | undefined, fresh: object | undefined): object =>
  Object.fromEntries(
    Object.entries(keeps ?? {}).map(([name, value]) => [
      name,
      fresh !== undefined && name in fresh ? fresh[name as keyof typeof fresh] : value,
    ]),
  )

const RecordForm = <S extends Shape>(
  props: RecordDialogProps<S> & { readonly basis?: object | undefined },
): ReactNode => {
  const {
    operation,
    members,
    of,
    keeps,
    changesOnly,
    path,
    basis,
    query,
    title,
    hint,
    kind,
    merchantId,
    onClose,
    onDone,
  } = props
  const words = useTexts(RECORD)
  const locale = useLocale()
  return (
    <WriteDialog
      operation={operation}
      inputOf={(values, current) => {
        const body =
          changesOnly === undefined
            ? { ...pickKept(keeps, current ?? basis), ...buildBody(members, values, locale) }
            : buildPatch(buildChanges(members, values, (of ?? {}) as Shown<BodyOf<S>>, locale), changesOnly)
        return body === null
          ? null
          : ({ ...(path && { path }), ...(query && { query }), body } as unknown as InputOf<S>)
      }}
      title={title}
      hint={hint}
      submit={props.submit ?? words.save}
      fields={listNames(members)}
      said={props.said ?? words.saved}
      merchantId={merchantId}
      basis={basis}
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
