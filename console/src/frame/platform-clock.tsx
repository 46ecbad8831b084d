/** The platform's clock in the header, marked if a sandbox has moved it. */
import type { ReactNode } from 'react'
import { useMe } from '../api/me.ts'
import { usePlatformNow } from '../api/platform-now.ts'
import { dayAndTime, utc } from '../format/time.ts'
import { Icon } from '../parts/icon.tsx'
import { texts, useTexts } from '../texts/dictionary.ts'
import { useLocale } from '../texts/language.ts'

const TEXTS = texts(
  { clock: 'Clock of the platform', moved: 'moved', zone: (zone: string) => `Times are of ${zone}` },
  { clock: 'Platform saati', moved: 'ileri alındı', zone: (zone) => `Saatler ${zone} dilimindedir` },
)

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
