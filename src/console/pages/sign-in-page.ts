/** The sign-in page: rendered here, works without script, and never repeats what was typed as a password or code. */
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../core/problem.ts'
import { type Html, markup } from '../../infra/http/html.ts'
import { preferredLanguage } from '../../infra/http/preferred-language.ts'
import { originOf } from '../api/routes.ts'
import { openSameOriginCheck } from '../api/same-origin.ts'
import type { ConsoleServices, DemoPerson } from '../console-services.ts'
import type { Sessions } from '../session/sessions.ts'
import { SIGN_IN_TEXTS } from './sign-in-texts.ts'

const PATH = '/console/sign-in'
const STYLES = `${PATH}.css`
const BODY_BYTES_MAX = 8 * 1024

interface Shown {
  readonly language: 'tr' | 'en'
  readonly people: readonly DemoPerson[]
  /** Of the refusal before. */
  readonly code?: string | undefined
  readonly tenant?: string
  readonly username?: string
  /** Where the person wanted to go. */
  readonly next: string
}

export const addSignInPage = (app: FastifyInstance, services: ConsoleServices, sessions: Sessions): void => {
  const check = openSameOriginCheck(services.runtime.config)
  const people = services.demo?.people ?? []
  const styles = readFileSync(new URL('./assets/sign-in.css', import.meta.url))
  app.get(STYLES, async (_, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(styles),
  )
  app.get(PATH, async (request, reply) => {
    const { next, tenant } = request.query as Record<string, unknown>
    return page(reply, {
      language: languageOf(request),
      people,
      next: toOwnPath(next),
      ...(typeof tenant === 'string' ? { tenant: tenant.slice(0, 60) } : {}),
    })
  })
  app.post(PATH, { bodyLimit: BODY_BYTES_MAX }, async (request, reply) => {
    check(request, { isPage: true })
    const form = new URLSearchParams(String(request.body ?? ''))
    const text = (name: string): string => form.get(name) ?? ''
    const next = toOwnPath(text('next'))
    try {
      const { cookie, session } =
        text('demo') !== ''
          ? await sessions.signInDemo(text('demo'), originOf(request))
          : await sessions.signIn(credentialsIn(text), originOf(request))
      request.actor = session.principal.subject
      return reply.header('set-cookie', cookie).redirect(next, 303)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { code, status } = error
      const filled = { tenant: text('tenant').slice(0, 60), username: text('username').slice(0, 200) }
      return page(reply.code(status), { language: languageOf(request), people, code, next, ...filled })
    }
  })
}

const credentialsIn = (text: (name: string) => string) => {
  const [tenant, username, password] = [text('tenant').trim(), text('username').trim(), text('password')]
  if (tenant === '' || username === '' || password === '') throw new Problem('bad_request')
  return { tenant, username, password, otp: text('otp').trim() }
}

/** A path of the console, never another site. */
const toOwnPath = (next: unknown): string =>
  typeof next === 'string' && /^\/console\/[\w\-./?=&%,:~+]*$/.test(next) && !next.includes('//') && next.length < 2_000
    ? next
    : '/console/'

const languageOf = ({ query, headers }: FastifyRequest): 'tr' | 'en' => {
  const { lang } = query as { lang?: unknown }
  return lang === 'tr' || lang === 'en' ? lang : preferredLanguage(headers['accept-language'])
}

const page = (reply: FastifyReply, shown: Shown): FastifyReply => {
  const { language, people, code, next, tenant = '', username = '' } = shown
  const texts = SIGN_IN_TEXTS[language]
  const other = language === 'tr' ? 'en' : 'tr'
  const fault = code === undefined ? '' : (texts.faults[code] ?? texts.fault)
  const asksForCode = code === 'otp_required'
  const html = markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${texts.title} · Vezne</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="${STYLES}">
</head>
<body>
<main>
<header><p class="brand">Vezne</p><a href="${PATH}?lang=${other}&amp;next=${encodeURIComponent(next)}" lang="${other}" hreflang="${other}">${texts.otherLanguage}</a></header>
<h1>${texts.title}</h1>
<p id="fault" class="fault" role="alert">${fault}</p>
<form method="post" action="${PATH}?lang=${language}" aria-describedby="fault">
<input type="hidden" name="next" value="${next}">
<label for="tenant">${texts.tenant}</label>
<input id="tenant" name="tenant" value="${tenant}" required maxlength="60" autocapitalize="none" autocomplete="organization" spellcheck="false">
<label for="username">${texts.username}</label>
<input id="username" name="username" value="${username}" required maxlength="200" autocapitalize="none" autocomplete="username" spellcheck="false">
<label for="password">${texts.password}</label>
<input id="password" name="password" type="password" required maxlength="1024" autocomplete="current-password">
${asksForCode ? codeField(texts.otp) : markup``}
<button type="submit">${texts.submit}</button>
</form>
${people.length === 0 ? markup`` : demoSection(people, shown)}
</main>
</body>
</html>
`
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html.text)
}

const codeField = (label: string): Html => markup`<label for="otp">${label}</label>
<input id="otp" name="otp" required maxlength="40" autocomplete="one-time-code" inputmode="text" autofocus>`

const demoSection = (people: readonly DemoPerson[], { language, next }: Shown): Html => {
  const texts = SIGN_IN_TEXTS[language]
  return markup`<section aria-labelledby="demo">
<h2 id="demo">${texts.demoTitle}</h2>
<p>${texts.demoNote}</p>
<form method="post" action="${PATH}?lang=${language}">
<input type="hidden" name="next" value="${next}">
<ul>${people.map(
    ({ key, name }) =>
      markup`<li><button name="demo" value="${key}"><b>${name}</b> <span>${texts.does[key] ?? ''}</span></button></li>`,
  )}</ul>
</form>
</section>`
}
