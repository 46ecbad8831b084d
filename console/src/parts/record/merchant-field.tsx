/** The merchant for whom a person with several merchants acts; a person with one is not asked. */
import { type ReactNode, useState } from 'react'
import { useMe } from '../../api/me.ts'
import { useTexts } from '../../texts/dictionary.ts'
import type { Options } from './members.tsx'
import { RECORD } from './texts.ts'

/** Returns the merchants to choose from. */
export const useMerchantOptions = (): Options =>
  useMe()
    .merchants.filter(({ is_active }) => is_active !== false)
    .map(({ id, name, external_id }) => [id, name ?? external_id ?? id])

/** Returns the merchant's id, and the field that changes it. `label` replaces "Merchant". */
export const useMerchantField = (label?: string): readonly [id: string | undefined, field: ReactNode] => {
  const words = useTexts(RECORD)
  const options = useMerchantOptions()
  const [id, setId] = useState(options[0]?.[0])
  const field =
    options.length < 2 ? null : (
      <label className="field">
        <span className="label">{label ?? words.merchant}</span>
        <select value={id} onChange={(event) => setId(event.target.value)}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
    )
  return [id, field]
}
