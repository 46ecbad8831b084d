/**
 * Filters and the page number of a list are part of the address, so that back, reload and a sent link keep the view.
 */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type Search = Readonly<Record<string, string>>

export const useAddress = (): [
  search: Search,
  change: (changes: Readonly<Record<string, string | undefined>>) => void,
] => {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const change = useCallback(
    (changes: Readonly<Record<string, string | undefined>>) =>
      void navigate({
        to: '.',
        search: (before: Search) => withoutEmpty({ ...before, ...changes }),
        // Typing a filter adds no step to the history; turning a page does.
        replace: !('page' in changes) || changes.page === undefined,
        resetScroll: changes.page !== undefined,
      } as never),
    [navigate],
  )
  return [search, change]
}

const withoutEmpty = (search: Readonly<Record<string, string | undefined>>): Search =>
  Object.fromEntries(
    Object.entries(search).filter((each): each is [string, string] => each[1] !== undefined && each[1] !== ''),
  )

/** For router and links: every value is a text, and no type is guessed. */
export const readSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text))
export const writeSearch = (search: Readonly<Record<string, unknown>>): string => {
  const parts = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  return parts.length === 0 ? '' : `?${new URLSearchParams(parts.map(([name, value]) => [name, String(value)]))}`
}
