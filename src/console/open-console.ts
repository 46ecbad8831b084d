/** The console: its pages and the backend they call, on the port of the start page. */
import type { FastifyInstance } from 'fastify'
import { addApi } from './api/routes.ts'
import type { ConsoleServices } from './console-services.ts'
import { addBuiltPages } from './pages/built-pages.ts'
import { PAGE_HEADERS } from './pages/page-policy.ts'
import { addSignInPage } from './pages/sign-in-page.ts'
import { openSessions } from './session/sessions.ts'

export const addConsole = (app: FastifyInstance, services: ConsoleServices): void => {
  const sessions = openSessions(services)
  app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => void reply.headers(PAGE_HEADERS))
    scope.register(async (api) => addApi(api, services, sessions))
    addSignInPage(scope, services, sessions)
    addBuiltPages(scope)
  })
}
