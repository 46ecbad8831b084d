/**
 * A plain table: each row is a real link. On a narrow page the less important columns are hidden, and their values
 * appear under the first.
 */
import type { ReactNode } from 'react'
import { To } from './link.tsx'

export interface Column<Row> {
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  readonly isFigure?: boolean
  /** Visible on a phone, at the right of the first column. */
  readonly isKept?: boolean
}

interface TableProps<Row> {
  /** Describes the table for screen readers. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Target of a row; the first column is the link. */
  readonly linkOf?: (row: Row) => string
  /** Shown under the first column on a phone. */
  readonly noteOf?: (row: Row) => ReactNode
  readonly isNew?: (row: Row) => boolean
  /** Rows can be selected, for an action on many. */
  readonly choice?: Choice<Row> | undefined
}

export interface Choice<Row> {
  readonly chosen: ReadonlySet<string>
  readonly change: (chosen: ReadonlySet<string>) => void
  /** Names the check box of a row. */
  readonly labelOf: (row: Row) => string
  readonly allLabel: string
  /** Returns why a row cannot be selected; null if it can. */
  readonly reasonOf?: (row: Row) => string | null
}

const classOf = (column: Column<never>, at: number): string =>
  [column.isFigure ? 'figure' : '', at === 0 ? 'first' : column.isKept ? 'kept' : 'more'].filter(Boolean).join(' ')

export const Table = <Row,>({
  caption,
  columns,
  rows,
  keyOf,
  linkOf,
  noteOf,
  isNew,
  choice,
}: TableProps<Row>): ReactNode => (
  <div className="table">
    <table className={linkOf ? 'linked' : undefined}>
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          {choice && (
            <th scope="col" className="box">
              <ChooseAll rows={rows} keyOf={keyOf} choice={choice} />
            </th>
          )}
          {columns.map((column, at) => (
            <th key={column.head} scope="col" className={classOf(column as Column<never>, at)}>
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className={isNew?.(row) ? 'new' : undefined}>
            {choice && (
              <td className="box">
                <ChooseRow row={row} id={keyOf(row)} choice={choice} />
              </td>
            )}
            {columns.map((column, at) => (
              <td key={column.head} className={classOf(column as Column<never>, at)}>
                {at === 0 && linkOf ? (
                  <To to={linkOf(row)} className="row-link">
                    {column.cell(row)}
                  </To>
                ) : (
                  column.cell(row)
                )}
                {at === 0 && noteOf && <div className="row-note">{noteOf(row)}</div>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const ChooseRow = <Row,>({ row, id, choice }: { row: Row; id: string; choice: Choice<Row> }): ReactNode => {
  const { chosen, change, labelOf, reasonOf } = choice
  const reason = reasonOf?.(row) ?? null
  const toggle = (): void => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    change(next)
  }
  return (
    <input
      type="checkbox"
      aria-label={labelOf(row)}
      title={reason ?? undefined}
      disabled={reason !== null}
      checked={chosen.has(id)}
      onChange={toggle}
    />
  )
}

const ChooseAll = <Row,>({
  rows,
  keyOf,
  choice,
}: {
  rows: readonly Row[]
  keyOf: (row: Row) => string
  choice: Choice<Row>
}): ReactNode => {
  const ids = rows.filter((row) => (choice.reasonOf?.(row) ?? null) === null).map(keyOf)
  const isWhole = ids.length > 0 && ids.every((id) => choice.chosen.has(id))
  return (
    <input
      type="checkbox"
      aria-label={choice.allLabel}
      checked={isWhole}
      onChange={() => choice.change(new Set(isWhole ? [] : ids))}
    />
  )
}
