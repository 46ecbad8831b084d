/** The bar above a list: one search box, a few choices, a period; each change goes to the address. */
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useTexts } from '../texts/dictionary.ts'
import { WORDS } from '../texts/words.ts'
import { type Search, useAddress } from './address.ts'
import { Icon } from './icon.tsx'
import { Period } from './period.tsx'
import { Views } from './views.tsx'

const PAUSE_MS = 300

export interface Choice {
  /** Name of the member in the address and in the query. */
  readonly name: string
  readonly label: string
  readonly options: readonly (readonly [value: string, text: string])[]
  /** Label for no value; if absent: all. */
  readonly none?: string
}

/** The order of a list that accepts `sort`. */
export const useOrderChoice = (): Choice => {
  const words = useTexts(WORDS)
  return { name: 'sort', label: words.order, options: [['created', words.oldestFirst]], none: words.newestFirst }
}

interface FilterProps {
  readonly find?: { readonly name: string; readonly label: string } | undefined
  readonly choices?: readonly Choice[]
  readonly hasPeriod?: boolean
}

/** Returns whether the address narrows the list. */
export const isNarrowed = (search: Search): boolean =>
  Object.keys(search).some((name) => name !== 'page' && name !== 'sort')

export const Filters = ({ find, choices = [], hasPeriod = false }: FilterProps): ReactNode => {
  const words = useTexts(WORDS)
  const [search, change] = useAddress()
  const clear = (): void => change({ ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])) })
  return (
    <search className="filters" aria-label={words.filters}>
      {find && <Find name={find.name} label={find.label} />}
      {choices.map((choice) => (
        <Pick key={choice.name} {...choice} />
      ))}
      {hasPeriod && <Period />}
      <Views isNarrowed={isNarrowed(search) || search.sort !== undefined} />
      {isNarrowed(search) && (
        <button type="button" className="link" onClick={clear}>
          {words.clearFilters}
        </button>
      )}
    </search>
  )
}

const Find = ({ name, label }: { name: string; label: string }): ReactNode => {
  const [search, change] = useAddress()
  const [typed, type] = useState(search[name] ?? '')
  const written = search[name] ?? ''
  // Back and "clear filters" change the address while the box is displayed.
  useEffect(() => type(written), [written])
  useEffect(() => {
    if (typed.trim() === written) return undefined
    const timer = setTimeout(() => change({ [name]: typed.trim(), page: undefined }), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, written, name, change])
  return (
    <div className="find">
      <Icon name="search" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => type(event.target.value)}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
      />
    </div>
  )
}

const Pick = ({ name, label, options, none }: Choice): ReactNode => {
  const words = useTexts(WORDS)
  const id = useId()
  const [search, change] = useAddress()
  return (
    <div className="pick">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={search[name] ?? ''}
        onChange={(event) => change({ [name]: event.target.value, page: undefined })}
      >
        <option value="">{none ?? words.all}</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
