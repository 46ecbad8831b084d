/** Tabs of a list, one per value of a filter, each a real link; without a value: all. */
import type { ReactNode } from 'react'
import { useTexts } from '../texts/dictionary.ts'
import { WORDS } from '../texts/words.ts'
import { useAddress } from './address.ts'
import { To } from './link.tsx'

interface LanesProps {
  readonly label: string
  readonly to: string
  /** Member of the address. */
  readonly name: string
  readonly options: readonly (readonly [value: string, text: string])[]
  /** The first tab also means no value. */
  readonly hasAll?: boolean
}

export const Lanes = ({ label, to, name, options, hasAll = true }: LanesProps): ReactNode => {
  const common = useTexts(WORDS)
  const now = useAddress()[0][name] ?? (hasAll ? '' : options[0]?.[0])
  const shown = hasAll ? ([...options, ['', common.all]] as const) : options
  return (
    <nav className="lanes" aria-label={label}>
      {shown.map(([value, text]) => (
        <To
          key={value}
          to={to}
          search={value === '' ? {} : { [name]: value }}
          className={now === value ? 'lane now' : 'lane'}
        >
          {text}
        </To>
      ))}
    </nav>
  )
}
