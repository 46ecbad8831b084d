/** Common parts of pages rendered here: they need no script, share one style sheet, come in both languages, and are never kept by a browser. */
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LANGUAGE_NAMES, type Language, otherLanguage } from '../../core/phrases/texts.ts'
import { type Html, markup } from '../../infra/http/html.ts'
import { chosenLanguage } from '../../infra/http/preferred-language.ts'

export const FORM_BYTES_MAX = 8 * 1024
const STYLES = '/console/sign-in.css'
export const PASSKEY_SCRIPT = '/console/sign-in.js'

export const addPlainAssets = (app: FastifyInstance): void => {
  const assets = [
    [STYLES, './assets/sign-in.css', 'text/css'],
    [PASSKEY_SCRIPT, './assets/sign-in.js', 'text/javascript'],
  ] as const
  for (const [path, file, type] of assets) {
    const content = readFileSync(new URL(file, import.meta.url))
    app.get(path, async (_, reply) =>
      reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-cache').send(content),
    )
  }
}

export const choosePageLanguage = (request: FastifyRequest): Language =>
  chosenLanguage((request.query as { lang?: unknown }).lang, request)

/** One field of a form that was posted, as typed. */
export const readForm = ({ body }: FastifyRequest): ((name: string) => string) => {
  const form = new URLSearchParams(String(body ?? ''))
  return (name) => form.get(name) ?? ''
}

interface PlainPage {
  readonly language: Language
  readonly title: string
  /** Address of the same page in a language. */
  readonly addressIn: (language: Language) => string
  readonly fault: string
  readonly content: Html
}

export const sendPage = (
  reply: FastifyReply,
  { language, title, addressIn, fault, content }: PlainPage,
): FastifyReply => {
  const other = otherLanguage(language)
  const html = markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Vezne</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="${STYLES}">
</head>
<body>
<main>
<header><p class="brand">Vezne</p><a href="${addressIn(other)}" lang="${other}" hreflang="${other}">${LANGUAGE_NAMES[other]}</a></header>
<h1>${title}</h1>
<p id="fault" class="fault" role="alert">${fault}</p>
${content}
</main>
</body>
</html>
`
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html.text)
}
