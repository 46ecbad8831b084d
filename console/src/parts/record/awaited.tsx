/**
 * Members of a record that keep their value until a second person confirms another one: both are shown, and the request
 * can be withdrawn.
 */
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
  /** Converts ids to names that people know. */
  readonly textOf?: (value: string) => string
}

/** Returns the name of each waiting member, its current value and the requested one. */
export const awaitedRows = ({ of, awaited, textOf = (value) => value }: AwaitedProps): [string, string, string][] =>
  Object.entries(awaited ?? {}).map(([member, after]) => {
    const text = (value: unknown): string => (value === null || value === undefined ? '' : textOf(spellOut(value)))
    return [member, text((of as Values)[member]), text(after)]
  })

/** Formats lists, such as role mappings, in one line. */
const spellOut = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(spellOut).join(' ')
  return typeof value === 'object' && value !== null ? Object.values(value).map(spellOut).join('=') : String(value)
}

/** Formats the waiting members in one line, by their own names. */
export const spellAwaited = (awaited: object): string =>
  Object.entries(awaited)
    .map(([member, value]) => `${member} ${spellOut(value ?? '–')}`)
    .join(', ')

/** Renders nothing if no change is waiting. */
export const Awaited = (props: AwaitedProps): ReactNode => {
  const words = useTexts(RECORD)
  const rows = awaitedRows(props)
  return rows.length === 0 ? null : <DiffTable rows={rows} before={words.counts} after={words.asked} />
}

/** Returns a PATCH body with these values; a member without a value is removed. */
export const countingBody = <B extends object>(values: Values): B => {
  const entries = Object.entries(values)
  const unset = entries.filter(([, value]) => value === null).map(([member]) => member)
  const sent = Object.fromEntries(entries.filter(([, value]) => value !== null))
  return (unset.length === 0 ? sent : { ...sent, unset }) as B
}

interface WithdrawProps<S extends Shape> extends AwaitedProps {
  readonly operation: Operation<S>
  /** Builds the input from the members' current values. */
  readonly inputOf: (counting: Values) => InputOf<S>
  readonly onClose: () => void
}

/** Sending the current values again withdraws the waiting change. */
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
