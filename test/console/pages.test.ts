/** The pages of the console: they build, they are small, they ask nothing of anybody else; screens and operations fit the documents. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { buildPagesInto } from '../../scripts/console/build.ts'
import { allDocuments } from '../../scripts/pages/documents.ts'
import { makeScratch } from '../support/scratch.ts'

const CONSOLE = fileURLToPath(new URL('../../console/', import.meta.url))
const FIRST_KB_MAX = 200

/** Its types belong to a browser and to JSX: `npm run check` judges them in a project of their own. */
// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
const ofConsole = (path: string): Promise<any> => import(join(CONSOLE, 'src', path))
const { amountText, readAmount, typedAmount } = await ofConsole('format/money.ts')
const { dateIn, relative, startOfDay } = await ofConsole('format/time.ts')
const { mayOpen } = await ofConsole('screen.ts')
const SCREENS: readonly {
  path: string
  title: Record<'en' | 'tr', string>
  anyOf: readonly { id: string }[]
}[] = (await ofConsole('screens.ts')).SCREENS

test('the pages build: one start under 200 kB, everything from here, nothing inline', async () => {
  const folder = join(makeScratch('console-pages-'), 'dist')
  await buildPagesInto(folder)
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  assert.doesNotMatch(page, /<script(?![^>]*\bsrc="\/console\/assets\/)|<style|\son\w+=|data:|https?:/)
  const named = [...page.matchAll(/(?:src|href)="\/console\/([^"]+)"/g)].map(([, path]) => path as string)
  const list = globSync('assets/payment-list-*.js', { cwd: folder })
  assert.equal(list.length, 1)
  const kilobytes = [...named, ...list].map((path) => gzipSync(readFileSync(join(folder, path))).length / 1_000)
  const sum = kilobytes.reduce((a, b) => a + b)
  assert.ok(sum < FIRST_KB_MAX, `${sum.toFixed(1)} kB before the first list`)
  for (const path of globSync('assets/*.css', { cwd: folder }))
    assert.doesNotMatch(readFileSync(join(folder, path), 'utf8'), /url\(|@import/, path)
})

test('screens: each address once, each operation in a document, nobody sees a screen of which they may call nothing', () => {
  const paths = SCREENS.map(({ path }) => path)
  assert.equal(new Set(paths).size, paths.length)
  const known = new Set(
    Object.entries(allDocuments()).flatMap(([surface, { paths }]) =>
      Object.values(paths as Record<string, Record<string, { operationId: string }>>).flatMap((methods) =>
        Object.values(methods).flatMap(({ operationId }) => [operationId, `${surface}.${operationId}`]),
      ),
    ),
  )
  for (const { path, anyOf, title } of SCREENS) {
    for (const { id } of anyOf) assert.ok(known.has(id), `${path} needs ${id}, which no document has`)
    assert.ok(title.en !== '' && title.tr !== '', path)
    assert.equal(mayOpen({ anyOf }, []), anyOf.length === 0)
    assert.ok(mayOpen({ anyOf }, [...known]))
  }
})

test('texts: none is empty, and Turkish says it in its own words', async () => {
  // The same in both languages: names, and words that are Turkish too.
  const alike = /^(?:[^\p{L}]*|\p{Lu}+|Platform|Webhook|3-D Secure|Transfer|Transferler|Status|JSON .*)$/u
  for (const path of globSync('src/**/{texts,words,states}.ts', { cwd: CONSOLE })) {
    const module: Record<string, Record<string, Record<string, unknown>>> = await ofConsole(path.slice('src/'.length))
    for (const dictionary of Object.values(module)) {
      if (!dictionary.en || !dictionary.tr) continue
      assert.deepEqual(Object.keys(dictionary.tr), Object.keys(dictionary.en), path)
      for (const [key, text] of Object.entries(dictionary.en)) {
        assert.ok(text !== '' && dictionary.tr[key] !== '', `${path} ${key}`)
        if (typeof text === 'string' && !alike.test(text))
          assert.notEqual(dictionary.tr[key], text, `${path} ${key} is not translated`)
      }
    }
  }
})

test('amounts: written and read back by the exponent of the currency, whatever the language', () => {
  for (const locale of ['tr-TR', 'en-GB'])
    for (const currency of ['TRY', 'JPY', 'KWD'])
      for (const minor of [1, 99, 100, 12_990, 1_000_000, 123_456_789, Number.MAX_SAFE_INTEGER]) {
        assert.equal(readAmount(typedAmount(minor, currency, locale), currency, locale), minor)
        assert.equal(readAmount(amountText(minor, currency, locale), currency, locale), minor)
      }
  assert.equal(amountText(129_990, 'TRY', 'tr-TR'), '1.299,90')
  assert.equal(amountText(-5, 'TRY', 'en-GB'), '−0.05')
  assert.equal(readAmount('129.90', 'TRY', 'tr-TR'), 12_990)
  assert.equal(readAmount('129,90', 'TRY', 'en-GB'), 12_990)
  for (const typed of ['', 'ten', '1.299.9', '12.999', '-5', '1e3'])
    assert.ok([null, 1_299_900].includes(readAmount(typed, 'TRY', 'en-GB')), typed)
  assert.equal(readAmount('0.5', 'JPY', 'en-GB'), null)
})

test('days begin where the tenant is, and relative times follow the clock they are given', () => {
  assert.equal(startOfDay('2026-11-23', 'Europe/Istanbul'), '2026-11-22T21:00:00.000Z')
  assert.equal(startOfDay('2026-07-01', 'Europe/Berlin'), '2026-06-30T22:00:00.000Z')
  assert.equal(dateIn(Date.parse('2026-11-22T21:30:00Z'), 'Europe/Istanbul'), '2026-11-23')
  assert.equal(relative('2026-11-22T10:00:00Z', Date.parse('2026-11-23T11:00:00Z'), 'en-GB'), 'yesterday')
})

test('periods are days of the calendar; what the address says in the other order or wrongly is taken as far as it goes', async () => {
  const { toDays } = await ofConsole('format/period.ts')
  const of = (search: object, today = '2027-03-03') => toDays(search, today)
  assert.deepEqual(of({ period: 'today' }), { first: '2027-03-03' })
  assert.deepEqual(of({ period: 'yesterday' }, '2027-03-01'), { first: '2027-02-28', last: '2027-02-28' })
  // A Wednesday, a Sunday, a Monday.
  assert.deepEqual(of({ period: 'week' }), { first: '2027-03-01' })
  assert.deepEqual(of({ period: 'week' }, '2027-03-07'), { first: '2027-03-01' })
  assert.deepEqual(of({ period: 'week' }, '2027-03-08'), { first: '2027-03-08' })
  assert.deepEqual(of({ period: 'month' }), { first: '2027-03-01' })
  assert.deepEqual(of({ period: '30d' }), { first: '2027-02-02' })
  const own = { first: '2027-01-05', last: '2027-02-01' }
  assert.deepEqual(of({ period: 'own', from: '2027-01-05', to: '2027-02-01' }), own)
  assert.deepEqual(of({ period: 'own', from: '2027-02-01', to: '2027-01-05' }), own)
  assert.deepEqual(of({ period: 'own', from: '2027-99-01', to: '0002-01-01' }), { first: undefined, last: undefined })
  assert.deepEqual(of({ period: 'for ever' }), {})
  const { endOfDay } = await ofConsole('format/time.ts')
  assert.equal(endOfDay('2027-03-03', 'Europe/Istanbul'), '2027-03-03T20:59:59.999Z')
  // The hour that comes twice belongs to its day.
  assert.equal(endOfDay('2027-10-31', 'Europe/Berlin'), '2027-10-31T22:59:59.999Z')
})

test('browsers are told by the names that people know, whatever else they claim to be', async () => {
  const { browserName } = await ofConsole('screens/account/browser-name.ts')
  const mozilla = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36'
  for (const [agent, browser, system] of [
    [`${mozilla} ${webkit}`, 'Chrome', 'Windows'],
    [`${mozilla} ${webkit} Edg/153.0.0.0`, 'Edge', 'Windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605.1 Version/19.0 Safari/605.1', 'Safari', 'macOS'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1', 'Safari', 'iOS'],
    ['Mozilla/5.0 (Linux; Android 16; K) Chrome/153.0.0.0 Mobile Safari/537.36', 'Chrome', 'Android'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox', 'Linux'],
    ['curl/8.1', null, null],
  ])
    assert.deepEqual(browserName(agent), { browser, system }, agent ?? '')
})
