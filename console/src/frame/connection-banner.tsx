/** Shows that the server cannot be reached, and retries until it can; the banner says how old the page is. */
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { connectionNow, followConnection, lost } from '../api/connection.ts'
import { ME_KEY, readMe, useMe } from '../api/me.ts'
import { clock } from '../format/time.ts'
import { Icon } from '../parts/icon.tsx'
import { texts, useTexts } from '../texts/dictionary.ts'
import { useLocale } from '../texts/language.ts'

const AGAIN_MS = 4_000

const TEXTS = texts(
  { lost: (at: string) => `No connection since ${at}. What you see may be old; trying again by itself.` },
  { lost: (at) => `${at} itibarıyla bağlantı yok. Gördükleriniz eski olabilir; kendiliğinden yeniden deneniyor.` },
)

export const ConnectionBanner = (): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const { zone } = useMe()
  const client = useQueryClient()
  const { isLost, since } = useSyncExternalStore(followConnection, connectionNow)
  useEffect(() => {
    window.addEventListener('offline', lost)
    return () => window.removeEventListener('offline', lost)
  }, [])
  useEffect(() => {
    if (!isLost) return undefined
    const ask = (): void =>
      void readMe().then(
        (me) => {
          client.setQueryData(ME_KEY, me)
          void client.invalidateQueries()
        },
        () => undefined,
      )
    const timer = setInterval(ask, AGAIN_MS)
    window.addEventListener('online', ask)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', ask)
    }
  }, [isLost, client])
  return (
    <div role="alert">
      {isLost && since !== null && (
        <div className="banner">
          <Icon name="warn" />
          {words.lost(clock(new Date(since).toISOString(), locale, zone))}
        </div>
      )}
    </div>
  )
}
