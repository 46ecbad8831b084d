/** For whom a person of several merchants acts; a person of one is not asked. */
import { type ReactNode, useState } from 'react'
import { useMe } from '../../api/me.ts'
import { useTexts } from '../../texts/dictionary.ts'
import { TEXTS } from './texts.ts'

/** The merchant's id, and the field that changes it. */
export const useMerchant = (): readonly [id: string | undefined, field: ReactNode] => {
  const words = useTexts(TEXTS)
  const { merchants } = useMe()
  const able = merchants.filter(({ is_active }) => is_active !== false)
  const [id, setId] = useState(able[0]?.id)
  const field =
    able.length < 2 ? null : (
      <label className="field">
        <span className="label">{words.forMerchant}</span>
        <select value={id} onChange={(event) => setId(event.target.value)}>
          {able.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name ?? each.external_id ?? each.id}
            </option>
          ))}
        </select>
      </label>
    )
  return [id, field]
}
