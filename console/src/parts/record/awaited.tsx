/** Members of a record that keep their value until a second person confirms another one: shown with both, and taken back. */
import type { ReactNode } from 'react'
import type { InputOf, Operation, Shape } from '../../api/operation.ts'
import { useTexts } from '../../texts/dictionary.ts'
import { WriteDialog } from '../write-dialog.tsx'
import { DiffTable } from './diff-table.tsx'
import { RECORD } from './texts.ts'

type Values = Readonly<Record<string, unknown>>

interface AwaitedProps {
  readonly of: object
  readonly awaited: object | null
  /** Ids as people know what they name. */
  readonly textOf?: (value: string) => string
}

/** Name of each member that waits, what counts and what is asked for. */
export const awaitedRows = ({ of, awaited, textOf = (value) => value }: AwaitedProps): [string, string, string][] =>
  Object.entries(awaited ?? {}).map(([member, after]) => {
    const text = (value: unknown): string => (value === null || value === undefined ? '' : textOf(spellOut(value)))
    return [member, text((of as Values)[member]), text(after)]
  })

/** Lists, such as role mappings, in one line. */
const spellOut = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(spellOut).join(', ')
  return typeof value === 'object' && value !== null ? Object.values(value).map(spellOut).join(' → ') : String(value)
}

/** Nothing where nothing is awaited. */
export const Awaited = (props: AwaitedProps): ReactNode => {
  const words = useTexts(RECORD)
  const rows = awaitedRows(props)
  return rows.length === 0 ? null : <DiffTable rows={rows} before={words.counts} after={words.asked} />
}

/** A body of PATCH with these values; without a value a member is taken away. */
export const countingBody = <B extends object>(values: Values): B => {
  const entries = Object.entries(values)
  const unset = entries.filter(([, value]) => value === null).map(([member]) => member)
  const sent = Object.fromEntries(entries.filter(([, value]) => value !== null))
  return (unset.length === 0 ? sent : { ...sent, unset }) as B
}

interface WithdrawProps<S extends Shape> extends AwaitedProps {
  readonly operation: Operation<S>
  /** Of the members as they count. */
  readonly inputOf: (counting: Values) => InputOf<S>
  readonly onClose: () => void
}

/** What counts, sent again, takes back what waits. */
export const WithdrawDialog = <S extends Shape>({
  operation,
  inputOf,
  onClose,
  ...awaited
}: WithdrawProps<S>): ReactNode => {
  const words = useTexts(RECORD)
  const members = Object.keys(awaited.awaited ?? {})
  const counting = Object.fromEntries(members.map((member) => [member, (awaited.of as Values)[member] ?? null]))
  return (
    <WriteDialog
      operation={operation}
      inputOf={() => inputOf(counting)}
      title={words.withdrawAwaited}
      hint={<Awaited {...awaited} />}
      submit={words.withdraw}
      kind="danger"
      said={words.withdrawn}
      onClose={onClose}
    />
  )
}
