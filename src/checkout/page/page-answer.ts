/** Frame and headers of the page: nothing is cached, framed, or loaded from elsewhere, and it contains no script. */
import type { Answer } from '../../access/endpoint.ts'
import { LANGUAGE_NAMES, type Language, otherLanguage } from '../../core/phrases/texts.ts'
import { cspHash, Html, markup } from '../../infra/http/html.ts'
import { STANDARD_COLOR } from '../brand.ts'
import { PAGE_PATH } from '../model/page-url.ts'
import type { Assets } from './page-assets.ts'

export interface Look {
  readonly language: Language
  readonly color: string
  /** Path of the logo, or null. */
  readonly logo: string | null
  readonly merchant: string | null
  /** The same page in the other language; null if it is the answer to a form. */
  readonly other: string | null
}

export interface PageParts {
  readonly status: number
  readonly title: string
  readonly content: Html
  /** Address that the browser opens automatically, and after how many seconds. */
  readonly refresh?: { readonly seconds: number; readonly url: string }
}

export const PLAIN_LOOK: Omit<Look, 'language'> = { color: STANDARD_COLOR, logo: null, merchant: null, other: null }

export const toPage = (assets: Assets, look: Look, { status, title, content, refresh }: PageParts): Answer => {
  const { language, merchant, logo, other } = look
  const lang = otherLanguage(language)
  const brand = `:root{--brand:${look.color}}`
  const { style, script } = assets
  const bodyText = markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${merchant === null ? title : `${title} – ${merchant}`}</title>
<link rel="stylesheet" href="${PAGE_PATH}/assets/${style.name}" integrity="${style.integrity}">
<style>${new Html(brand)}</style>
<script src="${PAGE_PATH}/assets/${script.name}" integrity="${script.integrity}" defer></script>
</head>
<body>
<header>
${logo === null ? [] : markup`<img src="${logo}" alt="" height="40">`}
${merchant === null ? [] : markup`<p class="merchant">${merchant}</p>`}
${other === null ? [] : markup`<a class="language" href="${other}" hreflang="${lang}" lang="${lang}">${LANGUAGE_NAMES[lang]}</a>`}
</header>
<main>
${content}
</main>
</body>
</html>
`.text
  return {
    status,
    bodyText,
    headers: {
      ...pageHeaders({ styles: [cspHash(brand)], formAction: "'self'", frameAncestors: "'none'" }),
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      ...(refresh === undefined ? {} : { refresh: `${refresh.seconds}; url=${refresh.url}` }),
    },
  }
}

interface Policy {
  readonly styles: readonly string[]
  readonly formAction: string
  /** An origin, as a list of ours takes it, or `'none'`. */
  readonly frameAncestors: string
}

export const pageHeaders = ({ styles, formAction, frameAncestors }: Policy): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self'",
    "connect-src 'self'",
    // Forms lead back only to this page, which then sends the browser on, since browsers check the policy against redirects, too.
    `form-action ${formAction}`,
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors}`,
    "require-trusted-types-for 'script'",
  ].join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
})

/** A redirect of a form: the next page is fetched, so that a reload sends nothing again. */
export const seeOther = (location: string): Answer => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
})
