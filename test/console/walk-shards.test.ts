/** What people of the platform see of the servers that organizations are spread over: both, one that is away, a single one, none. Part of `npm run checks -- console`. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { buildConsole } from '../../scripts/console/build.ts'
import { openBrowser, reportPagesOfFailures } from '../support/browser.ts'
import { answerTo, inEveryLook, openSeats, type Seats, settled } from '../support/console-seats.ts'
import { LANGUAGES, shots, skip } from '../support/console-walk.ts'
import { readConsoleWords } from '../support/console-words.ts'
import { makeFonts } from '../support/fonts.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

const PATH = '/platform/shards'
const STATES = {
  en: { available: 'Answers', away: 'Does not answer', none: 'All organizations are on one database' },
  tr: { available: 'Yanıt veriyor', away: 'Yanıt vermiyor', none: 'Tüm kuruluşlar tek veritabanında' },
}

let vezne: Vezne
let browser: Awaited<ReturnType<typeof openBrowser>>
let seats: Seats
let base: string
reportPagesOfFailures()
before(async () => {
  if (skip) return
  await buildConsole(() => undefined)
  vezne = await startVezne({ shards: 2 })
  browser = await openBrowser(makeFonts())
  base = vezne.urls.console.replace('127.0.0.1', 'localhost')
  seats = openSeats(browser, base)
})
after(async () => {
  if (skip) return
  await browser.close()
  await vezne.stop()
})

type Shard = Record<string, unknown>
const away = (shard: Shard): Shard => ({
  ...shard,
  ...{
    is_available: false,
    is_closed: null,
    tenants: null,
    size_bytes: null,
    connections: null,
    connections_max: null,
  },
  ...{ schema_version: null, is_following: false },
})

for (const language of LANGUAGES)
  test(`${language}: the screen and the menu say which servers there are and how they are`, { skip }, async () => {
    const words = await readConsoleWords(language)
    const [title, states] = [words.title(PATH), STATES[language]]
    const seat = await seats.sit('operator', language)
    const { page } = seat
    const found: string[] = []
    const rows = () => page.locator('main tbody tr')
    const see = async (name: string): Promise<void> => {
      await page.goto(`${base}/console${PATH}`)
      await settled(page)
      assert.equal(await page.locator('h1').textContent(), title)
      found.push(...(await inEveryLook(seat, `${PATH} ${name} ${language}`)))
      if (shots !== undefined) writeFileSync(join(shots, `shards-${name}-${language}.png`), await page.screenshot())
    }
    const link = page.getByRole('navigation').getByRole('link', { name: title, exact: true })
    const change = (items: (shards: Shard[]) => Shard[]) =>
      page.route(/identity\/platform\/shards/, async (route) => {
        const response = await answerTo(route)
        await route.fulfill({ response, json: { items: items(((await response.json()) as { items: Shard[] }).items) } })
      })

    await link.click()
    await settled(page)
    await see('both')
    assert.equal(await rows().count(), 2)
    for (const at of [0, 1]) assert.match((await rows().nth(at).textContent()) ?? '', new RegExp(states.available))

    await change(([first, second]) => [first!, away(second!)])
    await see('away')
    assert.match((await rows().nth(1).textContent()) ?? '', new RegExp(states.away))
    assert.match((await rows().nth(0).textContent()) ?? '', new RegExp(states.available))

    await page.unroute(/identity\/platform\/shards/)
    await change(([first]) => [first!])
    await see('one')
    assert.equal(await rows().count(), 1)

    await page.unroute(/identity\/platform\/shards/)
    await change(() => [])
    await page.route(/\/console\/api\/me$/, async (route) => {
      const response = await answerTo(route)
      await route.fulfill({ response, json: { ...((await response.json()) as object), shards: 0 } })
    })
    await see('none')
    assert.match(
      (await page.locator('main').textContent()) ?? '',
      new RegExp(`${states.none}[\\s\\S]*docs/shards\\.md`),
    )
    assert.equal(await link.count(), 0)
    assert.deepEqual(found, [])
  })
