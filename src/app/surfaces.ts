/** The four surfaces on their ports, each with its endpoints, document and reference page, and the start page. It is in one piece because it lists every endpoint of every surface once. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { DocumentedEvent } from '../access/documents/openapi-webhooks.ts'
import { publishDocument } from '../access/documents/reference-page.ts'
import { created, type Endpoint, noContent, ok, type SurfaceName } from '../access/endpoint.ts'
import { type RateLimiter, rateLimitExceeded } from '../access/limits/rate-limiter.ts'
import type { AccessControl } from '../access/pipeline/authorize.ts'
import type { ConfirmCall } from '../access/pipeline/confirm-call.ts'
import { mountEndpoints, setLimitHeaders } from '../access/pipeline/pipeline.ts'
import { connectorEndpoints, hostEndpoints } from '../acquiring/acquiring-endpoints.ts'
import { findNamedConfiguration } from '../acquiring/configurations/named-configuration.ts'
import { personalDataOfSessions } from '../checkout/personal-data-of-sessions.ts'
import { acsPages } from '../connectors/simbank/acs/acs-pages.ts'
import { deletePreferences } from '../console/api/preferences-store.ts'
import { Uuid } from '../core/schema.ts'
import { getStats } from '../dashboard/get-stats.ts'
import { personalDataOfChecks } from '../fraud/checks/personal-data-of-checks.ts'
import { fraudEndpoints } from '../fraud/fraud-endpoints.ts'
import { identityEndpoints } from '../identity/identity-endpoints.ts'
import { userPersonData } from '../identity/login/user-person-data.ts'
import { personDataEndpoints } from '../identity/person-data/person-data-endpoints.ts'
import { settingEndpoints } from '../identity/settings/setting-endpoints.ts'
import { type BodyMemoryLimit, createBodyMemoryLimit, limitBodyMemory } from '../infra/http/body-memory-limit.ts'
import { closeGracefully } from '../infra/http/close-gracefully.ts'
import { openHttpServer } from '../infra/http/http-server.ts'
import type { Tls } from '../infra/http/tls.ts'
import type { Config } from '../infra/process/config.ts'
import type { Runtime } from '../infra/runtime.ts'
import { personalDataOfArchive } from '../payments/personal-data/archived-payments.ts'
import { personalDataOfPayments } from '../payments/personal-data/personal-data-of-payments.ts'
import { PAYMENT_LIST } from '../payments/queries/payment-list.ts'
import { personalDataOfRecurringPlans } from '../recurring/personal-data-of-recurring-plans.ts'
import { referenceEndpoints, referenceWrites } from '../reference/reference-endpoints.ts'
import { personalDataOfRecipients } from '../transfers/personal-data/personal-data-of-recipients.ts'
import { personalDataOfTransfers } from '../transfers/personal-data/personal-data-of-transfers.ts'
import { transferSettingEndpoints } from '../transfers/setting-endpoints.ts'
import { documentedEvents } from '../webhooks/events/documented-events.ts'
import { webhookEndpoints } from '../webhooks/webhook-endpoints.ts'
import { configurationGuards } from './configuration-guards.ts'
import { followClock } from './follow-clock.ts'
import { KNOWN_SETTINGS } from './known-settings.ts'
import { provisionTenant } from './provision-tenants.ts'
import type { Services } from './services.ts'
import { isMerchantUsed } from './uses-of-merchants.ts'

interface HealthEndpoints {
  probes: readonly Endpoint[]
  report: Endpoint
}

const cardSettings = (config: Config): Endpoint[] =>
  settingEndpoints({
    readRole: 'pos-read',
    around: (data) => data,
    shown: ok,
    created: { schema: Type.Unsafe<string>({ ...Uuid, description: 'Id of the setting' }), answer: created },
    changed: { status: 204, schema: null, answer: noContent },
    known: KNOWN_SETTINGS,
    env: config.env,
  })

export type SurfaceEndpoints = Readonly<Record<SurfaceName, Endpoint[]>>

/** Returns every operation of every surface: all of them are served, documented and tested. */
export const composeEndpoints = (runtime: Runtime, services: Services, health: HealthEndpoints): SurfaceEndpoints => ({
  cards: [
    ...services.payments.endpoints,
    ...services.chargebacks.endpoints,
    ...services.reconciliations.endpoints,
    ...services.settlements.endpoints,
    ...services.recurring.endpoints,
    ...services.checkout.endpoints,
    ...connectorEndpoints({ ...services.connectors, ...configurationGuards(runtime.config) }),
    ...acsPages({ runtime, configurationsOf: services.connectors.configurationsOf }),
    getStats(services.connectors),
    ...webhookEndpoints('cards', services.deliveries),
    ...cardSettings(runtime.config),
    ...referenceEndpoints(services),
    ...health.probes,
    health.report,
  ],
  transfers: [
    ...services.transfers.endpoints,
    ...transferSettingEndpoints(KNOWN_SETTINGS, runtime.config.env),
    ...webhookEndpoints('transfers', services.deliveries),
    ...health.probes,
  ],
  fraud: [...fraudEndpoints(services.alerts), ...health.probes],
  identity: [
    ...identityEndpoints({
      runtime,
      realms: services.accessControl.realms,
      limiter: services.accessControl.limiter,
      issuers: services.issuers,
      clockMoved: (nowMs, byMs) => followClock(runtime, nowMs, byMs),
      furnish: (tenantId) => provisionTenant({ ...runtime, db: runtime.db.forTenants([tenantId]) }, tenantId),
      async categories() {
        const { mccCodes } = await services.bins.data()
        return (mcc) => mccCodes.find(({ code }) => code === mcc)?.category
      },
      isUsed: isMerchantUsed,
      usedQuota: services.quota.used,
    }),
    ...personDataEndpoints([
      userPersonData(deletePreferences),
      personalDataOfPayments(PAYMENT_LIST),
      personalDataOfRecurringPlans,
      personalDataOfSessions,
      personalDataOfChecks,
      personalDataOfTransfers,
      personalDataOfRecipients,
      personalDataOfArchive,
    ]),
    ...referenceEndpoints(services),
    ...referenceWrites,
    ...hostEndpoints,
    ...services.monitors.endpoints,
    ...health.probes,
  ],
})

