/** The bank's pages: the challenge, the return page, and the error page. They work without script. */
import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Session } from '../ledger/books.ts'
import { price } from '../wire/money.ts'
import { type Language, TEXTS } from './texts.ts'

const STYLE = `body{font:1rem/1.5 system-ui,sans-serif;margin:0;background:#f3f4f6;color:#111827}
main{max-width:26rem;margin:2rem auto;padding:1.5rem;background:#fff;border:1px solid #d1d5db;border-radius:.5rem}
h1{font-size:1.25rem;margin:0 0 1rem}dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:0 0 1rem}
dt{color:#4b5563}dd{margin:0;text-align:right;font-variant-numeric:tabular-nums}
label{display:block;font-weight:600}input{font:inherit;width:100%;box-sizing:border-box;padding:.5rem;margin:.25rem 0 1rem;border:1px solid #6b7280;border-radius:.25rem}
button{font:inherit;padding:.5rem 1rem;margin-right:.5rem;border:1px solid #1d4ed8;border-radius:.25rem;background:#1d4ed8;color:#fff;cursor:pointer}
button.quiet{background:#fff;color:#1d4ed8}:focus-visible{outline:3px solid #f59e0b;outline-offset:2px}.alert{color:#991b1b;font-weight:600}`
/** Called through the prototype, because a posted field may be named submit. */
const SCRIPT = 'HTMLFormElement.prototype.submit.call(document.forms[0])'

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const STYLE_SOURCE = sha256(STYLE)
const SCRIPT_SOURCE = sha256(SCRIPT)

export const html = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const page = (language: Language, title: string, body: string): string =>
  `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${html(title)}</h1>
${body}
</main>
</body>
</html>
`

export interface Page {
  readonly text: string
  /** The page automatically posts a form to another site. */
  readonly leaves?: true
}

/**
 * Sets the headers of every page. A redirect after the form may lead anywhere, so only the return page allows forms to
 * other sites.
 */
export const pageHeaders = (reply: FastifyReply, { leaves }: Page): FastifyReply =>
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'content-security-policy': [
      "default-src 'none'",
      `style-src ${STYLE_SOURCE}`,
      ...(leaves ? [`script-src ${SCRIPT_SOURCE}`, 'form-action http: https:'] : ["form-action 'self'"]),
      "base-uri 'none'",
      "frame-ancestors 'self' http: https:",
    ].join('; '),
  })

const MONEY: Readonly<Record<Language, string>> = { tr: 'tr-TR', en: 'en-GB' }

export const challengePage = (session: Session, merchantName: string, language: Language): Page => {
  const text = TEXTS[language]
  const locale = MONEY[language]
  const amount = price(session.amount, session.currency, locale)
  const until = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'Europe/Istanbul' }).format(
    session.expires_at,
  )
  const isWrong = session.wrong_codes > 0
  const alert = isWrong
    ? `<p class="alert" role="alert" id="wrong">${html(text.wrong)} ${WRONG_CODES_MAX - session.wrong_codes}</p>`
    : ''
  const facts = [
    [text.merchant, merchantName],
    [text.amount, amount],
    [text.card, session.card],
    [text.time, until],
  ].map(([name, value]) => `<dt>${html(name!)}</dt><dd>${html(value!)}</dd>`)
  return {
    text: page(
      language,
      text.title,
      `<dl>${facts.join('')}</dl>
${alert}
<form method="post" action="/acs/${session.id}">
<label for="code">${html(text.code)}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="10" ${isWrong ? 'aria-invalid="true" aria-describedby="wrong hint"' : 'aria-describedby="hint"'} required autofocus>
<p id="hint">${html(text.hint)}</p>
<button name="action" value="submit">${html(text.submit)}</button>
<button name="action" value="cancel" class="quiet" formnovalidate>${html(text.cancel)}</button>
</form>`,
    ),
  }
}

export const WRONG_CODES_MAX = 3

/** Submits itself; without scripts there is a button. */
export const returnPage = (
  target: string,
  fields: Readonly<Record<string, string>>,
  language: Language,
  notice?: string,
): Page => {
  const text = TEXTS[language]
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${html(name)}" value="${html(value)}">`,
  )
  return {
    leaves: true,
    text: page(
      language,
      text.back,
      `${notice === undefined ? '' : `<p role="alert" class="alert">${html(notice)}</p>\n`}<form method="post" action="${html(target)}">
${inputs.join('\n')}
<button>${html(text.go)}</button>
</form>
<script>${SCRIPT}</script>`,
    ),
  }
}

export const noticePage = (language: Language, notice: string): Page => ({
  text: page(language, TEXTS[language].title, `<p role="status">${html(notice)}</p>`),
})
