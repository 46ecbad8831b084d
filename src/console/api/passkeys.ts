/** Passkeys at the console's backend: managing one's own, signing in with one, and confirming one's identity. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findCardMembers, refuseMisplacedCardNumbers } from '../../access/input/misplaced-card-numbers.ts'
import { isoTime } from '../../core/clock.ts'
import { isUuid } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import type { Passkeys } from '../../identity/passkeys/passkeys-module.ts'
import type { ConsoleServices } from '../console-services.ts'
import { readOrigin } from '../session/request-origin.ts'
import type { OpenSession, Sessions } from '../session/sessions.ts'
import { requireStepUp } from '../step-up.ts'
import { describeMe, describeSession } from './describe-me.ts'
import { readObject, requiredText } from './read-body.ts'

const PATH = '/console/api/passkeys'
const BYTES_MAX = 64 * 1024
const NAME_CHARS_MAX = 60
const NO_CARD_MEMBERS = findCardMembers({})

export const addPasskeys = (
  app: FastifyInstance,
  services: ConsoleServices,
  sessions: Sessions,
  found: (request: FastifyRequest) => Promise<OpenSession>,
): void => {
  const { passkeys, isIssued, runtime } = services
  const options = { bodyLimit: BYTES_MAX }
  const stepped = async (request: FastifyRequest): Promise<OpenSession> => {
    const session = await found(request)
    requireStepUp(runtime.clock.ms(), session.row.authenticatedAt.getTime())
    return session
  }
  app.get(PATH, async (request) => {
    const { row } = await found(request)
    const { party } = passkeys
    return { origins: party?.origins ?? [], items: party ? (await passkeys.list(row)).map(describePasskey) : [] }
  })
  app.post(`${PATH}/options`, options, async (request) => passkeys.newKeyOptions((await stepped(request)).row))
  app.post(PATH, options, async (request, reply) => {
    const { row } = await stepped(request)
    const body = readObject(request.body)
    const name = requiredText(body, 'name').trim()
    if (name === '' || name.length > NAME_CHARS_MAX)
      throw fieldProblem('name', 'too_long', phrase`must have 1 to ${NAME_CHARS_MAX} characters`)
    await refuseMisplacedCardNumbers({ name }, isIssued, NO_CARD_MEMBERS)
    const made = await passkeys.register(row, { name, response: body.response }, callerOf(request))
    return reply.code(201).send(describePasskey(made))
  })
  app.delete(`${PATH}/:id`, async (request, reply) => {
    const { row } = await stepped(request)
    const { id } = request.params as { id: string }
    if (!isUuid(id) || !(await passkeys.remove(row, id, callerOf(request)))) throw new Problem('resource_not_found')
    return reply.code(204).send()
  })
  app.post('/console/api/session/passkey-options', options, async () => passkeys.useOptions())
  app.post('/console/api/session/passkey', options, async (request, reply): Promise<FastifyReply> => {
    const { response } = readObject(request.body)
    const begun = await sessions.signInByPasskey(response, readOrigin(request))
    request.actor = begun.session.principal.subject
    return reply.header('set-cookie', begun.cookie).send(await describeMe(services, begun.session, readOrigin(request)))
  })
  app.post('/console/api/step-up/passkey-options', options, async (request) =>
    passkeys.useOptions((await found(request)).row),
  )
  app.post('/console/api/step-up/passkey', options, async (request) => {
    const session = await found(request)
    const { response } = readObject(request.body)
    const authenticatedAt = await sessions.proveByPasskey(session, response, readOrigin(request))
    return describeSession({ row: { ...session.row, authenticatedAt } })
  })
}

const callerOf = (request: FastifyRequest) => ({
  address: request.clientAddress,
  correlationId: request.correlationId,
  nowMs: Date.now(),
})

const describePasskey = (row: Awaited<ReturnType<Passkeys['list']>>[number]) => ({
  id: row.id,
  name: row.name,
  is_synced: row.isSynced,
  created: isoTime(row.created),
  used_at: row.usedAt && isoTime(row.usedAt),
})
