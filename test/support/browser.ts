/**
 * A real browser: Chromium out of an npm package, or the one VEZNE_TEST_BROWSER names. Browsers are usually downloaded by a tool of their
 * own at install time, which a machine without such access cannot do.
 */
import chromium from '@sparticuz/chromium'
import { type Browser, type BrowserContextOptions, type Page, chromium as playwright } from 'playwright-core'

/** The package contains only Linux binaries; elsewhere a browser has to be configured. */
export const hasBrowser = process.env.VEZNE_TEST_BROWSER !== undefined || process.platform === 'linux'

/** `env`: on top of this process's. */
export const openBrowser = async (env: Readonly<Record<string, string>> = {}): Promise<Browser> =>
  playwright.launch({
    executablePath: process.env.VEZNE_TEST_BROWSER ?? (await chromium.executablePath()),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    env: { ...process.env, ...env } as Record<string, string>,
  })

export interface Visit {
  page: Page
  /** What the browser complained about: refused by a content security policy, scripts that threw. */
  complaints: string[]
  close(): Promise<void>
}

/** A visitor of their own: no cookies, no history. */
export const visit = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> => {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return { page, complaints, close: () => context.close() }
}
