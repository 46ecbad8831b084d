/** The page for a forgotten password: shows the same text for every name, whether or not the organization exists. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { findText, type Language } from '../../core/phrases/texts.ts'
import { Problem } from '../../core/problem.ts'
import { type Html, markup } from '../../infra/http/html.ts'
import { createSameOriginCheck } from '../api/same-origin.ts'
import type { ConsoleServices } from '../console-services.ts'
import { readOrigin } from '../session/request-origin.ts'
import { callSurface, toProblem } from '../surface-calls.ts'
import { LINK_TEXTS } from './link-texts.ts'
import { choosePageLanguage, FORM_BYTES_MAX, readForm, sendPage } from './plain-page.ts'

export const FORGOTTEN_PATH = '/console/forgotten-password'
const SIGN_IN = '/console/sign-in'

export const addForgottenPage = (app: FastifyInstance, services: ConsoleServices): void => {
  const check = createSameOriginCheck(services.runtime.config)
  app.get(FORGOTTEN_PATH, async (request, reply) => {
    const language = choosePageLanguage(request)
    return page(reply, language, { content: renderForm(language) })
  })
  app.post(FORGOTTEN_PATH, { bodyLimit: FORM_BYTES_MAX }, async (request, reply) => {
    check(request, { isPage: true })
    const language = choosePageLanguage(request)
    const text = readForm(request)
    const [tenant, username] = [text('tenant').trim(), text('username').trim()]
    try {
      if (tenant === '' || username === '') throw new Problem('bad_request')
      const answer = await callSurface(
        services,
        {
          surface: 'identity',
          method: 'POST',
          url: `/api/v1/auth/${encodeURIComponent(tenant)}/forgotten-password`,
          body: { username, language },
        },
        readOrigin(request),
      )
      if (answer.status !== 204 && answer.status !== 404) throw toProblem(answer)
      return page(reply, language, { content: sentNote(language) })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { faults, fault } = LINK_TEXTS[language]
      const content = renderForm(language, tenant.slice(0, 60), username.slice(0, 200))
      return page(reply.code(error.status), language, { content, fault: findText(faults, error.code) ?? fault })
    }
  })
}

const page = (
  reply: FastifyReply,
  language: Language,
  { content, fault = '' }: { content: Html; fault?: string },
): FastifyReply => {
  const { forgottenTitle, signIn } = LINK_TEXTS[language]
  return sendPage(reply, {
    language,
    title: forgottenTitle,
    addressIn: (each) => `${FORGOTTEN_PATH}?lang=${each}`,
    fault,
    content: markup`${content}
<p class="below"><a href="${SIGN_IN}?lang=${language}">${signIn}</a></p>`,
  })
}

const sentNote = (language: Language): Html => markup`<p role="status">${LINK_TEXTS[language].sent}</p>`

const renderForm = (language: Language, tenant = '', username = ''): Html => {
  const texts = LINK_TEXTS[language]
  return markup`<form method="post" action="${FORGOTTEN_PATH}?lang=${language}" aria-describedby="fault">
<label for="tenant">${texts.tenant}</label>
<input id="tenant" name="tenant" value="${tenant}" required maxlength="60" autocapitalize="none" autocomplete="organization" spellcheck="false">
<label for="username">${texts.username}</label>
<input id="username" name="username" value="${username}" required maxlength="200" autocapitalize="none" autocomplete="username" spellcheck="false">
<button type="submit">${texts.send}</button>
</form>`
}
