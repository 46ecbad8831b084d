/** What a person sets in the console: kept member by member, for that person alone, without card numbers and not without end. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../support/console.ts'
import { assertProblem } from '../support/problems.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()

const signedIn = async (demo: string) => {
  const browser = openBrowser(vezne)
  await browser.signIn(demo)
  return browser
}
const VIEW = { screen: '/console/payments', name: 'Failed', search: { status: 'failed' } }

test('a change of preferences names what changes: the rest stays, null removes', async () => {
  const finance = await signedIn('finance')
  await finance.call('PUT', 'preferences', { body: { language: 'en', views: { a: VIEW } } })
  const patched = await finance.call('PATCH', 'preferences', { body: { theme: 'dark', views: { b: VIEW } } })
  assert.deepEqual(patched.body, { language: 'en', theme: 'dark', views: { a: VIEW, b: VIEW } })
  const removed = await finance.call('PATCH', 'preferences', { body: { theme: null, views: { a: null, none: null } } })
  assert.deepEqual(removed.body, { language: 'en', views: { b: VIEW } })
  assert.deepEqual((await finance.call('GET', 'preferences')).body, removed.body)
  assert.deepEqual(((await finance.call('GET', 'me')).body as { preferences: unknown }).preferences, removed.body)
})

test('twenty tabs that save a view each at the same moment all keep theirs', async () => {
  const cashier = await signedIn('cashier')
  const names = Array.from({ length: 20 }, (_, at) => `v${at}`)
  await Promise.all(names.map((name) => cashier.call('PATCH', 'preferences', { body: { views: { [name]: VIEW } } })))
  const { views } = (await cashier.call('GET', 'preferences')).body as { views: object }
  assert.deepEqual(Object.keys(views).sort(), names.toSorted())
})

test('preferences are those of the person who asks', async () => {
  const analyst = await signedIn('analyst')
  await analyst.call('PATCH', 'preferences', { body: { views: { mine: VIEW } } })
  const developer = await signedIn('developer')
  assert.deepEqual((await developer.call('GET', 'preferences')).body, {})
  const nobody = openBrowser(vezne)
  assertProblem(await nobody.call('PATCH', 'preferences', { body: {} }), 'sign_in_required')
})

test('members of any name, such as __proto__, are data', async () => {
  const analyst = await signedIn('analyst')
  const before = (await analyst.call('GET', 'preferences')).body
  const body = '{"__proto__": {"language": "tr"}, "constructor": null}'
  await analyst.call('PATCH', 'preferences', { body, headers: { 'content-type': 'application/json' } })
  assert.equal(({} as { language?: string }).language, undefined)
  const { language } = (await analyst.call('GET', 'preferences')).body as { language?: string }
  assert.equal(language, (before as { language?: string }).language)
})

const REFUSED: readonly [what: string, body: unknown, says: RegExp][] = [
  ['a filter with a card number', { views: { a: { ...VIEW, search: { q: '4546711234567894' } } } }, /card number/],
  ['a list', [], /object/],
  ['more than there is room for', { views: { a: { ...VIEW, name: 'x'.repeat(40_000) } } }, /64|65,536/],
]
for (const [what, body, says] of REFUSED)
  test(`preferences refuse ${what}`, async () => {
    const developer = await signedIn('developer')
    await developer.call('PUT', 'preferences', { body: { kept: 'y'.repeat(30_000) } })
    const { status, text } = await developer.call('PATCH', 'preferences', { body })
    assert.equal(status, 400, text)
    assert.match(text, says)
    assert.deepEqual(Object.keys((await developer.call('GET', 'preferences')).body as object), ['kept'])
  })
