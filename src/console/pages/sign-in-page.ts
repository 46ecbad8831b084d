/** The sign-in page: rendered here, works without script, and never repeats a typed password or code. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findText, type Language } from '../../core/phrases/texts.ts'
import { Problem } from '../../core/problem.ts'
import { type Html, markup } from '../../infra/http/html.ts'
import { hasMail } from '../../mail/open-mailer.ts'
import { createSameOriginCheck } from '../api/same-origin.ts'
import { type ConsoleServices, type DemoPerson, demoFor } from '../console-services.ts'
import { readOrigin } from '../session/request-origin.ts'
import type { Sessions } from '../session/sessions.ts'
import { FORGOTTEN_PATH } from './forgotten-page.ts'
import { choosePageLanguage, FORM_BYTES_MAX, PASSKEY_SCRIPT, readForm, sendPage } from './plain-page.ts'
import { SIGN_IN_TEXTS } from './sign-in-texts.ts'

const PATH = '/console/sign-in'

interface Shown {
  readonly language: Language
  /** A forgotten password can be replaced. */
  readonly offersMail: boolean
  readonly people: readonly DemoPerson[]
  /** Origins at which browsers may show passkeys. */
  readonly origins: readonly string[]
  /** Code of the previous refusal. */
  readonly code?: string | undefined
  readonly tenant?: string
  readonly username?: string
  /** True if a session in this browser has expired. */
  readonly hasEnded?: boolean
  /** Page that the person wanted to open. */
  readonly next: string
}

export const addSignInPage = (app: FastifyInstance, services: ConsoleServices, sessions: Sessions): void => {
  const check = createSameOriginCheck(services.runtime.config)
  const peopleFor = (request: FastifyRequest) => demoFor(services, request)?.people ?? []
  const offersMail = hasMail(services.runtime.config)
  const origins = services.passkeys.party?.origins ?? []
  app.get(PATH, async (request, reply) => {
    const { next, tenant, ended } = request.query as Record<string, unknown>
    return page(reply, {
      language: choosePageLanguage(request),
      people: peopleFor(request),
      offersMail,
      origins,
      next: toOwnPath(next),
      hasEnded: ended === '1',
      ...(typeof tenant === 'string' ? { tenant: tenant.slice(0, 60) } : {}),
    })
  })
  app.post(PATH, { bodyLimit: FORM_BYTES_MAX }, async (request, reply) => {
    check(request, { isPage: true })
    const text = readForm(request)
    const next = toOwnPath(text('next'))
    try {
      const { cookie, session } =
        text('demo') !== ''
          ? await sessions.signInDemo(text('demo'), readOrigin(request))
          : await sessions.signIn(credentialsIn(text), readOrigin(request))
      request.actor = session.principal.subject
      return reply.header('set-cookie', cookie).redirect(next, 303)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { code, status } = error
      const filled = { tenant: text('tenant').slice(0, 60), username: text('username').slice(0, 200) }
      return page(reply.code(status), {
        language: choosePageLanguage(request),
        people: peopleFor(request),
        offersMail,
        origins,
        code,
        next,
        ...filled,
      })
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

const page = (reply: FastifyReply, shown: Shown): FastifyReply => {
  const { language, people, code, next, tenant = '', username = '', offersMail } = shown
  const texts = SIGN_IN_TEXTS[language]
  const asksForCode = code === 'otp_required'
  const content = markup`${shown.hasEnded ? markup`<p role="status">${texts.ended}</p>` : markup``}
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
${shown.origins.length > 0 ? passkeyButton(shown) : markup``}
${offersMail ? markup`<p class="below"><a href="${FORGOTTEN_PATH}?lang=${language}">${texts.forgotten}</a></p>` : markup``}
${people.length === 0 ? markup`` : demoSection(people, shown)}`
  return sendPage(reply, {
    language,
    title: texts.title,
    addressIn: (each) => `${PATH}?lang=${each}&next=${encodeURIComponent(next)}${shown.hasEnded ? '&ended=1' : ''}`,
    fault: code === undefined ? '' : (findText(texts.faults, code) ?? texts.fault),
    content,
  })
}

const passkeyButton = ({ language, origins, next }: Shown): Html => {
  const { passkey, passkeyRefused } = SIGN_IN_TEXTS[language]
  return markup`<button type="button" id="passkey" class="second" hidden data-origins="${origins.join(' ')}" data-next="${next}" data-refused="${passkeyRefused}">${passkey}</button>
<script type="module" src="${PASSKEY_SCRIPT}"></script>`
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
      markup`<li><button name="demo" value="${key}"><b>${name}</b> <span>${findText(texts.does, key) ?? ''}</span></button></li>`,
  )}</ul>
</form>
</section>`
}
