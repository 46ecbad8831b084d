/** The console's day with browsers in front of it: built pages, all screens, who may open which, and where a screen is. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildConsole } from '../../scripts/console/build.ts'
import { openBrowser } from './browser.ts'
import { type ConsoleDay, startConsoleDay } from './console-day.ts'
import { openSeats, type Seats, settled } from './console-seats.ts'
import { makeFonts } from './fonts.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export const LANGUAGES = ['en', 'tr'] as const

/** Set by `npm run checks -- console`: where pictures go. Without it nothing walks. */
export const shots = process.env.VEZNE_CONSOLE_SHOTS
export const skip = shots === undefined && 'npm run checks -- console'

export interface WalkedScreen {
  readonly path: string
  readonly title: Readonly<Record<'en' | 'tr', string>>
}

export interface Walk {
  readonly day: ConsoleDay
  readonly base: string
  readonly seats: Seats
  readonly screens: readonly WalkedScreen[]
  /** Who of the demo people may open it. */
  personFor(screen: WalkedScreen): Promise<string>
  /** As the day says, else by the first row of the list that leads there. Throws where nothing leads: no screen is left out. */
  addressFor(screen: WalkedScreen, person: string): Promise<string>
  stop(): Promise<void>
}

export const startWalk = async (): Promise<Walk> => {
  await buildConsole(() => undefined)
  const { SCREENS: screens } = await import(join(ROOT, 'console/src/screens.ts'))
  const { mayOpen } = await import(join(ROOT, 'console/src/screen.ts'))
  const day = await startConsoleDay()
  const base = day.team.vezne.urls.console.replace('127.0.0.1', 'localhost')
  const browser = await openBrowser(makeFonts())
  const seats = openSeats(browser, base)
  const known = new Map<string, string>()
  const people = new Map<string, string>()
  return {
    day,
    base,
    seats,
    screens,
    async personFor(screen) {
      const before = people.get(screen.path)
      if (before !== undefined) return before
      for (const person of ['admin', 'operator']) {
        const seat = await seats.seatOf(person, 'en')
        const me = await seat.page.evaluate<{ operations: string[] }>(
          'fetch("/console/api/me", { headers: { "x-console": "1" } }).then((answer) => answer.json())',
        )
        if (!mayOpen(screen, me.operations)) continue
        people.set(screen.path, person)
        return person
      }
      throw new Error(`none of the demo people may open ${screen.path}`)
    },
    async addressFor({ path }, person) {
      const address = day.addressOf(path) ?? known.get(path)
      if (address !== undefined) return address
      const { page } = await seats.seatOf(person, 'en')
      await page.goto(`${base}/console${path.slice(0, path.indexOf('/$'))}`)
      await settled(page)
      const row = page.locator('.row-link').first()
      if ((await row.count()) === 0) throw new Error(`no row leads to ${path}: the day has to make one`)
      const found = ((await row.getAttribute('href')) ?? '').replace(/^\/console/, '')
      known.set(path, found)
      return found
    },
    async stop() {
      await browser.close()
      await day.team.stop()
    },
  }
}
