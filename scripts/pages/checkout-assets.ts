/** The script and the style sheet of the hosted payment page, made from their sources; and their inventory, as PCI DSS 6.4.3 asks for it. */
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { gzipSync } from 'node:zlib'
import { readAssets } from '../../src/checkout/page/assets.ts'
import { table } from './markdown.ts'

const SOURCES = new URL('../../src/checkout/page/browser/', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, SOURCES), 'utf8')

/** Lines without comments, each of which is one line, and without indentation: a browser needs neither. */
const withoutComments = (text: string): string =>
  `${text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:\/\/|\/\*)/.test(line))
    .join('\n')}\n`

/** Types become blanks, which are taken out at the ends of words alone. */
export const checkoutScript = (): string =>
  withoutComments(stripTypeScriptTypes(read('page.ts')).replaceAll(/(?<=[\w)\]}>'"]) {2,}/g, ' '))

export const checkoutStyle = (): string => withoutComments(read('page.css'))

export const checkoutInventory = (): string => {
  const { style, script } = readAssets()
  return table(
    ['File', 'Made from', 'Bytes, compressed', 'Integrity'],
    [[script, 'page.ts'] as const, [style, 'page.css'] as const].map(([{ name, text, integrity }, source]) => [
      `\`/checkout/assets/${name}\``,
      `\`src/checkout/page/browser/${source}\``,
      `${Buffer.byteLength(text)}, ${gzipSync(text).length}`,
      `\`${integrity}\``,
    ]),
  )
}
