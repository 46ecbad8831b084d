/** English on a page that is Turkish: sentences of ours that nobody translated. What callers, banks and these tests wrote is left out, and so are codes. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { parseSync } from 'vite'

/** Words of an English sentence, or of payments, that no Turkish text has: without "on", "at", "an", "not", "it", which are Turkish words as well. */
const WORDS = `the and of is are was were with this that did has have had from within your you or to for by be been will
  cannot does into only than then there these those when where which who whom whose what while after before without
  all any another each every its their them they here more most less least nobody nothing until
  accepted account amount approve approved blacklist block card cardholder challenge completed created declined
  delivered enabled expired failed finish funds given honour inbox insufficient invalid large live merchant missing money
  needed opened page paid payment payments pending person people refund refunded rejected review rule rules seconds
  sent settled shop start step tenant unknown void waiting window wrong yes`
const ENGLISH = new RegExp(
  String.raw`(?<![\p{L}\d._/:@{}&=-])(?:${WORDS.trim().split(/\s+/).join('|')})(?![\p{L}\d_/:@{}&=]|[.-][\p{L}\d])`,
  'iu',
)

const literalsIn = (node: unknown): string[] => {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(literalsIn)
  const { type, value } = node as { type?: string; value?: unknown }
  return type === 'Literal' && typeof value === 'string' ? [value] : Object.values(node).flatMap(literalsIn)
}
/** Sentences that the tests themselves write into the tenant, as a caller would. */
const own = ['console-day', 'console-money', 'console-risk', 'payments', 'transfers', 'chargebacks']
  .flatMap((name) => {
    const file = fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
    return literalsIn(parseSync(file, readFileSync(file, 'utf8')).program)
  })
  .filter((literal) => /^\p{L}[\p{L}\d ]+ [\p{L}\d ]+$/u.test(literal))
  .sort((a, b) => b.length - a.length)

/** Of each visible text by itself; asked from outside, since the policy of the page evaluates nothing. */
const VISIBLE = `(() => {
  const left = 'code, pre, kbd, samp, script, style, noscript, template, textarea, [translate=no], .as-written'
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.data.trim()
    if (text !== '' && node.parentElement.closest(left) === null && node.parentElement.checkVisibility()) found.push(text)
  }
  for (const of of document.querySelectorAll('[aria-label], [title], [placeholder]'))
    for (const name of ['aria-label', 'title', 'placeholder'])
      if (of.hasAttribute(name) && of.closest(left) === null) found.push(of.getAttribute(name))
  return found
})()`

export const isEnglish = (text: string): boolean =>
  ENGLISH.test(own.reduce((rest, literal) => rest.replaceAll(literal, ''), text))

export const englishOn = async (page: Page): Promise<string[]> => [
  ...new Set((await page.evaluate<string[]>(VISIBLE)).filter(isEnglish)),
]
