/** The port of pages for people: the console, and in a sandbox the start page. */
import type { FastifyInstance } from 'fastify'
import { openInnerCallers } from '../access/callers/inner-callers.ts'
import { openSignedInPeople } from '../access/callers/signed-in-people.ts'
import type { Endpoint, SurfaceName } from '../access/endpoint.ts'
import { openPeopleLimiter } from '../access/limits/people-limiter.ts'
import type { ConsoleServices } from '../console/console-services.ts'
import { addConsole } from '../console/open-console.ts'
import { openStepUp } from '../console/step-up.ts'
import { openPasskeys } from '../identity/passkeys/open-passkeys.ts'
import { DEMO_PEOPLE, openDemoSignIn } from '../identity/seed/demo-people.ts'
import { sessionLimits } from '../identity/tokens/session-limits.ts'
import { openTokenIssuer } from '../identity/tokens/token-issuer.ts'
import { openBodyMemoryLimit } from '../infra/http/body-memory-limit.ts'
import { closeGracefully } from '../infra/http/close-gracefully.ts'
import { openHttpServer } from '../infra/http/http-server.ts'
import { sendInternally } from '../infra/http/internal-requests.ts'
import type { Tls } from '../infra/http/tls.ts'
import type { Runtime } from '../infra/runtime.ts'
import { addErrorPages, addStartPage } from '../start-page/start-page.ts'
import type { Services } from './services.ts'
import { limitStrangers, openInternalSurface } from './surfaces.ts'

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
    limitAnonymous: limitStrangers(limiter),
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
  const callers = openInnerCallers()
  const accessControl = {
    ...services.accessControl,
    authenticate: callers.authenticate,
    limiter: openPeopleLimiter(services.accessControl.limiter),
  }
  const bodyBudget = openBodyMemoryLimit()
  const opened = new Map<string, Promise<FastifyInstance>>()
  const stepUp = openStepUp({ runtime })
  const surface = (name: SurfaceName, takesToken: boolean): Promise<FastifyInstance> => {
    const key = `${name} ${takesToken}`
    const known =
      opened.get(key) ??
      openInternalSurface(runtime, services, {
        accessControl,
        name,
        endpoints: endpoints()[name].filter(({ allow }) => (allow !== 'none') === takesToken),
        bodyBudget,
        confirm: stepUp.confirm,
      })
    opened.set(key, known)
    return known
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
  const issuer = openTokenIssuer(runtime, realms)
  const signIn = openDemoSignIn(runtime, realms, issuer)
  return {
    runtime,
    realms,
    identifyPerson: openSignedInPeople(runtime, realms),
    endpoints,
    send: inside.send,
    sessionLimits,
    isIssued: async (digits) => (await services.bins.binOf(digits)).found,
    passkeys: openPasskeys(runtime, realms, issuer),
    demo: runtime.config.demoSignIn ? { people: DEMO_PEOPLE, signIn } : null,
  }
}
