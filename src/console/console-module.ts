/** The console: its pages and the backend they call, on the port of the start page. */
import type { FastifyInstance } from 'fastify'
import { addApi } from './api/routes.ts'
import type { ConsoleServices } from './console-services.ts'
import { addBuiltPages } from './pages/built-pages.ts'
import { addForgottenPage } from './pages/forgotten-page.ts'
import { addLinkPage } from './pages/link-page.ts'
import { PAGE_HEADERS } from './pages/page-policy.ts'
import { addPlainAssets } from './pages/plain-page.ts'
import { addSignInPage } from './pages/sign-in-page.ts'
import { createSessions } from './session/sessions.ts'
import { openChangeFeed } from './stream/change-feed.ts'
import { createStreams } from './stream/stream-changes.ts'

/** Returns a function that ends the console's streams and the feeds they follow. */
export const addConsole = (app: FastifyInstance, services: ConsoleServices): (() => Promise<void>) => {
  const sessions = createSessions(services)
  const feed = openChangeFeed(services.runtime)
  const streams = createStreams(services, sessions, feed)
  app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => void reply.headers(PAGE_HEADERS))
    scope.register(async (api) => addApi(api, services, { sessions, streams }))
    addPlainAssets(scope)
    addSignInPage(scope, services, sessions)
    addForgottenPage(scope, services)
    addLinkPage(scope, services)
    addBuiltPages(scope)
  })
  return async () => {
    streams.close()
    await feed.close()
  }
}
