/** The platform's clock: in a sandbox it may be moved, so relative times follow it and not the browser's. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMe } from '../api/me.ts'
import { dayAndTime, utc } from '../format/time.ts'
import { Icon } from '../parts/icon.tsx'
import { texts, useTexts } from '../texts/dictionary.ts'
import { useLocale } from '../texts/language.ts'

const TICK_MS = 15_000

const TEXTS = texts(
  { clock: 'Clock of the platform', moved: 'moved', zone: (zone: string) => `Times are of ${zone}` },
  { clock: 'Platform saati', moved: 'ileri alındı', zone: (zone) => `Saatler ${zone} dilimindedir` },
)

/** Milliseconds by the platform's clock, renewed four times a minute. */
export const usePlatformNow = (): number => {
  const { clock } = useMe()
  const base = useRef({ text: clock.now, at: Date.now() })
  if (base.current.text !== clock.now) base.current = { text: clock.now, at: Date.now() }
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return Date.parse(clock.now) + Date.now() - base.current.at
}

export const PlatformClock = (): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const { zone, clock } = useMe()
  const now = new Date(usePlatformNow()).toISOString()
  return (
    <span
      className={clock.is_moved ? 'platform-clock moved' : 'platform-clock'}
      title={`${words.zone(zone)} · ${utc(now)}`}
    >
      <Icon name="clock" />
      <span className="unseen">{words.clock}: </span>
      <time dateTime={now}>{dayAndTime(now, locale, zone)}</time>
      {clock.is_moved && <span className="moved-word"> · {words.moved}</span>}
    </span>
  )
}
