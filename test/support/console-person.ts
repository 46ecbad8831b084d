/** A person at the console who knows its words: presses what has a name, fills in what has a label, by hand or by keyboard alone. */
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { PATIENCE_MS } from './browser.ts'
import { type Seat, settled } from './console-seats.ts'
import type { ConsoleWords, Dictionary } from './console-words.ts'
import { until } from './until.ts'

/** Tabs from one end of a page to the other and round again. */
const TABS_MAX = 250

export interface Person {
  readonly page: Page
  /** What a browser must not have to say. */
  readonly complaints: string[]
  /** What the server refused: `403 cards/payments/…/refund`. */
  readonly refusals: ReadonlySet<string>
  readonly words: ConsoleWords
  /** By the menu. */
  go(path: string): Promise<void>
  button(name: string): Locator
  press(name: string): Promise<void>
  /** A button at the end of a row: what it does, and of which row. */
  pressOf(name: string, row: string | RegExp): Promise<void>
  fill(label: string, value: string): Promise<void>
  /** A field whose label has its hint inside. */
  fillPlain(label: string, value: string): Promise<void>
  /** By the value of the option. */
  choose(label: string, value: string): Promise<void>
  upload(label: string, name: string, content: Uint8Array, mimeType?: string): Promise<void>
  sees(text: string | RegExp): Promise<void>
  /** The dialog of this title is done with; where the person has to be confirmed first, that too. */
  done(title: string): Promise<void>
  /** Confirmed when the password is asked for again, which it has to be. */
  stepUp(): Promise<void>
  /** Why a button cannot be pressed. */
  refusalOf(name: string): Promise<string>
  /** The id at the end of the address of a detail. */
  arrivedAt(path: string): Promise<string>
  /** Walks there with the tabulator. */
  reach(target: Locator): Promise<void>
  signOut(name: string): Promise<void>
}

const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

export const personAt = (seat: Seat, words: ConsoleWords, base: string): Person => {
  const { page } = seat
  const common: Dictionary = words.of('common')
  const frame: Dictionary = words.of('frame')
  /** Behind a dialog nothing can be pressed. */
  const here = page.locator('body:not(:has([role="dialog"])), [role="dialog"]').last()
  const button = (name: string): Locator => here.getByRole('button', { name, exact: true })
  /** With its currency, and the word for what may be left out. */
  const nameOf = (label: string): RegExp =>
    new RegExp(`^${escaped(label)}(?: \\([A-Z]{3}\\))?(?: ?· ?${escaped(common.optional)})?$`)
  const around = (label: string): Locator =>
    page.locator('label', { has: page.getByText(label, { exact: true }) }).last()
  const reach = async (target: Locator): Promise<void> => {
    await target.waitFor()
    for (let tabs = 0; tabs < TABS_MAX; tabs++) {
      if (await target.evaluate((node) => node === node.ownerDocument.activeElement)) return
      await page.keyboard.press('Tab')
    }
    assert.fail('no way there with the tabulator')
  }
  const gate = page.getByRole('dialog', { name: frame.stepUp })
  const refusals = new Set<string>()
  let isLeaving = false
  page.on('response', (response) => {
    const [, path] = /\/console\/api\/([^?]*)/.exec(response.url()) ?? []
    if (path === undefined || response.status() < 400 || (isLeaving && response.status() === 401)) return
    refusals.add(`${response.status()} ${path.replaceAll(ID, '…')}`)
  })
  const person: Person = {
    page,
    complaints: seat.complaints,
    refusals,
    words,
    button,
    reach,
    async go(path) {
      await page
        .getByRole('navigation')
        .getByRole('link', { name: words.title(path), exact: true })
        .click()
      await page.waitForURL(`${base}/console${path}`)
      await settled(page)
    },
    press: (name) => button(name).click(),
    async pressOf(name, row) {
      const text = typeof row === 'string' ? escaped(row) : row.source
      await page
        .getByRole('button', { name: new RegExp(`^${escaped(name)} ?: ?${text}$`) })
        .first()
        .click()
    },
    fill: (label, value) => here.getByRole('textbox', { name: nameOf(label) }).fill(value),
    fillPlain: (label, value) => around(label).locator('input, textarea').fill(value),
    choose: async (label, value) => void (await around(label).locator('select').selectOption(value)),
    upload: (label, name, content, mimeType = 'application/octet-stream') =>
      page.getByLabel(label, { exact: true }).setInputFiles({ name, mimeType, buffer: Buffer.from(content) }),
    // The choices of a filter have the same words.
    sees: (text) => page.getByText(text).locator('visible=true').first().waitFor(),
    async done(title) {
      const dialog = page.getByRole('dialog', { name: title, exact: true })
      const isOver = async (): Promise<boolean> => {
        if (await gate.isVisible()) await button(frame.demo).click()
        const faults = await dialog.locator('[role=alert] .notice').allTextContents()
        assert.deepEqual(faults, [], title)
        return (await gate.count()) === 0 && (await dialog.count()) === 0
      }
      await until(`the dialog “${title}” is done with`, isOver, PATIENCE_MS)
      await settled(page)
    },
    async stepUp() {
      await gate.waitFor()
      await reach(button(frame.demo))
      await page.keyboard.press('Enter')
      await gate.waitFor({ state: 'detached' })
    },
    async refusalOf(name) {
      const off = button(name)
      assert.equal(await off.getAttribute('aria-disabled'), 'true', name)
      const id = await off.getAttribute('aria-describedby')
      return (await page.locator(`[id="${id}"]`).textContent()) ?? ''
    },
    async arrivedAt(path) {
      await page.waitForURL((url) => new RegExp(`^/console${path}/[^/]+$`).test(url.pathname))
      await settled(page)
      return new URL(page.url()).pathname.split('/').at(-1) ?? ''
    },
    async signOut(name) {
      isLeaving = true
      await page.getByRole('button', { name: new RegExp(`${escaped(name)}$`) }).click()
      await page.getByRole('menuitem', { name: frame.signOut, exact: true }).click()
      await page.waitForURL(`${base}/console/sign-in`)
      await page.goto(`${base}/console/payments`)
      await page.waitForURL(`${base}/console/sign-in?next=**`)
    },
  }
  return person
}
