/** The page behind the link of an invitation or a forgotten password. Opening it uses nothing: programs that check mails open it, too. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findText, type Language } from '../../core/phrases/texts.ts'
import { Problem } from '../../core/problem.ts'
import { type Html, markup } from '../../infra/http/html.ts'
import { createSameOriginCheck } from '../api/same-origin.ts'
import type { ConsoleServices } from '../console-services.ts'
import { readOrigin } from '../session/request-origin.ts'
import { callSurface, toProblem } from '../surface-calls.ts'
import { LINK_TEXTS } from './link-texts.ts'
import { choosePageLanguage, FORM_BYTES_MAX, readForm, sendPage } from './plain-page.ts'

const PATH = '/console/link'
const SIGN_IN = '/console/sign-in'

/** Values from the address or the form. */
interface Given {
  readonly realm: string
  readonly key: string
}

/** Purpose of the link, as the surface reports it. */
interface KnownLink {
  readonly purpose: 'invitation' | 'password'
  readonly organization: string
  readonly username: string
}

export const addLinkPage = (app: FastifyInstance, services: ConsoleServices): void => {
  const check = createSameOriginCheck(services.runtime.config)
  app.get(PATH, async (request, reply) => {
    const { realm, key } = request.query as Record<string, unknown>
    const given = { realm: toText(realm, 60), key: toText(key, 200) }
    return showForm(services, request, reply, given)
  })
  app.post(PATH, { bodyLimit: FORM_BYTES_MAX }, async (request, reply) => {
    check(request, { isPage: true })
    const text = readForm(request)
    const given = { realm: text('realm').slice(0, 60), key: text('key').slice(0, 200) }
    const password = text('password')
    const language = choosePageLanguage(request)
    if (password !== text('repeated')) return showForm(services, request, reply.code(400), given, 'mismatch')
    const answer = await post(services, request, given, 'use', { password, language })
    if (answer.status === 204) return showDone(reply, language, given)
    const { code } = toProblem(answer)
    return showForm(services, request, reply.code(answer.status), given, code === 'bad_request' ? 'password' : code)
  })
}

const toText = (value: unknown, charsMax: number): string => (typeof value === 'string' ? value.slice(0, charsMax) : '')

const post = (services: ConsoleServices, request: FastifyRequest, { realm, key }: Given, step: string, more = {}) =>
  callSurface(
    services,
    {
      surface: 'identity',
      method: 'POST',
      url: `/api/v1/auth/${encodeURIComponent(realm)}/links/${step}`,
      body: { key, ...more },
    },
    readOrigin(request),
  )

/** Looks the link up and shows its form; for a link that is no longer valid, shows how to get another one. `fault` is the fault of the posted form. */
const showForm = async (
  services: ConsoleServices,
  request: FastifyRequest,
  reply: FastifyReply,
  given: Given,
  fault?: string,
): Promise<FastifyReply> => {
  const language = choosePageLanguage(request)
  const texts = LINK_TEXTS[language]
  const answer = await post(services, request, given, 'look-up')
  if (answer.status === 200) {
    const link = answer.body as KnownLink
    const said = fault === undefined ? '' : (findText(texts.faults, fault) ?? texts.fault)
    return page(reply, language, given, {
      title: texts.titles[link.purpose],
      fault: said,
      content: renderForm(language, given, link),
    })
  }
  const { code } = answer.status === 404 || answer.status === 400 ? new Problem('link_invalid') : toProblem(answer)
  const status = answer.status === 404 || answer.status === 400 ? 422 : answer.status
  return page(reply.code(status), language, given, {
    title: texts.titles.password,
    fault: findText(texts.faults, code) ?? texts.fault,
    content: markup`<p><a href="${SIGN_IN}?lang=${language}">${texts.signIn}</a></p>`,
  })
}

const showDone = (reply: FastifyReply, language: Language, given: Given): FastifyReply => {
  const texts = LINK_TEXTS[language]
  const content = markup`<p role="status">${texts.done}</p>
<p><a href="${SIGN_IN}?lang=${language}&amp;tenant=${encodeURIComponent(given.realm)}">${texts.signIn}</a></p>`
  return page(reply, language, null, { title: texts.doneTitle, fault: '', content })
}

const page = (
  reply: FastifyReply,
  language: Language,
  given: Given | null,
  shown: { title: string; fault: string; content: Html },
): FastifyReply => {
  const addressIn = (lang: Language): string =>
    given === null ? `${SIGN_IN}?lang=${lang}` : `${PATH}?${new URLSearchParams({ lang, ...given })}`
  return sendPage(reply, { language, addressIn, ...shown })
}

/** The name is there for password managers. */
const renderForm = (language: Language, { realm, key }: Given, { organization, username }: KnownLink): Html => {
  const texts = LINK_TEXTS[language]
  return markup`<p>${organization} · ${username}</p>
<form method="post" action="${PATH}?lang=${language}" aria-describedby="fault">
<input type="hidden" name="realm" value="${realm}">
<input type="hidden" name="key" value="${key}">
<input type="hidden" name="username" value="${username}" autocomplete="username">
<label for="password">${texts.newPassword}</label>
<input id="password" name="password" type="password" required minlength="12" maxlength="128" autocomplete="new-password" aria-describedby="rule">
<p id="rule" class="hint">${texts.passwordRule}</p>
<label for="repeated">${texts.repeated}</label>
<input id="repeated" name="repeated" type="password" required minlength="12" maxlength="128" autocomplete="new-password">
<button type="submit">${texts.submit}</button>
</form>`
}
