/**
 * Endpoints without a program around them: the whole pipeline of a call (permissions, licence, input, transaction, audit) on the database of
 * the lane, in a tenant that only this file knows. No sockets, no background work, no tokens: a caller is who the test says.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { malformedToken } from '../../src/access/callers/access-token.ts'
import type { Authenticate } from '../../src/access/callers/authenticate.ts'
import type { Principal, SurfaceName } from '../../src/access/endpoint.ts'
import { healthEndpoints, healthReport } from '../../src/access/health.ts'
import { seedHosts } from '../../src/acquiring/hosts/seed-hosts.ts'
import { openRuntime } from '../../src/app/open-runtime.ts'
import { composeServices, type Services } from '../../src/app/services.ts'
import { composeEndpoints, openInternalSurface } from '../../src/app/surfaces.ts'
import { MASTER } from '../../src/identity/seed/demo-realms.ts'
import { openProcessRegistry } from '../../src/infra/database/processes/process-registry.ts'
import { createBodyMemoryLimit } from '../../src/infra/http/body-memory-limit.ts'
import type { Config } from '../../src/infra/process/config.ts'
import type { Runtime } from '../../src/infra/runtime.ts'
import { type Answer, type Http, type Sent, toAnswer } from './http.ts'
import { type CallOperation, openOperations } from './operations.ts'
import { makeScratch } from './scratch.ts'
import { discardFolder, noteRequest } from './seen.ts'
import { makeDatabase } from './test-server.ts'
import { atLaneEnd, use } from './use.ts'
import { testConfig } from './vezne.ts'

export interface Endpoints {
  readonly config: Config
  readonly tenantId: string
  /** The token of a caller of this file's tenant with these roles. */
  as(roles: readonly string[], more?: Partial<Principal>): string
  /** As `request` of a program: whatever is sent. */
  request: Http['request']
  /** As the SDK types it. */
  call: CallOperation
  /** Until the file ends. */
  moveClock(ms: number): Promise<void>
}

/** For the tests of a file. */
export const useEndpoints = (): Endpoints => use(openEndpoints)

export const openEndpoints = async (): Promise<Endpoints & { close(): Promise<void> }> => {
  lane ??= openLane()
  const { callers, request, runtime } = await lane
  const { clock, config } = runtime
  const mine: string[] = []
  let isMoved = false
  const admit = (caller: Principal): string => {
    const token = randomUUID()
    mine.push(token)
    callers.set(`Bearer ${token}`, caller)
    return token
  }
  const slug = `tenant-${randomBytes(4).toString('hex')}`
  const call = openOperations(request)
  const token = admit(callerOf({ realm: MASTER.slug, realmId: MASTER.tenant_id, roles: new Set(['platform-admin']) }))
  const made = await call('identity', 'POST /api/v1/platform/tenants', {
    token,
    body: { slug, display_name: `Test ${slug}`, contact_email: 'ops@test.example' },
  })
  const tenantId = made.body.id
  return {
    config,
    tenantId,
    as: (roles, more = {}) =>
      admit(callerOf({ realm: slug, realmId: tenantId, tenantId, roles: new Set(roles), ...more })),
    request,
    call,
    async moveClock(ms) {
      isMoved = true
      await clock.move({ advanceMs: ms })
    },
    async close() {
      for (const each of mine) callers.delete(`Bearer ${each}`)
      if (isMoved) await clock.move({ nowMs: Date.now() })
    },
  }
}

const callerOf = (more: Partial<Principal>): Principal => {
  const subject = `cid_test_${randomBytes(6).toString('hex')}`
  return {
    ...{ realm: '', realmId: '', tenantId: null, subject, clientId: subject, accountable: [subject] },
    ...{ needsConfirmation: false, roles: new Set(), merchantId: null, isMerchantBound: false },
    ownLimits: { daily: null, monthly: null, ratePerSecond: null },
    ...more,
  }
}

interface Lane {
  /** By the authorization that they send. */
  readonly callers: Map<string, Principal>
  readonly request: Http['request']
  readonly runtime: Runtime
}
let lane: Promise<Lane> | undefined

/** Once in a lane: files that use it come one after the other, each with a tenant of its own. */
const openLane = async (): Promise<Lane> => {
  const database = await makeDatabase()
  const dataDir = makeScratch('vezne-lane-')
  const opened = await openRuntime(await testConfig(database.url, dataDir), () => undefined)
  const { runtime } = opened
  await seedHosts(runtime, true) // the bank's port is one of this configuration
  const processRegistry = await openProcessRegistry(opened.appUrl, (err) => runtime.log.warn('presence', { err }))
  const services = composeServices(runtime, processRegistry)
  const callers: Lane['callers'] = new Map()
  const surfaces = openSurfaces(runtime, services, callers)
  atLaneEnd(async () => {
    lane = undefined
    for (const app of surfaces.opened.values()) await (await app).close()
    await services.close()
    await processRegistry.close()
    await opened.close()
    await database.drop()
    discardFolder(dataDir)
  })
  return { callers, runtime, request: (surface, ...sent) => inject(surfaces.of(surface), ...sent) }
}

/** Each is made when the first file calls it. */
const openSurfaces = (runtime: Runtime, services: Services, callers: Lane['callers']) => {
  const health = { checks: [], isStopping: () => false }
  const endpoints = composeEndpoints(runtime, services, {
    probes: healthEndpoints(health),
    report: healthReport(health),
  })
  const authenticate: Authenticate = async (sent = '') => {
    const caller = callers.get(sent)
    if (caller === undefined) throw malformedToken()
    return caller
  }
  const opened = new Map<string, Promise<FastifyInstance>>()
  const open = (name: SurfaceName): Promise<FastifyInstance> =>
    openInternalSurface(runtime, services, {
      accessControl: { ...services.accessControl, authenticate },
      name,
      endpoints: endpoints[name],
      bodyBudget: createBodyMemoryLimit(),
    })
  return {
    opened,
    of(name: string): Promise<FastifyInstance> {
      const app = opened.get(name) ?? open(name as SurfaceName)
      opened.set(name, app)
      return app
    },
  }
}

const inject = async (
  app: Promise<FastifyInstance>,
  method: string,
  path: string,
  { token, body, headers = {} }: Sent = {},
): Promise<Answer> => {
  noteRequest(path, body)
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
  const answer = await (await app).inject({
    method: method as 'GET',
    url: path,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: isRaw ? body : JSON.stringify(body) }),
  })
  return toAnswer(method, path, { status: answer.statusCode, headers: answer.headers, text: answer.body })
}
