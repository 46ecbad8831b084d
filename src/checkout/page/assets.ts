/** What the page loads beside its HTML: one style sheet and one script, named by their content. Nothing else is ever served as either. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

interface Asset {
  readonly name: string
  readonly type: string
  readonly text: string
  /** As the page names it: a browser runs nothing else under this name. */
  readonly integrity: string
}

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

const toAsset = (ending: 'css' | 'js', type: string, text: string): Asset => {
  const digest = (algorithm: string) => createHash(algorithm).update(text)
  return {
    name: `page-${digest('sha256').digest('hex').slice(0, 12)}.${ending}`,
    type,
    text,
    integrity: `sha384-${digest('sha384').digest('base64')}`,
  }
}

export interface Assets {
  readonly style: Asset
  readonly script: Asset
}

/** The style sheet as it is written; the script as `npm run check` has compared it with its source in ./browser. */
export const readAssets = (): Assets => ({
  style: toAsset('css', 'text/css; charset=utf-8', read('./browser/page.css')),
  script: toAsset('js', 'text/javascript; charset=utf-8', read('./assets/page.js')),
})
