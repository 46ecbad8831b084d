/** Members with their values before and after. */
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/dictionary.ts'
import { RECORD } from './texts.ts'

export const DiffTable = ({
  rows,
  before,
  after,
}: {
  rows: readonly (readonly [field: string, before: string, after: string])[]
  /** Headings of the two columns. */
  before?: string
  after?: string
}): ReactNode => {
  const words = useTexts(RECORD)
  return (
    <div className="diff">
      <table className="plain">
        <thead>
          <tr>
            <th scope="col">{words.field}</th>
            <th scope="col">{before ?? words.before}</th>
            <th scope="col">{after ?? words.after}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([field, was, is]) => (
            <tr key={field}>
              <td>
                <code>{field}</code>
              </td>
              <td className="quiet">{was || '–'}</td>
              <td>{is || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
