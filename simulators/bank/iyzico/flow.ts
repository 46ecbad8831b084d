/** The shopper's browser, which brings the form of the page of a challenge. */
import type { FastifyInstance } from 'fastify'
import { bringUpToDate } from '../acquirer/bank-day.ts'
import { begin } from '../acs/gateway-form.ts'
import { noticePage } from '../acs/pages.ts'
import { send, type Visitor } from '../acs/routes.ts'
import { choosePageLanguage, TEXTS } from '../acs/texts.ts'
import type { Bank } from '../bank-parts.ts'
import { BadForm, readForm } from '../wire/form.ts'
import { iyzicoAdapter } from './callback.ts'
import { readToken, START_PATH } from './page.ts'

export const iyzicoFlow = (server: FastifyInstance, bank: Bank): void => {
  server.post(START_PATH, async (request, reply) => {
    bringUpToDate(bank.ledger)
    const visitor: Visitor = { request, reply, language: choosePageLanguage(request.headers['accept-language']) }
    const id = readToken(bank.seed, tokenIn(request.body as Buffer))
    const session = id === undefined ? undefined : bank.ledger.books.sessions.get(id)
    if (session !== undefined) return begin(bank, iyzicoAdapter, session, visitor)
    return send({ ...visitor, reply: reply.code(404) }, noticePage(visitor.language, TEXTS[visitor.language].unknown))
  })
}

const tokenIn = (body: Buffer): string => {
  try {
    return readForm(body, 'utf-8').token ?? ''
  } catch (error) {
    if (error instanceof BadForm) return ''
    throw error
  }
}
