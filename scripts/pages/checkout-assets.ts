/** The scripts of the payment pages, made from their sources; and the inventory of scripts and style sheet, as PCI DSS 6.4.3 asks for it. */
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { gzipSync } from 'node:zlib'
import { CHECKOUT_SCRIPT_PATH } from '../../src/checkout/model/page-url.ts'
import { readAssets } from '../../src/checkout/page/assets.ts'
import { table } from './markdown.ts'

const FOLDER = new URL('../../src/checkout/page/browser/', import.meta.url)

/** Lines without comments, each of which is one line, and without indentation: a browser needs neither. */
const withoutComments = (text: string): string =>
  `${text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:\/\/|\/\*)/.test(line))
    .join('\n')}\n`

/** Types become blanks, which are taken out at the ends of words alone. */
const withoutTypes = (text: string): string => stripTypeScriptTypes(text).replaceAll(/(?<=[\w)\]}>'"]) {2,}/g, ' ')

const IMPORT = /^import [^;]*? from '(.+)'\n/gm

/** A source behind those it imports, each once. */
const sourcesOf = (url: URL, seen = new Set<string>()): string[] => {
  if (seen.has(url.href)) return []
  seen.add(url.href)
  const text = readFileSync(url, 'utf8')
  const before = [...text.matchAll(IMPORT)]
    .filter(([line]) => !line.startsWith('import type'))
    .flatMap(([, path]) => sourcesOf(new URL(path as string, url), seen))
  return [...before, text.replaceAll(IMPORT, '').replaceAll(/^export /gm, '')]
}

/** One script without imports, whose names are nobody else's. */
const bundleOf = (source: string): string =>
  `(()=>{\n${withoutComments(sourcesOf(new URL(source, FOLDER)).map(withoutTypes).join('\n'))}})()\n`

export const pageScript = (): string => bundleOf('page.ts')
export const fieldsScript = (): string => bundleOf('fields.ts')
export const checkoutScript = (): string => bundleOf('checkout.ts')

export const checkoutInventory = (): string => {
  const { style, script, fields, checkout } = readAssets()
  const rows = [
    [`/checkout/assets/${script.name}`, script, 'page.ts'],
    [`/checkout/assets/${style.name}`, style, 'page.css'],
    [`/checkout/assets/${fields.name}`, fields, 'fields.ts'],
    [CHECKOUT_SCRIPT_PATH, checkout, 'checkout.ts'],
  ] as const
  return table(
    ['File', 'Made from', 'Bytes, compressed', 'Integrity'],
    rows.map(([path, { text, integrity }, source]) => [
      `\`${path}\``,
      `\`src/checkout/page/browser/${source}\``,
      `${Buffer.byteLength(text)}, ${gzipSync(text).length}`,
      `\`${integrity}\``,
    ]),
  )
}
