/** The four surfaces on their ports, each with its endpoints, document and reference page, and the start page. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { publishDocument } from '../access/documents/reference-page.ts'
import { created, type Endpoint, noContent, ok, type SurfaceName } from '../access/endpoint.ts'
import { tooMany } from '../access/limits/rate-limiter.ts'
import { mount, showLimits } from '../access/pipeline/pipeline.ts'
import { bankGuards, connectorSettings } from './configuration-guards.ts'
import { tellBank } from './bank-simulator-process.ts'
import { connectorEndpoints, hostEndpoints } from '../acquiring/endpoints.ts'
import { acsPages } from '../connectors/simbank/acs/acs-pages.ts'
import { Uuid } from '../core/schema.ts'
import type { Desks } from './services.ts'
import { checksOfPerson } from '../fraud/checks/personal-data-of-checks.ts'
import { fraudEndpoints } from '../fraud/endpoints.ts'
import { FRAUD_SETTINGS } from '../fraud/settings.ts'
import { identityEndpoints } from '../identity/endpoints.ts'
import { usersOfPerson } from '../identity/login/user-person-data.ts'
import { settingEndpoints } from '../identity/settings/endpoints.ts'
import type { KnownSetting } from '../identity/settings/known-setting.ts'
import { type BodyBudget, holdBodies, openBodyBudget } from '../infra/http/body-memory-limit.ts'
import { closeGently } from '../infra/http/close-gracefully.ts'
import type { Config } from '../infra/process/config.ts'
import type { House } from '../infra/runtime.ts'
import { openHttp } from '../infra/http/http-server.ts'
import type { Tls } from '../infra/http/tls.ts'
import { hasPayments } from '../payments/model/payment-store.ts'
import { paymentsOfPerson } from '../payments/personal-data/personal-data-of-payments.ts'
import { PAYMENT_SETTINGS } from '../payments/settings/payment-settings.ts'
import { personEndpoints } from '../identity/person-data/person-data-endpoints.ts'
import { referenceEndpoints, referenceWrites } from '../reference/endpoints.ts'
import { furnishTenant } from './seed.ts'
import { recipientsOfPerson } from '../transfers/personal-data/personal-data-of-recipients.ts'
import { transfersOfPerson } from '../transfers/personal-data/personal-data-of-transfers.ts'
import { transferSettingEndpoints } from '../transfers/endpoints/setting-endpoints.ts'
import { TRANSFER_SETTINGS } from '../transfers/settings.ts'
import { webhookEndpoints } from '../webhooks/endpoints.ts'

export interface HealthParts {
  probes: readonly Endpoint[]
  report: Endpoint
}

/** Keys the service reads: the settings of both surfaces are the same ones. */
const knownSettings = (config: Config): readonly KnownSetting[] => [
  ...TRANSFER_SETTINGS,
  ...FRAUD_SETTINGS,
  ...PAYMENT_SETTINGS,
  ...connectorSettings(config),
]

const cardSettings = (config: Config): Endpoint[] =>
  settingEndpoints({
    readRole: 'pos-read',
    page: (page) => page,
    shownPage: ok,
    created: { schema: Type.Unsafe<string>({ ...Uuid, description: 'Id of the setting' }), answer: created },
    changed: { status: 204, schema: null, answer: noContent },
    known: knownSettings(config),
  })

/** Every operation of every surface: what is served, documented and tested. */
export const endpointsOf = (house: House, desks: Desks, health: HealthParts): Record<SurfaceName, Endpoint[]> => ({
  cards: [
    ...desks.payments.endpoints,
    ...connectorEndpoints({ ...desks.connectors, ...bankGuards(house.config) }),
    ...acsPages({ house, configurationsOf: desks.connectors.configurationsOf }),
    ...webhookEndpoints('cards', desks.deliveries),
    ...cardSettings(house.config),
    ...referenceEndpoints(desks),
    ...health.probes,
    health.report,
  ],
  transfers: [
    ...desks.transfers.endpoints,
    ...transferSettingEndpoints(knownSettings(house.config)),
    ...webhookEndpoints('transfers', desks.deliveries),
    ...health.probes,
  ],
  fraud: [...fraudEndpoints(desks.alerts), ...health.probes],
  identity: [
    ...identityEndpoints({
      house,
      realms: desks.gate.realms,
      limiter: desks.gate.limiter,
      issuers: desks.issuers,
      clockMoved: (nowMs) => tellBank(house.config, nowMs),
      furnish: (tenantId) => furnishTenant(house, tenantId),
      categoryOf: async (mcc) => (await desks.bins.data()).mccCodes.find(({ code }) => code === mcc)?.category,
      hasPayments,
      usedQuota: desks.quota.used,
    }),
    ...personEndpoints([usersOfPerson, paymentsOfPerson, checksOfPerson, transfersOfPerson, recipientsOfPerson]),
    ...referenceEndpoints(desks),
    ...referenceWrites,
    ...hostEndpoints,
    ...health.probes,
  ],
})

export interface Surfaces {
  close(): Promise<void>
}

export const openSurfaces = async (
  house: House,
  desks: Desks,
  health: HealthParts,
  tls: Tls | undefined,
): Promise<Surfaces> => {
  const { config } = house
  const endpoints = endpointsOf(house, desks, health)
  const names = Object.keys(endpoints) as SurfaceName[]
  const bodyBudget = openBodyBudget()
  const apps = await Promise.all(
    names.map((name) => openSurface({ house, desks, name, endpoints: endpoints[name], bodyBudget, tls })),
  )
  await Promise.all(
    apps.map((app, at) => app.listen({ host: config.host, port: config.ports[names[at] as SurfaceName] })),
  )
  return {
    async close() {
      await Promise.all(apps.map(closeGently))
    },
  }
}

interface SurfaceParts {
  house: House
  desks: Desks
  name: SurfaceName
  endpoints: readonly Endpoint[]
  bodyBudget: BodyBudget
  tls: Tls | undefined
}

const openSurface = async (parts: SurfaceParts): Promise<FastifyInstance> => {
  const { house, desks, name, endpoints, bodyBudget, tls } = parts
  const { limiter } = desks.gate
  const limitStranger = (request: FastifyRequest, reply: FastifyReply): void => {
    const taken = limiter.takeOfAddress(request.clientAddress, request.arrivedAt)
    showLimits(reply, taken)
    if (taken.retryAfter !== null) throw tooMany(taken)
  }
  const app = openHttp({
    config: house.config,
    log: house.log,
    surface: name,
    tls,
    limitStranger,
    rewriteUrl: traceInItsOwnCase,
  })
  const isIssued = async (digits: string): Promise<boolean> => (await desks.bins.binOf(digits)).found
  holdBodies(app, bodyBudget)
  mount({ app, name, house, gate: desks.gate, denials: desks.denials, isIssued }, endpoints)
  publishDocument(app, {
    name,
    endpoints,
    url: house.config.urls[name],
    errorsBase: house.config.errorsBase,
    limitStranger,
  })
  await app.ready()
  return app
}

/** The one path that is matched without case (contract/README 2). */
const traceInItsOwnCase = (url: string): string => url.replace(TRACE_PATH, '/api/v1/Trace/')
const TRACE_PATH = /^\/api\/v1\/trace\//i
