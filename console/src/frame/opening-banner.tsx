/**
 * Handles a screen whose file cannot be loaded, without a network or after an update of the server: the page stays,
 * with what was typed, and shows a message. It continues automatically once the file is available, or once only a newer
 * version has it; if something was typed meanwhile the person decides when.
 */
import { useBlocker, useNavigate, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { readMe } from '../api/me.ts'
import { type Search, writeSearch } from '../parts/address.ts'
import { Icon } from '../parts/icon.tsx'
import { useTexts } from '../texts/dictionary.ts'
import { useLanguage } from '../texts/language.ts'
import { LOADED_SCREENS } from './loaded-screens.ts'
import { TEXTS } from './texts.ts'

const AGAIN_MS = 4_000

const SENTENCES = { missing: 'screenMissing', there: 'screenThere', anew: 'screenAnew' } as const

interface Wanted {
  readonly screen: string
  readonly pathname: string
  readonly search: Search
}
type Found = keyof typeof SENTENCES

export const OpeningBanner = (): ReactNode => {
  const words = useTexts(TEXTS)
  const language = useLanguage()
  const hasTyped = useHasTyped()
  const [wanted, setWanted] = useWanted()
  const [found, setFound] = useState<Found>('missing')
  const open = useOpen(wanted)
  const arrive = useCallback(
    (how: 'there' | 'anew') => {
      if (hasTyped.current) setFound(how)
      else open(how)
    },
    [open, hasTyped],
  )
  useEffect(() => {
    setFound('missing')
    if (wanted === null) return undefined
    return tryAgain(wanted.screen, arrive)
  }, [wanted, arrive])
  const title = wanted === null ? undefined : LOADED_SCREENS.get(wanted.screen)?.of.title[language]
  return (
    <div role="alert">
      {title !== undefined && (
        <div className="banner">
          <Icon name="warn" />
          <span>{words[SENTENCES[found]](title)}</span>
          {found !== 'missing' && (
            <button type="button" className="button" onClick={() => open(found)}>
              {words.openIt}
            </button>
          )}
          <button type="button" className="link" onClick={() => setWanted(null)}>
            {words.stayHere}
          </button>
        </div>
      )}
    </div>
  )
}

/** Returns where the person wanted to go, but cannot. */
const useWanted = () => {
  const [wanted, setWanted] = useState<Wanted | null>(null)
  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: async ({ next }) => {
      const isThere = (await LOADED_SCREENS.get(next.fullPath)?.ready()) ?? true
      setWanted(isThere ? null : { screen: next.fullPath, pathname: next.pathname, search: next.search as Search })
      return !isThere
    },
  })
  return [wanted, setWanted] as const
}

const useOpen = (wanted: Wanted | null) => {
  const navigate = useNavigate()
  return useCallback(
    (how: 'there' | 'anew') => {
      if (wanted === null) return
      const { pathname, search } = wanted
      if (how === 'there') void navigate({ to: pathname, search } as never)
      else location.assign(`/console${pathname}${writeSearch(search)}`)
    },
    [wanted, navigate],
  )
}

/** Returns whether anything was typed since this page was opened. */
const useHasTyped = () => {
  const path = useRouterState({ select: ({ location: { pathname } }) => pathname })
  const hasTyped = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page
  useEffect(() => {
    hasTyped.current = false
    const note = (): void => {
      hasTyped.current = true
    }
    document.addEventListener('input', note)
    return () => document.removeEventListener('input', note)
  }, [path])
  return hasTyped
}

/** Retries until the file is available, or the server is reachable but still does not have the file. */
const tryAgain = (screen: string, arrive: (how: 'there' | 'anew') => void): (() => void) => {
  let isOver = false
  const ready = async (): Promise<boolean> => (await LOADED_SCREENS.get(screen)?.ready()) ?? false
  const look = async (): Promise<'there' | 'anew' | null> => {
    if (await ready()) return 'there'
    const isReached = await readMe().then(
      () => true,
      () => false,
    )
    if (!isReached) return null
    return (await ready()) ? 'there' : 'anew'
  }
  const ask = async (): Promise<void> => {
    const how = await look()
    if (how === null || isOver) return
    stop()
    arrive(how)
  }
  const askNow = (): void => void ask()
  const timer = setInterval(askNow, AGAIN_MS)
  window.addEventListener('online', askNow)
  const stop = (): void => {
    isOver = true
    clearInterval(timer)
    window.removeEventListener('online', askNow)
  }
  askNow()
  return stop
}
