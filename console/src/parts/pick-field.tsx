/** A choice of a few in a form. */
import type { ReactNode } from 'react'

export const PickField = ({
  name,
  label,
  options,
  value,
}: {
  name: string
  label: string
  options: readonly (readonly [value: string, text: string])[]
  value?: string
}): ReactNode => {
  // The existing value stays selected while the options load, and if it is not among them.
  const isOther = value !== undefined && value !== '' && options.every(([each]) => each !== value)
  return (
    <label className="field">
      <span className="label">{label}</span>
      <select name={name} defaultValue={value}>
        {(isOther ? [...options, [value, value] as const] : options).map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
