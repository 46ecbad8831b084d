/** The script of the hosted payment page, made from its source; and the inventory of script and style sheet, as PCI DSS 6.4.3 asks for it. */
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { gzipSync } from 'node:zlib'
import { readAssets } from '../../src/checkout/page/assets.ts'
import { table } from './markdown.ts'

const SOURCE = new URL('../../src/checkout/page/browser/page.ts', import.meta.url)

/** Lines without comments, each of which is one line, and without indentation: a browser needs neither. */
const withoutComments = (text: string): string =>
  `${text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:\/\/|\/\*)/.test(line))
    .join('\n')}\n`

/** Types become blanks, which are taken out at the ends of words alone. */
export const checkoutScript = (): string =>
  withoutComments(stripTypeScriptTypes(readFileSync(SOURCE, 'utf8')).replaceAll(/(?<=[\w)\]}>'"]) {2,}/g, ' '))

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
