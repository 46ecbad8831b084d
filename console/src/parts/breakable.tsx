/** A technical name that may wrap only after a dot or an underscore. */
import { Fragment, type ReactNode } from 'react'

export const Breakable = ({ name }: { name: string }): ReactNode => (
  <code className="breakable">
    {name.split(/(?<=[._])/).map((piece, at, pieces) => (
      <Fragment key={pieces.slice(0, at + 1).join('')}>
        {at > 0 && <wbr />}
        {piece}
      </Fragment>
    ))}
  </code>
)
