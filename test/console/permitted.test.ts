/**
 * Who may do what, seen in a browser: every role opens every screen. No button and no read that is refused; and to everything that a role may do, a
 * way: something it reads, presses or follows there.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { buildConsole } from '../../scripts/console/build.ts'
import { BUILT_IN_ROLES, MERCHANT_ROLES } from '../../src/access/permissions.ts'
import { openBrowser } from '../support/browser.ts'
import { openBrowser as openClerk } from '../support/console.ts'
import { type ConsoleDay, startConsoleDay } from '../support/console-day.ts'
import { openSeats, type Seats, settled } from '../support/console-seats.ts'
import { readWays, type Ways } from '../support/console-ways.ts'
import {
  type ConsoleWords,
  type DeclaredScreen,
  declaredScreens,
  ofConsole,
  readConsoleWords,
} from '../support/console-words.ts'
import { makeFonts } from '../support/fonts.ts'
import { openPeople, PASSWORD } from '../support/people.ts'
import { MERCHANT } from '../support/transfers.ts'
import { FOR_PROGRAMS, NO_SCREEN_YET } from './without-a-screen.ts'

const skip = process.env.VEZNE_CONSOLE_SHOTS === undefined && 'npm run checks -- console'

interface Rig {
  readonly day: ConsoleDay
  readonly base: string
  readonly seats: Seats
  readonly words: ConsoleWords
  readonly ways: Ways
  readonly screens: readonly DeclaredScreen[]
  /** Addresses of details, as whoever came first found them. */
  readonly addresses: Map<string, string>
}

interface Role {
  readonly name: string
  /** One of the demo people, or somebody made for it. */
  readonly demo?: string
  readonly username?: string
}

/** What a role saw in the browser. */
interface Seen {
  readonly operations: Set<string>
  readonly faults: string[]
}

test('every role on every screen: nothing refused, and a way to everything it may do', { skip }, async (t) => {
  await buildConsole(() => undefined)
  const day = await startConsoleDay()
  const base = day.team.vezne.urls.console.replace('127.0.0.1', 'localhost')
  const browser = await openBrowser(makeFonts())
  const rig: Rig = {
    day,
    base,
    seats: openSeats(browser, base),
    words: await readConsoleWords('en'),
    ways: await readWays(),
    screens: await declaredScreens(),
    addresses: new Map(),
  }
  const faults: string[] = []
  const listed = new Set<string>([...FOR_PROGRAMS.keys(), ...NO_SCREEN_YET.keys()])
  const unlisted = new Map<string, string[]>()
  const needed = new Set<string>()
  try {
    for (const role of await makeRoles(rig)) {
      const operations = await permittedTo(rig, role)
      const seen = await walk(rig, role, operations)
      faults.push(...seen.faults)
      const byCode = waysByCode(rig, operations)
      for (const { id } of rig.ways.published) {
        if (seen.operations.has(id) && !operations.has(id))
          faults.push(`${role.name}: ${id} is offered and not permitted`)
        if (!operations.has(id)) continue
        if (seen.operations.has(id) || byCode.has(id)) continue
        if (listed.has(id)) needed.add(id)
        else unlisted.set(id, [...(unlisted.get(id) ?? []), role.name])
      }
      const unseen = [...byCode].filter((id) => operations.has(id) && !seen.operations.has(id))
      t.diagnostic(
        `${operations.size} operations of ${role.name}: ${seen.operations.size} seen, ${unseen.length} behind a dialog or a state`,
      )
    }
  } finally {
    await browser.close()
    await day.team.stop()
  }
  for (const [id, roles] of unlisted) faults.push(`no way to ${id} for ${roles.join(', ')}`)
  for (const id of listed) if (!needed.has(id)) faults.push(`${id} has a way for everybody: it need not be listed`)
  assert.deepEqual(faults, [])
})

const TENANT = 'tenant-demo'

const makeRoles = async ({ day }: Rig): Promise<readonly Role[]> => {
  const people = openPeople(day.team.vezne)
  const demo: readonly Role[] = ['operator', 'admin', 'finance', 'developer'].map((name) => ({ name, demo: name }))
  const others = [...BUILT_IN_ROLES].filter((name) => name !== 'platform-admin' && name !== 'tenant-admin')
  for (const name of others) {
    const bound = MERCHANT_ROLES.has(name) ? { merchant_id: MERCHANT } : {}
    await people.make(`role-${name}`, { roles: [name], ...bound })
  }
  return [...demo, ...others.map((name) => ({ name, username: `role-${name}` }))]
}

