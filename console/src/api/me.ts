/** Who is signed in and what they may do; loaded from the backend once, and whenever the session changes. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useCallback, useContext } from 'react'
import { callOwn } from './call.ts'
import type { AnyOperation } from './operation.ts'

export interface Preferences {
  readonly language?: 'tr' | 'en'
  readonly theme?: 'light' | 'dark'
  /** The steps of the first visit are hidden. */
  readonly hidesFirstSteps?: boolean
  /** Saved views by id. */
  readonly views?: Readonly<Record<string, SavedView>>
  readonly [key: string]: unknown
}

/** Filters of a list. */
export interface SavedView {
  /** Path of the list. */
  readonly screen: string
  readonly name: string
  readonly search: Readonly<Record<string, string>>
}

export interface Me {
  readonly person: {
    readonly id: string
    readonly name: string
    readonly email: string
    readonly locale?: string | null
    /** The person cannot decide, send or approve until another person confirms. */
    readonly waits_for_confirmation?: boolean
  }
  readonly tenant: { readonly id: string; readonly slug: string; readonly name: string; readonly environment: string }
  readonly merchants: readonly {
    readonly id: string
    readonly external_id?: string | null
    readonly name?: string | null
    readonly is_active?: boolean
  }[]
  /** IANA name; Europe/Istanbul unless the tenant set another. */
  readonly zone: string
  readonly clock: { readonly now: string; readonly is_moved: boolean }
  /** Number of database servers that organizations are spread over; 0 where there is one, and for organizations. */
  readonly shards: number
  /** Ids of the operations the person may call. */
  readonly operations: readonly string[]
  readonly factors: { readonly passkeys: number }
  readonly session: {
    readonly id: string
    readonly is_demo: boolean
    readonly expires_at: string
    readonly idle_until: string
    readonly authenticated_at: string
  }
  readonly preferences: Preferences | null
}

export const ME_KEY = ['me'] as const
export const readMe = (): Promise<Me> => callOwn<Me>('GET', 'me', undefined, { isPlain: true })

const MeContext = createContext<Me | null>(null)
export const MeProvider = MeContext.Provider

/** Use it only inside the frame, which waits for it. */
export const useMe = (): Me => {
  const me = useContext(MeContext)
  if (me === null) throw new Error('outside of the frame')
  return me
}

export const useMeQuery = () => useQuery({ queryKey: ME_KEY, queryFn: readMe, retry: false, staleTime: 5 * 60_000 })

/** Returns whether the person may call every one of these. */
export const useMay = (): ((...operations: readonly AnyOperation[]) => boolean) => {
  const { operations } = useMe()
  return useCallback((...asked) => asked.every(({ id }) => operations.includes(id)), [operations])
}

/** Saves preferences at once on the page, then on the server. */
export const useSavePreferences = (): ((changes: Partial<Preferences>) => void) => {
  const client = useQueryClient()
  return useCallback(
    (changes) => {
      const me = client.getQueryData<Me>(ME_KEY)
      if (me === undefined) return
      const preferences = { ...me.preferences, ...changes }
      client.setQueryData<Me>(ME_KEY, { ...me, preferences })
      void callOwn('PATCH', 'preferences', changes, { isBackground: true }).catch(() => undefined)
    },
    [client],
  )
}
