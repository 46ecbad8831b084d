/** The inventory of the payment page's scripts and style sheet, as PCI DSS 6.4.3 asks for it. */
import { gzipSync } from 'node:zlib'
import { CHECKOUT_SCRIPT_PATH } from '../../src/checkout/model/page-url.ts'
import { readAssets } from '../../src/checkout/page/page-assets.ts'
import { table } from './markdown.ts'

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
