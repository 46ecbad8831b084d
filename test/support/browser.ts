/**
 * A real browser: Chromium out of an npm package, or the one VEZNE_TEST_BROWSER names. Browsers are usually downloaded by a tool of their
 * own at install time, which a machine without such access cannot do.
 */
import { afterEach, type TestContext } from 'node:test'
import chromium from '@sparticuz/chromium'
import { type Browser, type BrowserContextOptions, type Page, chromium as playwright } from 'playwright-core'

/** The package contains only Linux binaries; elsewhere a browser has to be configured. */
export const hasBrowser = process.env.VEZNE_TEST_BROWSER !== undefined || process.platform === 'linux'

/** Only ends a broken run: soon where somebody waits for a test that they named, late where many tests share the machine. */
export const PATIENCE_MS = process.env.VEZNE_TEST_WHOLE === '0' ? 10_000 : 120_000

const openBrowsers = new Set<Browser>()

/** `env`: on top of this process's. */
export const openBrowser = async (env: Readonly<Record<string, string>> = {}): Promise<Browser> => {
  const browser = await playwright.launch({
    executablePath: process.env.VEZNE_TEST_BROWSER ?? (await chromium.executablePath()),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    env: { ...process.env, ...env } as Record<string, string>,
  })
  openBrowsers.add(browser)
  browser.on('disconnected', () => openBrowsers.delete(browser))
  return browser
}

const TEXT_CHARS_MAX = 4_000

/** The address of every open page, and the text of its main part and dialogs. */
export const openPages = async (): Promise<string> => {
  const pages = [...openBrowsers].flatMap((browser) => browser.contexts().flatMap((context) => context.pages()))
  return (await Promise.all(pages.map(textOfPage))).join('\n')
}

const textOfPage = async (page: Page): Promise<string> => {
  const text = await page
    .locator('main, [role=dialog], body:not(:has(main))')
    .allInnerTexts()
    .then((parts) => parts.join('\n'))
    .catch((error: Error) => error.message)
  return `${page.url()} shows:\n${text.slice(0, TEXT_CHARS_MAX)}`
}

/** Called once in a file whose tests leave their pages open until its end: a test that fails reports them. */
export const reportPagesOfFailures = (): void =>
  afterEach(async (context) => {
    const test = context as TestContext
    if (test.error !== null) test.diagnostic(await openPages())
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
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return { page, complaints, close: () => context.close() }
}
