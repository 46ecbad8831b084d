/** Files that pages load in addition to their HTML: one style sheet and one script each, named by their content. Nothing else is ever served as either. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

interface Asset {
  readonly name: string
  readonly type: string
  readonly text: string
  /** Integrity value that the page names: a browser runs nothing else under this name. */
  readonly integrity: string
}

const readFile = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

/** Throws if they are not built: without its integrity value a page cannot name a script. */
const readBuilt = (name: string): string => {
  try {
    return readFile(`./built/${name}`)
  } catch (cause) {
    throw new Error(
      'The scripts of the payment page are not built: npm ci and npm run build do it; the packages of docs/install.md have them built.',
      { cause },
    )
  }
}

const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' } as const

const toAsset = (stem: string, ending: 'css' | 'js', text: string): Asset => {
  const digest = (algorithm: string) => createHash(algorithm).update(text)
  return {
    name: `${stem}-${digest('sha256').digest('hex').slice(0, 12)}.${ending}`,
    type: TYPES[ending],
    text,
    integrity: `sha384-${digest('sha384').digest('base64')}`,
  }
}

export interface Assets {
  readonly style: Asset
  /** Script of the hosted page. */
  readonly script: Asset
  /** Script of the frame with card fields. */
  readonly fields: Asset
  /** Script that shops include in their pages, under a separate address that never changes. */
  readonly checkout: Asset
}

/** The style sheet as it is written; the scripts as scripts/checkout/build.ts makes them from ./browser. */
export const readAssets = (): Assets => ({
  style: toAsset('page', 'css', readFile('./browser/page.css')),
  script: toAsset('page', 'js', readBuilt('page.js')),
  fields: toAsset('fields', 'js', readBuilt('fields.js')),
  checkout: toAsset('checkout', 'js', readBuilt('checkout.js')),
})
