/** What a screen looks like while it is read, when that fails, when there is nothing, when one may not: the network answers so, the pages are the real ones. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { reportPagesOfFailures } from '../support/browser.ts'
import { answerTo, findings, inEveryLook, lookOf, type Seat, settled } from '../support/console-seats.ts'
import { LANGUAGES, shots, skip, startWalk, type Walk } from '../support/console-walk.ts'
import { smallPng } from '../support/small-png.ts'

let walk: Walk
reportPagesOfFailures()
before(async () => {
  if (!skip) walk = await startWalk()
})
after(async () => {
  if (!skip) await walk.stop()
})

const picture = async (page: Page, name: string): Promise<void> => {
  if (shots !== undefined) writeFileSync(join(shots, `${name}.png`), await smallPng(await page.screenshot()))
}

const READS = /\/console\/api\/(?:cards|transfers|fraud|identity)\//
/** Seen in all twelve looks; the others, which are made of the same parts, in the two that are farthest from each other. */
const IN_EVERY_LOOK = new Set(['/', '/approvals', '/payments', '/payments/$id', '/transfers/new', '/settings'])

const problem = (status: number, code: string, title: string) => (route: Route) =>
  route.fulfill({
    status,
    contentType: 'application/problem+json',
    body: JSON.stringify({ title, status, code, detail: `${title}: ${code}`, correlation_id: 'c-1' }),
  })
/** Lists without rows; what is no list stays as it is. */
const emptied = (value: unknown): unknown => {
  if (Array.isArray(value)) return []
  if (typeof value !== 'object' || value === null) return value
  if ('items' in value)
    return { ...value, items: [], total_count: 0, total_pages: 0, has_next_page: false, has_previous_page: false }
  return 'data' in value ? { ...value, data: emptied(value.data) } : value
}
const withoutRows = async (route: Route): Promise<void> => {
  const response = await answerTo(route)
  assert.notEqual(response.status(), 403, route.request().url())
  if (!/json/.test(response.headers()['content-type'] ?? '') || !response.ok()) return route.fulfill({ response })
  return route.fulfill({ response, json: emptied(await response.json()) })
}

const STATES: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  // Never answered: the page closes before.
  loading: async () => undefined,
  failed: problem(500, 'internal_error', 'Something went wrong'),
  forbidden: problem(403, 'forbidden', 'Not allowed'),
  'not found': problem(404, 'resource_not_found', 'Not there'),
  empty: withoutRows,
}

/** The network told of the answers this test made; the pages may not complain of anything else. */
const ownComplaints = ({ complaints }: Seat): string[] =>
  complaints.filter((text) => !/Failed to load resource|net::ERR/.test(text))

for (const [state, answer] of Object.entries(STATES))
  test(`${state}: every screen says so, and nothing is found`, { skip }, async () => {
    const found: string[] = []
    for (const language of LANGUAGES)
      for (const person of ['admin', 'operator']) {
        const seat = await walk.seats.sit(person, language)
        const asked = new Set<string>()
        await seat.page.route(READS, (route) => {
          if (route.request().method() !== 'GET') return route.fallback()
          asked.add(seat.page.url())
          return answer(route)
        })
        for (const screen of walk.screens) {
          if ((await walk.personFor(screen)) !== person) continue
          const address = await walk.addressFor(screen, person)
          await seat.page.goto(`${walk.base}/console${address}`)
          await (state === 'loading' ? seat.page.locator('h1').first().waitFor() : settled(seat.page))
          const name = `${screen.path} ${state} ${language}`
          const theme = language === 'en' ? 'light' : 'dark'
          if (IN_EVERY_LOOK.has(screen.path)) found.push(...(await inEveryLook(seat, name)))
          else {
            await lookOf(seat, theme, language === 'en' ? 1_280 : 320)
            found.push(...(await findings(seat, name)))
          }
          if (screen.path !== '/payments' || state === 'not found') continue
          await lookOf(seat, theme, 1_280)
          await picture(seat.page, `state-${state}-${theme}`)
        }
        assert.ok(asked.size > 0, `${person} read nothing`)
        found.push(...ownComplaints(seat))
        await seat.context.close()
      }
    assert.deepEqual(found, [])
  })

test('old rows without a connection, the session at its end, a step-up, the receipt on paper', { skip }, async () => {
  const found: string[] = []
  for (const language of LANGUAGES) {
    const theme = language === 'en' ? 'light' : 'dark'
    const seat = await walk.seats.sit('admin', language)
    const { page, context } = seat
    const look = async (name: string): Promise<void> => {
      found.push(...(await inEveryLook(seat, `${name} ${language}`)))
      await lookOf(seat, theme, 1_280)
      await picture(page, `state-${name.replaceAll(' ', '-')}-${theme}`)
    }
    await page.goto(`${walk.base}/console/payments`)
    await settled(page)
    await context.setOffline(true)
    await page.locator('.banner').waitFor()
    await look('no connection')
    // The server is there again, and gives no list.
    await page.route(/\/api\/cards\//, (route) => route.abort())
    await context.setOffline(false)
    await page.locator('.notice.waits').waitFor()
    await look('stale')
    await page.unrouteAll({ behavior: 'ignoreErrors' })

    const detail = `${walk.base}/console${walk.day.addressOf('/payments/$id')}`
    for (const [name, status, code] of [
      ['step-up', 403, 'step_up_required'],
      ['signed out', 401, 'sign_in_required'],
    ] as const)
      for (const isDemo of [true, false]) {
        await page.route(/\/console\/api\/me$/, async (route) => {
          const response = await answerTo(route)
          const me = await response.json()
          await route.fulfill({ response, json: { ...me, session: { ...me.session, is_demo: isDemo } } })
        })
        await page.goto(detail)
        await settled(page)
        await page.route(/\/refund$/, problem(status, code, 'First the person'))
        await page.locator('.actions button').first().click()
        await page.getByRole('dialog').waitFor()
        await page.locator('.dialog button[type=submit]').click()
        await page.getByRole('dialog').nth(1).waitFor()
        await look(isDemo ? name : `${name} with password`)
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      }

    await page.goto(`${walk.base}/console${walk.day.addressOf('/payments/$id/receipt')}`)
    await settled(page)
    await page.emulateMedia({ media: 'print' })
    await look('receipt on paper')
    found.push(...ownComplaints(seat))
    await context.close()
  }
  assert.deepEqual(found, [])
})
