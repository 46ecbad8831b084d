/** Script in every text somebody else can set: stored by way of the interface, and put into whatever the network answers; no page runs or draws any of it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { reportPagesOfFailures } from '../support/browser.ts'
import { answerTo, settled } from '../support/console-seats.ts'
import { skip, startWalk, type Walk } from '../support/console-walk.ts'
import { CARDS } from '../support/payments.ts'

let walk: Walk
reportPagesOfFailures()
before(async () => {
  if (!skip) walk = await startWalk()
})
after(async () => {
  if (!skip) await walk.stop()
})

const MARK = 'ran-by-a-text'
const SCRIPT = `"'><img src=x onerror=globalThis.ran='${MARK}'><svg onload=globalThis.ran=1>{{7*7}}\${7*7}`
const SHORT = `"><img src=x onerror=ran=1>`
const ADDRESS = `javascript:globalThis.ran='${MARK}'`

/** Members that name things of ours: states, kinds, codes, ids. Everything else is a text that came from somebody. */
const OURS =
  /(?:^|_)(?:id|ids|status|state|type|kind|currency|currency_code|category|level|method|mode|period|interval|scope|surface|decision|action|severity|outcome|operation|operations|roles|role|environment|zone|locale|language|key|events|path|environment|slug|discrepancy|remedy|stage|result|effect|channel|brand|scheme|factor|direction)$/
const IS_FIXED = /^(?:[0-9a-f-]{32,36}|\d{4}-\d{2}-\d{2}.*|[\d.,:+-]*|true|false)$/i

const poisoned = (value: unknown, name = ''): unknown => {
  if (Array.isArray(value)) return value.map((each) => poisoned(each, name))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, poisoned(each, key)]))
  if (typeof value !== 'string' || OURS.test(name) || IS_FIXED.test(value)) return value
  return /^https?:/.test(value) ? ADDRESS : SCRIPT
}
const poison = async (route: Route): Promise<void> => {
  if (route.request().method() !== 'GET') return route.fallback()
  const response = await answerTo(route)
  if (!/json/.test(response.headers()['content-type'] ?? '')) return route.fulfill({ response })
  const body = await response.json()
  return route.fulfill({ response, json: /\/api\/me$/.test(route.request().url()) ? named(body) : poisoned(body) })
}
/** Who is signed in decides what there is to see: names alone change. */
const named = (value: unknown, name = ''): unknown => {
  if (typeof value !== 'object' || value === null)
    return /^(?:name|email|external_id|address|user_agent)$/.test(name) ? SCRIPT : value
  if (Array.isArray(value)) return value.map((each) => named(each))
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, named(each, key)]))
}

/** What there must not be on a page, whatever it shows. */
const harm = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    `[
      ...(globalThis.ran === undefined ? [] : ['a text ran: ' + globalThis.ran]),
      ...[...document.querySelectorAll('[onerror], [onload], img[src="x"], iframe, a[href*="${MARK}"]')].map((each) => each.outerHTML.slice(0, 120)),
    ]`,
  )

/** Texts a shopper, a shop's program and a bank set, stored as they are. */
const store = async ({ day }: Walk): Promise<string[]> => {
  const { vezne } = day.team
  const refused: string[] = []
  const ask = async (
    surface: 'cards' | 'transfers' | 'fraud' | 'identity',
    method: string,
    path: string,
    body: object,
  ) => {
    const answer = await vezne.request(surface, method, `/api/v1${path}`, {
      token: await vezne.token('admin'),
      headers: {
        'x-external-merchant-id': 'M-1001',
        'user-agent': SCRIPT,
        ...(surface === 'transfers' ? { 'x-tenant-id': '00000000-0000-4000-8000-000000000010' } : {}),
      },
      body,
    })
    if (answer.status >= 400) refused.push(`${path}: ${answer.text}`)
    return answer.body
  }
  const card = { number: CARDS.success, expire_month: '12', expire_year: '2030', cvv: '000' }
  const paid = await ask('cards', 'POST', '/payments', {
    external_id: SHORT,
    amount: { amount: 1_250, currency: 'TRY' },
    installment: 1,
    description: SCRIPT,
    buyer: { name: SHORT, email: 'a@b.example' },
    card: { holder_name: SHORT, ...card },
  })
  await ask('cards', 'POST', `/payments/${paid.transaction_id}/refund`, { amount: 100, reason: SCRIPT })
  await ask('cards', 'POST', '/cancellation-requests', { transaction_id: paid.transaction_id, reason: SCRIPT })
  const disputed = await ask('cards', 'POST', '/chargebacks', {
    transaction_id: paid.transaction_id,
    amount: 100,
    reason: SCRIPT,
    notes: SCRIPT,
  })
  const path = `/api/v1/chargebacks/${disputed.id}/evidence?file_name=${encodeURIComponent(`${SHORT}.pdf`)}`
  const sent = await fetch(`${vezne.urls.cards}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await vezne.token('admin')}`, 'content-type': 'application/pdf' },
    body: '%PDF-1.7\n',
  })
  if (!sent.ok) refused.push(`${path}: ${await sent.text()}`)
  await ask('identity', 'POST', '/merchants', {
    name: SCRIPT,
    external_id: 'M-666',
    legal_name: SCRIPT,
    is_active: true,
  })
  await ask('cards', 'POST', '/webhook-subscriptions', {
    url: 'http://127.0.0.1:59999/x',
    events: ['*'],
    description: SCRIPT,
  })
  await ask('fraud', 'POST', '/fraud/blacklist', { entry_type: 'email', value: 'x@evil.example', reason: SCRIPT })
  await day.team.create([
    {
      source_account_id: '00000000-0000-4000-8000-000000000050',
      transfer_type: 'fast',
      external_id: SHORT,
      description: SCRIPT.slice(0, 100),
      recipient: { iban: 'TR160090100000000000009000', holder_name: SHORT },
      amount: { value: 100, currency_code: 'TRY' },
    },
  ])
  return refused
}

for (const [how, isPoisoned] of [
  ['stored', false],
  ['in every text the network answers', true],
] as const)
  test(`script ${how}: all screens show it as a text`, { skip }, async (t) => {
    if (!isPoisoned) for (const line of await store(walk)) t.diagnostic(line)
    const found: string[] = []
    let shown = 0
    for (const person of ['admin', 'operator']) {
      const seat = await walk.seats.sit(person, 'tr')
      seat.page.on('dialog', (dialog) => {
        found.push(`a dialog: ${dialog.message()}`)
        void dialog.dismiss()
      })
      if (isPoisoned)
        await seat.page.route(/\/console\/api\/(?:cards|transfers|fraud|identity|me|names|sessions|search)/, poison)
      for (const screen of walk.screens) {
        if ((await walk.personFor(screen)) !== person) continue
        await seat.page.goto(`${walk.base}/console${await walk.addressFor(screen, person)}`)
        await settled(seat.page).catch((error: Error) => found.push(`${screen.path}: ${error.message.slice(0, 80)}`))
        found.push(...(await harm(seat.page)).map((what) => `${screen.path}: ${what}`))
        if ((await seat.page.content()).includes('onerror=')) shown++
      }
      // A made-up word in an address is refused by the server; that is no harm.
      found.push(...seat.complaints.filter((text) => !(isPoisoned && /Failed to load resource/.test(text))))
      await seat.context.close()
    }
    t.diagnostic(`${shown} screens show one`)
    assert.deepEqual(found, [])
    assert.ok(shown > (isPoisoned ? 30 : 3), `${shown} screens show one`)
  })
