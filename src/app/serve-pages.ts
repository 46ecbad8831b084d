/** The port of pages for people: the console, and in a sandbox the start page. */
import type { FastifyInstance } from 'fastify'
import { createInnerCallers } from '../access/callers/inner-callers.ts'
import { createSignedInPeople } from '../access/callers/signed-in-people.ts'
import type { Endpoint, SurfaceName } from '../access/endpoint.ts'
import { createPeopleLimiter } from '../access/limits/people-limiter.ts'
import { addConsole } from '../console/console-module.ts'
import type { ConsoleServices } from '../console/console-services.ts'
import { createStepUp } from '../console/step-up.ts'
import { composePasskeys } from '../identity/passkeys/passkeys-module.ts'
import { createDemoSignIn, DEMO_PEOPLE } from '../identity/seed/demo-people.ts'
import { sessionLimits } from '../identity/tokens/session-limits.ts'
import { createTokenIssuer } from '../identity/tokens/token-issuer.ts'
import { createBodyMemoryLimit } from '../infra/http/body-memory-limit.ts'
import { closeGracefully } from '../infra/http/close-gracefully.ts'
import { openHttpServer } from '../infra/http/http-server.ts'
import { sendInternally } from '../infra/http/internal-requests.ts'
import type { Tls } from '../infra/http/tls.ts'
import type { Runtime } from '../infra/runtime.ts'
import { addErrorPages, addStartPage } from '../start-page/start-page.ts'
import type { Services } from './services.ts'
import { limitAnonymousCallers, openInternalSurface } from './surfaces.ts'

type Endpoints = () => Readonly<Record<SurfaceName, Endpoint[]>>

/** Listens on the console's port. */
export const servePages = async (
  runtime: Runtime,
  services: Services,
  endpoints: Endpoints,
  tls: Tls | undefined,
): Promise<{ close(): Promise<void> }> => {
  const { config } = runtime
  const { limiter } = services.accessControl
  const app = openHttpServer({
    config,
    log: runtime.log,
    surface: 'console',
    tls,
    limitAnonymous: limitAnonymousCallers(limiter),
  })
  const inside = openSurfacesForPeople(runtime, services, endpoints)
  const needs = consoleServices(runtime, services, endpoints, inside)
  const endConsole = addConsole(app, needs)
  addErrorPages(app)
  const endStreams = config.env === 'sandbox' ? addStartPage(app, runtime) : addEntrance(app)
  await app.listen({ host: config.host, port: config.ports.console })
  return {
    async close() {
      endStreams()
      await endConsole()
      await closeGracefully(app)
      await inside.close()
    },
  }
}

/** Production has nothing to show but the console. */
const addEntrance = (app: FastifyInstance): (() => void) => {
  app.get('/', (_, reply) => reply.redirect('/console/', 302))
  return () => undefined
}

interface SurfacesForPeople {
  readonly send: ConsoleServices['send']
  close(): Promise<void>
}

/**
 * Created lazily, on the first console request. Endpoints without a token run on separate servers that only calls without a token,
 * such as those of the sign-in, can reach, never a request that a page forwards.
 */
const openSurfacesForPeople = (runtime: Runtime, services: Services, endpoints: Endpoints): SurfacesForPeople => {
  const callers = createInnerCallers()
  const accessControl = {
    ...services.accessControl,
    authenticate: callers.authenticate,
    limiter: createPeopleLimiter(services.accessControl.limiter),
  }
  const bodyBudget = createBodyMemoryLimit()
  const opened = new Map<string, Promise<FastifyInstance>>()
  const stepUp = createStepUp({ runtime })
  const surface = (name: SurfaceName, takesToken: boolean): Promise<FastifyInstance> => {
    const key = `${name} ${takesToken}`
    const openedPage =
      opened.get(key) ??
      openInternalSurface(runtime, services, {
        accessControl,
        name,
        endpoints: endpoints()[name].filter(({ allow }) => (allow !== 'none') === takesToken),
        bodyBudget,
        confirm: stepUp.confirm,
      })
    opened.set(key, openedPage)
    return openedPage
  }
  return {
    async send(name, request, caller) {
      const app = await surface(name, caller !== null)
      if (caller === null) return sendInternally(app, request)
      return callers.callAs(caller, (ticket) =>
        sendInternally(app, { ...request, headers: { ...request.headers, authorization: ticket } }),
      )
    },
    async close() {
      stepUp.close()
      for (const each of opened.values()) await (await each).close()
    },
  }
}

const consoleServices = (
  runtime: Runtime,
  services: Services,
  endpoints: Endpoints,
  inside: SurfacesForPeople,
): ConsoleServices => {
  const { realms } = services.accessControl
  const issuer = createTokenIssuer(runtime, realms)
  const signIn = createDemoSignIn(runtime, realms, issuer)
  return {
    runtime,
    realms,
    identifyPerson: createSignedInPeople(runtime, realms),
    endpoints,
    send: inside.send,
    sessionLimits,
    isIssued: async (digits) => (await services.bins.binOf(digits)).found,
    passkeys: composePasskeys(runtime, realms, issuer),
    demo: runtime.config.demoSignIn ? { people: DEMO_PEOPLE, signIn } : null,
  }
}
