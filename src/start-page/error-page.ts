/** The page a problem document's `type` links to: the meaning of one code. */
import { ERROR_CODES, type ProblemCode } from '../core/error-codes.ts'
import { markup } from '../infra/http/html.ts'
import { page } from './page-frame.ts'

/** Returns null for an unknown code. */
export const errorPage = (code: string): string | null => {
  if (!Object.hasOwn(ERROR_CODES, code)) return null
  const { title, status, detail } = ERROR_CODES[code as ProblemCode]
  return page(
    `${title} · Vezne`,
    markup`<header><div><h1><a href="/">Vezne</a></h1><p>Problem</p></div></header>
<main><section>
<h2>${title}</h2>
<p>${detail}</p>
<dl><dt>code</dt><dd><code>${code}</code></dd><dt>status</dt><dd>${status === 0 ? 'stored, never answered' : status}</dd></dl>
</section></main>`,
  )
}