const permittedTo = async ({ day }: Rig, { demo, username }: Role): Promise<Set<string>> => {
  const clerk = openClerk(day.team.vezne)
  const body = demo === undefined ? { tenant: TENANT, username, password: PASSWORD } : { demo }
  const answer = await clerk.call('POST', 'session', { body })
  assert.equal(answer.status, 200, answer.text)
  return new Set(answer.body.operations as string[])
}

const walk = async (rig: Rig, role: Role, operations: ReadonlySet<string>): Promise<Seen> => {
  const seen: Seen = { operations: new Set(), faults: [] }
  const { page, context, complaints } = await rig.seats.sit(role.demo ?? null, 'en')
  const at = { screen: '' }
  page.on('response', (response) => {
    const [, path] = /\/console\/api\/([^?]*)/.exec(response.url()) ?? []
    if (path === undefined) return
    const method = response.request().method()
    if (response.status() === 403) seen.faults.push(`${role.name} at ${at.screen}: 403 ${method} ${path}`)
    const id = rig.ways.operationOf(method, path)
    if (id !== undefined) seen.operations.add(id)
  })
  if (role.username !== undefined) await signIn(rig, page, role.username)
  const { mayOpen } = await ofConsole('screen.ts')
  for (const screen of rig.screens) {
    at.screen = screen.path
    const address = await addressFor(rig, page, screen)
    if (address === undefined) continue
    await page.goto(`${rig.base}/console${address}`)
    await settled(page)
    const isRefused = (await page.getByText(rig.words.of('common').forbiddenTitle, { exact: true }).count()) > 0
    const isOpen: boolean = mayOpen(screen, [...operations])
    if (isOpen === isRefused) seen.faults.push(`${role.name} ${isOpen ? 'may open' : 'sees'} ${screen.path}`)
    if (isOpen) for (const id of await offeredOn(rig, page)) seen.operations.add(id)
  }
  seen.faults.push(
    ...complaints.filter((text) => !text.startsWith('Failed to load')).map((text) => `${role.name}: ${text}`),
  )
  await context.close()
  return seen
}

const signIn = async ({ base }: Rig, page: Page, username: string): Promise<void> => {
  await page.goto(`${base}/console/sign-in?lang=en`)
  for (const [name, value] of Object.entries({ tenant: TENANT, username, password: PASSWORD }))
    await page.locator(`input[name=${name}]`).fill(value)
  await page.locator('input[name=password]').press('Enter')
  await page.waitForURL(`${base}/console/`)
}

/** Buttons, what is behind a menu of a row, and files to download. */
const offeredOn = async ({ words, ways }: Rig, page: Page): Promise<string[]> => {
  const named = (): Promise<string[]> =>
    page.evaluate<string[]>("[...document.querySelectorAll('[data-operation]')].map((each) => each.dataset.operation)")
  const found = await named()
  const menu = page.getByRole('button', { name: new RegExp(`^${words.of('record').actions}:`) }).first()
  if ((await menu.count()) > 0) {
    await menu.click()
    await page.getByRole('menuitem').first().waitFor()
    found.push(...(await named()))
    await page.keyboard.press('Escape')
  }
  const files = await page.evaluate<string[]>(
    `[...document.querySelectorAll('a[href^="/console/api/"]')].map((each) => each.pathname.slice('/console/api/'.length))`,
  )
  for (const path of files) found.push(ways.operationOf('GET', path) ?? path)
  return found
}

/** As the day says, else by the first row of the list that leads there; undefined where nobody has found one. */
const addressFor = async (
  { day, addresses, base }: Rig,
  page: Page,
  { path }: DeclaredScreen,
): Promise<string | undefined> => {
  const known = day.addressOf(path) ?? addresses.get(path)
  if (known !== undefined) return known
  await page.goto(`${base}/console${path.slice(0, path.indexOf('/$'))}`)
  await settled(page)
  const row = page.locator('.row-link').first()
  if ((await row.count()) === 0) return undefined
  const found = (await row.getAttribute('href'))?.replace(/^\/console/, '')
  if (found !== undefined) addresses.set(path, found)
  return found
}

const waysByCode = ({ ways, screens }: Rig, operations: ReadonlySet<string>): Set<string> => {
  const open = screens.filter(({ anyOf }) => anyOf.length === 0 || anyOf.some(({ id }) => operations.has(id)))
  return new Set([...ways.ofFrame, ...open.flatMap(({ path }) => [...(ways.ofScreen.get(path) ?? [])])])
}
