/** /acs/{session}: the challenge page, its form, and its machine form `?auto=ok|fail|cancel|late`. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bringUpToDate } from '../acquirer/bank-day.ts'
import type { Bank } from '../bank-parts.ts'
import type { Striking } from '../faults/faults.ts'
import type { Session } from '../ledger/books.ts'
import type { Protocol } from '../ledger/facts.ts'
import { readForm } from '../wire/form.ts'
import { hold } from '../wire/serve.ts'
import type { Ending } from './authentication.ts'
import { finish } from './finish.ts'
import { challengePage, noticePage, type Page, pageHeaders, returnPage, WRONG_CODES_MAX } from './pages.ts'
import { postBack } from './post-back.ts'
import { choosePageLanguage, type Language, TEXTS } from './texts.ts'
import type { ThreeDAdapter } from './three-d-adapter.ts'

export type ThreeDAdapters = Readonly<Record<Protocol, ThreeDAdapter>>

const RIGHT_CODE = '123456'
const MINUTE_MS = 60_000
const LATE_MINUTES = 20

const AUTO: Readonly<Record<string, Ending>> = { ok: 'ok', late: 'ok', fail: 'wrong_code', cancel: 'cancelled' }

export const acsRoutes = (server: FastifyInstance, bank: Bank, adapters: ThreeDAdapters): void => {
  type Route = { Params: { id: string }; Querystring: { auto?: string } }
  const visit = async (request: FastifyRequest<Route>, reply: FastifyReply): Promise<unknown> => {
    bringUpToDate(bank.ledger)
    const visitor = { request, reply, language: choosePageLanguage(request.headers['accept-language']) }
    const session = bank.ledger.books.sessions.get(request.params.id)
    if (!session)
      return send({ ...visitor, reply: reply.code(404) }, noticePage(visitor.language, TEXTS[visitor.language].unknown))
    const form = request.method === 'POST' ? readForm(request.body as Buffer) : {}
    return challenge(bank, adapters[session.face], session, visitor, { ...form, auto: request.query.auto })
  }
  server.get<Route>('/acs/:id', visit)
  server.post<Route>('/acs/:id', visit)
}

export interface Visitor {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly language: Language
}

interface Move {
  readonly auto?: string | undefined
  readonly code?: string
  readonly action?: string
  /** Frictionless: the shopper is not challenged. */
  readonly ending?: Ending
}

/** Handles one visit of the shopper, or of a program: asks again, or ends the challenge and returns to the shop. */
export const challenge = async (
  bank: Bank,
  adapter: ThreeDAdapter,
  session: Session,
  visitor: Visitor,
  move: Move,
): Promise<unknown> => {
  const { ledger } = bank
  const { language, reply } = visitor
  const isOver = session.result !== undefined
  if (!isOver && ledger.now() > session.expires_at) return send(visitor, noticePage(language, TEXTS[language].expired))
  const ending = isOver ? undefined : endingOf(bank, session, move)
  if (!isOver && ending === undefined) {
    await ledger.durable()
    return send(visitor, challengePage(session, adapter.merchant(session.merchant)?.name ?? '', language))
  }
  const { fault, script } = ending === undefined ? {} : finish(bank, adapter, session, ending)
  const lateMinutes = move.auto === 'late' && ending ? LATE_MINUTES : minutesOf(fault)
  if (lateMinutes !== undefined)
    ledger.commit({ kind: 'callback_due', session: session.id, due_at: ledger.now() + lateMinutes * MINUTE_MS })
  await ledger.durable()
  if (script?.silentMs !== undefined) return hold(reply, script.silentMs)
  if (script && script.delayMs > 0) await sleep(script.delayMs)
  if (lateMinutes !== undefined) return send(visitor, noticePage(language, TEXTS[language].later))
  if (fault?.name === 'callback_never') return send(visitor, noticePage(language, TEXTS[language].gone))
  if (ending !== undefined) await postItself(bank, session, fault)
  return sendBack(visitor, session)
}

/** Returns undefined while the shopper is still being asked. */
const endingOf = ({ ledger }: Bank, session: Session, { auto, code, action, ending }: Move): Ending | undefined => {
  if (ending !== undefined) return ending
  if (auto !== undefined && Object.hasOwn(AUTO, auto)) return AUTO[auto]
  if (action === 'cancel') return 'cancelled'
  if (code === undefined) return undefined
  if (code.trim() === RIGHT_CODE) return 'ok'
  ledger.commit({ kind: 'session_step', id: session.id, step: 'asked' })
  return session.wrong_codes >= WRONG_CODES_MAX ? 'wrong_code' : undefined
}

const minutesOf = (fault: Striking | undefined): number | undefined =>
  fault?.name === 'callback_late' ? Number(fault.parameter('minutes')) : undefined

const postItself = async (bank: Bank, session: Session, fault: Striking | undefined): Promise<void> => {
  const target = session.result!.target
  if (fault?.name === 'callback_twice') await postBack(bank, session, target, Number(fault.parameter('copies')) - 1)
  if (fault?.name === 'callback_then_success_url') await postBack(bank, session, target)
  if (session.callback_url !== undefined) await postBack(bank, session, session.callback_url)
}

/** Programs that ask for JSON get the form as data. */
export const sendBack = (visitor: Visitor, { result }: Session): unknown => {
  const { request, reply, language } = visitor
  const { target, fields, outcome } = result!
  if (request.headers.accept?.includes('application/json'))
    return reply.send({ action: target, method: 'POST', fields })
  return send(
    visitor,
    returnPage(target, fields, language, outcome === 'refused' ? TEXTS[language].refused : undefined),
  )
}

export const send = ({ reply }: Visitor, page: Page): unknown => pageHeaders(reply, page).send(page.text)
