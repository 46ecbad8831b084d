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

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

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

/** The style sheet as it is written; the scripts as `npm run check` has compared them with their sources in ./browser. */
export const readAssets = (): Assets => ({
  style: toAsset('page', 'css', read('./browser/page.css')),
  script: toAsset('page', 'js', read('./assets/page.js')),
  fields: toAsset('fields', 'js', read('./assets/fields.js')),
  checkout: toAsset('checkout', 'js', read('./assets/checkout-v1.js')),
})
