/** The OpenAPI 3.1 document of a surface, generated only from its endpoints. */
import { ERROR_CODES, type ProblemCode } from '../../core/error-codes.ts'
import type { Endpoint, SurfaceName } from '../endpoint.ts'
import { type OperationContext, toOpenApiOperation } from './openapi-operation.ts'
import { HEADERS, PARAMETERS, PROBLEM_SCHEMAS, problemExample } from './openapi-parts.ts'
import { type Json, namesIn } from './openapi-schemas.ts'
import { type DocumentedEvent, toWebhooks, WEBHOOK_PARAMETERS } from './openapi-webhooks.ts'
import { inTagOrder, TAGS } from './tags.ts'

export interface DocumentedSurface {
  readonly name: SurfaceName
  readonly endpoints: readonly Endpoint[]
  /** Public address of the surface. */
  readonly url: string
  readonly errorsBase: string
  /** Events that the surface's webhooks send; absent if it has none. */
  readonly events?: readonly DocumentedEvent[]
}

const ABOUT: Readonly<Record<SurfaceName, { title: string; description: string }>> = {
  cards: {
    title: 'Vezne card payments',
    description:
      'Payments by card: sale, pre-authorization, capture, void, refund, with webhooks, request logs and traces.',
  },
  transfers: { title: 'Vezne money transfers', description: 'Sending money: source accounts, recipients, transfers.' },
  fraud: { title: 'Vezne fraud', description: 'Fraud rules, alerts, blacklist, logs and merchant policies.' },
  identity: {
    title: 'Vezne identity',
    description: 'Access tokens (OAuth 2.0 client credentials), users, keys, merchants, tenants and plans.',
  },
}

/** Members of operations that OpenAPI does not define. */
const EXTENSIONS = `Members of our own on every operation: \`x-roles\` (one of them is needed; absent: none is), \`x-scope\` (whose data it
reaches: platform, tenant, merchant, realm or open), \`x-four-eyes\` (which step it is where one person may take only one: create, decide
or send), \`x-refuses-unknown-members\`.`

const ERRORS = `Any operation may answer 401 (get a new token), 403 (the token may not do this), 429 (wait as \`Retry-After\` says) and 5xx (repeat
with growing waits and the same Idempotency-Key). Every error is a problem document: branch on \`code\`, quote \`correlation_id\`.`

export const buildOpenApiDocument = ({
  name,
  endpoints: served,
  url,
  errorsBase,
  events = [],
}: DocumentedSurface): Json => {
  const endpoints = inTagOrder(
    name,
    served.filter(({ isPage }) => !isPage),
    ({ tag }) => tag,
  )
  const schemas: Record<string, Json> = structuredClone(PROBLEM_SCHEMAS)
  const responses: Record<string, Json> = {}
  const codes = new Set<ProblemCode>()
  const context: OperationContext = {
    surface: name,
    components: { schemas, responses, answered: new Set(endpoints.flatMap(({ answers }) => namesIn(answers))) },
    useExample: (code) => void codes.add(code),
  }
  const paths = pathsOf(endpoints, context)
  const webhooks = toWebhooks(events, context.components)
  return {
    openapi: '3.1.0',
    info: {
      title: ABOUT[name].title,
      description: `${ABOUT[name].description}\n\n${ERRORS}\n\n${EXTENSIONS}`,
      version: '1.0',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((tag) => ({
      name: tag,
      description: TAGS[name][tag] ?? tag,
    })),
    paths,
    ...(events.length === 0 ? {} : { webhooks }),
    components: {
      schemas: sorted(schemas),
      responses: sorted(responses),
      parameters: events.length === 0 ? PARAMETERS : { ...PARAMETERS, ...WEBHOOK_PARAMETERS },
      headers: HEADERS,
      examples: Object.fromEntries([...codes].sort().map((code) => [code, problemExample(code, errorsBase)])),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'Access token of POST {auth_url}/api/v1/auth/{slug}/token, valid 300 seconds',
        },
      },
    },
  }
}

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))

const pathsOf = (endpoints: readonly Endpoint[], context: OperationContext): Json => {
  const paths: Record<string, Json> = {}
  const ids = new Set<string>()
  for (const spec of endpoints) {
    refuseStoredCodes(spec)
    const path = spec.path.replace(/:([A-Za-z0-9_]+)/g, '{$1}')
    const operation = toOpenApiOperation(spec, context)
    const id = String(operation.operationId)
    // The same probe exists at the root and under the version.
    operation.operationId = ids.has(id) ? `${id}V1` : id
    ids.add(String(operation.operationId))
    paths[path] = { ...paths[path], [spec.method.toLowerCase()]: operation }
  }
  return paths
}

const refuseStoredCodes = (spec: Endpoint): void => {
  for (const code of spec.errors ?? [])
    if (ERROR_CODES[code].status === 0)
      throw new Error(`${spec.method} ${spec.path} names ${code}, which is never answered`)
}