export interface Surfaces {
  close(): Promise<void>
}

export const openSurfaces = async (
  runtime: Runtime,
  services: Services,
  endpoints: SurfaceEndpoints,
  tls: Tls | undefined,
): Promise<Surfaces> => {
  const { config } = runtime
  const names = Object.keys(endpoints) as SurfaceName[]
  const bodyBudget = createBodyMemoryLimit()
  const { accessControl } = services
  const apps = await Promise.all(
    names.map(async (name) => {
      const app = await openSurface({
        runtime,
        services,
        accessControl,
        name,
        endpoints: endpoints[name],
        bodyBudget,
        tls,
      })
      publishDocument(app, {
        name,
        endpoints: endpoints[name],
        url: config.urls[name],
        errorsBase: config.errorsBase,
        events: listDocumentedEvents(name),
        limitAnonymous: limitAnonymousCallers(accessControl.limiter),
      })
      await app.ready()
      return app
    }),
  )
  await Promise.all(
    apps.map((app, at) => app.listen({ host: config.host, port: config.ports[names[at] as SurfaceName] })),
  )
  return {
    async close() {
      await Promise.all(apps.map(closeGracefully))
    },
  }
}

interface SurfaceParts {
  runtime: Runtime
  services: Pick<Services, 'bins' | 'connectors' | 'denials'>
  accessControl: AccessControl
  name: SurfaceName
  endpoints: readonly Endpoint[]
  bodyBudget: BodyMemoryLimit
  tls?: Tls | undefined
  transport?: Pick<Config, 'allowHttp' | 'trustedProxies'>
  confirm?: ConfirmCall
}

export const limitAnonymousCallers =
  (limiter: RateLimiter) =>
  (request: FastifyRequest, reply: FastifyReply): void => {
    const taken = limiter.takeForAddress(request.clientAddress, request.arrivedAt)
    setLimitHeaders(reply, taken)
    if (taken.retryAfter !== null) throw rateLimitExceeded(taken)
  }

/** Opens the same operations without a socket, for this program's own requests on behalf of people; they refuse calls that `confirm` refuses. */
export const openInternalSurface = async (
  runtime: Runtime,
  services: Services,
  parts: Pick<SurfaceParts, 'accessControl' | 'name' | 'endpoints' | 'bodyBudget' | 'confirm'>,
): Promise<FastifyInstance> => {
  const app = await openSurface({
    runtime,
    // Encryption and the caller's address were checked where the person's request came in.
    transport: { allowHttp: true, trustedProxies: [] },
    services,
    ...parts,
  })
  await app.ready()
  return app
}

const openSurface = async (parts: SurfaceParts): Promise<FastifyInstance> => {
  const { runtime, services, accessControl, name, endpoints, bodyBudget, tls, transport, confirm } = parts
  const app = openHttpServer({
    config: { ...runtime.config, ...transport },
    log: runtime.log,
    surface: name,
    tls,
    limitAnonymous: limitAnonymousCallers(accessControl.limiter),
    rewriteUrl: traceInItsOwnCase,
  })
  const isIssued = async (digits: string): Promise<boolean> => (await services.bins.binOf(digits)).found
  const configurationIdOf = async (tenantId: string, named: string): Promise<string | undefined> =>
    findNamedConfiguration(named, await services.connectors.configurationsOf(tenantId))?.id
  const { denials } = services
  limitBodyMemory(app, bodyBudget)
  mountEndpoints(
    {
      app,
      name,
      runtime,
      accessControl: accessControl,
      denials,
      isIssued,
      configurationIdOf,
      ...(confirm ? { confirm } : {}),
    },
    endpoints,
  )
  return app
}

/** Cards and transfers send events. */
export const listDocumentedEvents = (surface: SurfaceName): DocumentedEvent[] =>
  surface === 'cards' || surface === 'transfers' ? documentedEvents(surface) : []

/** The only path matched without case (docs/interface/requests.md#surfaces-and-paths). */
const traceInItsOwnCase = (url: string): string => url.replace(TRACE_PATH, '/api/v1/Trace/')
const TRACE_PATH = /^\/api\/v1\/trace\//i
