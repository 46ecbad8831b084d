/** Yes or no in a form: the form contains `on`, or nothing. */
import type { ReactNode } from 'react'

interface CheckFieldProps {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly value?: boolean
}

export const CheckField = ({ name, label, hint, value = false }: CheckFieldProps): ReactNode => (
  <label className="check-field">
    <input type="checkbox" name={name} defaultChecked={value} />
    <span>
      {label}
      {hint !== undefined && <span className="hint block">{hint}</span>}
    </span>
  </label>
)
