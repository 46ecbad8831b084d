/** People at browsers in front of the console, and what may be found on a page: nothing, in no theme and at no width. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { APIResponse, Browser, BrowserContext, Page, Route } from 'playwright-core'
import { PATIENCE_MS } from './browser.ts'
import { until } from './until.ts'

const THEMES = ['light', 'dark'] as const
const WIDTHS = [1_280, 390, 320] as const
export const HEIGHT = 800

export interface Seat {
  readonly context: BrowserContext
  readonly page: Page
  /** What a browser must not have to say: refused by the policy, thrown, asked of another origin. */
  readonly complaints: string[]
}

export interface Seats {
  sit(person: string | null, language: 'en' | 'tr'): Promise<Seat>
  /** The same seat each time. */
  seatOf(person: string, language: 'en' | 'tr'): Promise<Seat>
  /** What all of them complained about. */
  complaints(): Promise<string[]>
}

export const openSeats = (browser: Browser, base: string): Seats => {
  const kept = new Map<string, Promise<Seat>>()
  const sit: Seats['sit'] = (person, language) => sitAt(browser, base, person, language)
  return {
    sit,
    seatOf(person, language) {
      const key = `${person} ${language}`
      const seat = kept.get(key) ?? sit(person, language)
      kept.set(key, seat)
      return seat
    },
    complaints: async () => (await Promise.all(kept.values())).flatMap(({ complaints }) => complaints),
  }
}

/** A person at a browser of their own; nobody: not signed in. */
const sitAt = async (browser: Browser, base: string, person: string | null, language: 'en' | 'tr'): Promise<Seat> => {
  const context = await browser.newContext({
    viewport: { width: WIDTHS[0], height: HEIGHT },
    locale: language === 'tr' ? 'tr-TR' : 'en-GB',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(PATIENCE_MS)
  await context.addInitScript(
    (said) => localStorage.setItem('vezne-look', said),
    JSON.stringify({ language, theme: 'system' }),
  )
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content.Security|Trusted/i.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${base}/`)) complaints.push(`asked ${request.url()}`)
  })
  if (person !== null) {
    await page.goto(`${base}/console/sign-in?lang=${language}`)
    await page.locator(`button[value=${person}]`).click()
    await page.waitForURL(`${base}/console/`)
    await settled(page)
  }
  return { context, page, complaints }
}

/** What the server says to a request of the page that a test holds; the browser's own word about where it comes from is not in the request it gives away. */
export const answerTo = (route: Route): Promise<APIResponse> =>
  route.fetch({ headers: { ...route.request().headers(), 'sec-fetch-site': 'same-origin' } })

/** Everything is read: a heading stands, nothing loads. The policy lets nobody evaluate texts in the page, so it is asked from outside. */
export const settled = async (page: Page): Promise<void> => {
  await page.locator('h1').first().waitFor()
  await until(
    'the page has read everything',
    async () => (await page.locator('.skeleton, .aged').count()) === 0,
    PATIENCE_MS,
  )
  await page.evaluate('document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => done(null))))')
}

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** axe over the protocol, which no policy of the page concerns. */
export const findings = async ({ page }: Seat, name: string): Promise<string[]> => {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Runtime.evaluate', { expression: `if (window.axe === undefined) { ${axe} }` })
  await protocol.detach()
  const [wide, seen] = await page.evaluate<[number, number]>('[document.documentElement.scrollWidth, innerWidth]')
  const found = await page.evaluate<{ id: string; nodes: { html: string; failureSummary: string }[] }[]>(
    'axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"] }).then(({ violations }) => violations)',
  )
  return [
    ...(wide > seen ? [`${name}: ${wide} px wide in ${seen}`] : []),
    ...found.map(({ id, nodes }) => `${name}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' ')}`),
  ]
}

export const lookOf = async (
  { page }: Seat,
  theme: (typeof THEMES)[number],
  width: (typeof WIDTHS)[number],
): Promise<void> => {
  await page.emulateMedia({ colorScheme: theme })
  await page.setViewportSize({ width, height: HEIGHT })
}

export const inEveryLook = async (seat: Seat, name: string): Promise<string[]> => {
  const found: string[] = []
  for (const theme of THEMES)
    for (const width of WIDTHS) {
      await lookOf(seat, theme, width)
      found.push(...(await findings(seat, `${name} ${theme} ${width}`)))
    }
  await lookOf(seat, 'light', WIDTHS[0])
  return found
}
