/** The backend of the console's pages, under /console/api: sessions, what the person may do, and everything else from the surfaces. */
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { leaveStream } from '../../access/pipeline/body-stream.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { type ConsoleServices, demoFor } from '../console-services.ts'
import { CLEARED_COOKIE } from '../session/cookie.ts'
import { readOrigin } from '../session/request-origin.ts'
import type { OpenSession, Sessions } from '../session/sessions.ts'
import type { Streams } from '../stream/stream-changes.ts'
import { describeMe, describeSession } from './describe-me.ts'
import { forward } from './forward.ts'
import { lastEditors } from './last-editors.ts'
import { namesOfActors } from './names-of-actors.ts'
import { addPasskeys } from './passkeys.ts'
import { addPreferences } from './preferences.ts'
import { optionalText, readObject, requiredText } from './read-body.ts'
import { createSameOriginCheck } from './same-origin.ts'
import { searchAll } from './search.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** A body that is passed on as it comes in. */
    arriving: Readable | null
  }
}

const BODY_BYTES_MAX = 64 * 1024
/** Files of banks are the largest; the surface decides. */
const FILE_BYTES_MAX = 256 * 1024 * 1024

/** Registered in a separate scope, so that its hooks do not apply to other pages. */
export const addApi = (
  app: FastifyInstance,
  services: ConsoleServices,
  { sessions, streams }: { sessions: Sessions; streams: Streams },
): void => {
  const check = createSameOriginCheck(services.runtime.config)
  app.decorateRequest('arriving', null)
  app.addHook('onRequest', async (request) => check(request))
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  addSession(app, services, sessions)
  addPerson(app, services, sessions)
  app.get('/console/api/search', async (request) => {
    const session = await found(sessions, request)
    return searchAll(services, session, (request.query as { q?: unknown }).q, readOrigin(request))
  })
  app.get('/console/api/names', async (request) =>
    namesOfActors(services, await found(sessions, request), (request.query as { ids?: unknown }).ids),
  )
  app.get('/console/api/editors', async (request) =>
    lastEditors(services, await found(sessions, request), (request.query as { ids?: unknown }).ids),
  )
  app.get('/console/api/stream', async (request, reply) => {
    const origin = readOrigin(request)
    await streams.begin(request, reply, await sessions.find(origin, false), origin)
  })
  app.all('/console/api/:surface/*', {
    bodyLimit: FILE_BYTES_MAX,
    preParsing: (request, reply, payload, done) => {
      request.arriving = payload as Readable
      leaveStream.call(app, request, reply, payload, done)
    },
    handler: async (request, reply) => {
      const session = await found(sessions, request)
      return forward(services, session, request, reply)
    },
  })
  app.all('/console/api/*', async () => {
    throw new Problem('route_not_found', { detail: phrase`The console has no such path.` })
  })
}

/** A request that the page makes automatically, such as a list that follows changes, does not count as use by the person. */
const found = async (sessions: Sessions, request: FastifyRequest): Promise<OpenSession> => {
  const session = await sessions.find(readOrigin(request), request.headers['x-background'] !== '1')
  request.actor = session.principal.subject
  return session
}

const addSession = (app: FastifyInstance, services: ConsoleServices, sessions: Sessions): void => {
  const options = { bodyLimit: BODY_BYTES_MAX }
  app.get('/console/api/demo-people', async (request) => demoFor(services, request)?.people ?? [])
  app.post('/console/api/session', options, async (request, reply) => {
    const body = readObject(request.body)
    const key = optionalText(body, 'demo')
    const origin = readOrigin(request)
    const begun =
      key === undefined ? await sessions.signIn(credentialsIn(body), origin) : await sessions.signInDemo(key, origin)
    request.actor = begun.session.principal.subject
    return reply.header('set-cookie', begun.cookie).send(await describeMe(services, begun.session, origin))
  })
  app.delete('/console/api/session', async (request, reply) => {
    const session = await found(sessions, request)
    await sessions.end(session, session.row.id)
    return ended(reply)
  })
  app.get('/console/api/sessions', async (request) => {
    const session = await found(sessions, request)
    const all = await sessions.list(session)
    return all.map((row) => ({ ...describeSession({ row }), is_current: row.id === session.row.id }))
  })
  app.delete('/console/api/sessions', async (request, reply) => {
    const session = await found(sessions, request)
    for (const { id } of await sessions.list(session)) await sessions.end(session, id)
    return ended(reply)
  })
  app.delete('/console/api/sessions/:id', async (request, reply) => {
    const session = await found(sessions, request)
    const { id } = request.params as { id: string }
    if (!(await sessions.end(session, id))) throw new Problem('resource_not_found')
    return id === session.row.id ? ended(reply) : reply.code(204).send()
  })
  app.post('/console/api/step-up', options, async (request) => {
    const session = await found(sessions, request)
    const body = readObject(request.body)
    const isProved =
      session.row.isDemo && demoFor(services, request) !== null && optionalText(body, 'password') === undefined
    const authenticatedAt = await sessions.prove(session, isProved ? null : proofIn(body), readOrigin(request))
    return describeSession({ row: { ...session.row, authenticatedAt } })
  })
  app.post('/console/api/password', options, async (request, reply) => {
    const session = await found(sessions, request)
    const body = readObject(request.body)
    const origin = readOrigin(request)
    const change = { ...proofIn(body), newPassword: requiredText(body, 'new_password') }
    const begun = await sessions.changePassword(session, change, origin)
    return reply.header('set-cookie', begun.cookie).send(await describeMe(services, begun.session, origin))
  })
}

const ended = (reply: FastifyReply): FastifyReply => reply.code(204).header('set-cookie', CLEARED_COOKIE).send()

const proofIn = (body: Readonly<Record<string, unknown>>) => ({
  password: requiredText(body, 'password'),
  otp: optionalText(body, 'otp'),
})
const credentialsIn = (body: Readonly<Record<string, unknown>>) => ({
  tenant: requiredText(body, 'tenant'),
  username: optionalText(body, 'username') ?? requiredText(body, 'email'),
  ...proofIn(body),
})

const addPerson = (app: FastifyInstance, services: ConsoleServices, sessions: Sessions): void => {
  app.get('/console/api/me', async (request) =>
    describeMe(services, await found(sessions, request), readOrigin(request)),
  )
  addPasskeys(app, services, sessions, (request) => found(sessions, request))
  addPreferences(app, services, (request) => found(sessions, request))
}
