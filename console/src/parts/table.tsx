/** A plain table: each row is a real link, columns that matter less leave on a narrow page, and their values move under the first. */
import type { ReactNode } from 'react'
import { To } from './link.tsx'

export interface Column<Row> {
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  readonly isFigure?: boolean
  /** Stays on a phone, at the right of the first column. */
  readonly isKept?: boolean
}

interface TableProps<Row> {
  /** For those who hear the table. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Where a row leads; the first column is its link. */
  readonly linkOf?: (row: Row) => string
  /** Under the first column on a phone. */
  readonly noteOf?: (row: Row) => ReactNode
  readonly isNew?: (row: Row) => boolean
}

const classOf = (column: Column<never>, at: number): string =>
  [column.isFigure ? 'figure' : '', at === 0 ? 'first' : column.isKept ? 'kept' : 'more'].filter(Boolean).join(' ')

export const Table = <Row,>({ caption, columns, rows, keyOf, linkOf, noteOf, isNew }: TableProps<Row>): ReactNode => (
  <div className="table">
    <table className={linkOf ? 'linked' : undefined}>
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
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
