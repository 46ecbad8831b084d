/** The program, every operation it documents, and a caller of every role: what the matrices are made from. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import pg from 'pg'
import { createRealms } from '../../../src/access/callers/realms.ts'
import { BUILT_IN_ROLES, MERCHANT_ROLES } from '../../../src/access/permissions.ts'
import { type Operation, operationsOf } from '../../resilience/fuzz/operations.ts'
import { claimsOf, headerOf, type Mint, rs256, write } from '../../support/forge.ts'
import type { Answer } from '../../support/http.ts'
import { openMint } from '../../support/mint.ts'
import type { Claims } from '../../support/tokens.ts'
import { type Surface, startVezne, type Vezne } from '../../support/vezne.ts'

export const SURFACES = ['cards', 'transfers', 'fraud', 'identity'] as const
export const REALM = 'tenant-demo'
export const UNKNOWN_ID = '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'
export const ROLES = [...BUILT_IN_ROLES].sort()

/** Members of paths that are no ids. */
const VALUES: Readonly<Record<string, string>> = { slug: REALM, version: '1', bin: '454671', index: '2' }

export interface Sending {
  token?: string | undefined
  body?: unknown
  headers?: Record<string, string>
  /** Values of path members; an id that names nothing where left out. */
  path?: Readonly<Record<string, string>>
  query?: string
  from?: number
}

export interface Rig {
  readonly vezne: Vezne
  readonly operations: readonly Operation[]
  readonly tenantId: string
  readonly merchantId: string
  readonly otherMerchantId: string
  /** A merchant of another tenant. */
  readonly foreignMerchantId: string
  call(operation: Operation, sent?: Sending): Promise<Answer>
  /** An access token of a client that has only this role; `changes` of its claims make it a wrong one. */
  tokenOf(role: string, changes?: Claims): string
  /** The same of a client bound to {@link Rig.merchantId}. */
  boundTokenOf(role: string): string
  /** As the owner of the schema, who bypasses row-level security. */
  rows<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  stop(): Promise<void>
}

export const nameOf = ({ surface, method, path }: Operation): string => `${surface} ${method} ${path}`

export const openRig = async (): Promise<Rig> => {
  const vezne = await startVezne()
  const owner = new pg.Pool({ connectionString: vezne.ownerUrl, max: 4 })
  const tenant = vezne.demo.tenants.find(({ slug }) => slug === REALM)
  const other = vezne.demo.tenants.find(({ slug }) => slug === 'tenant-other')
  const tenantId = tenant?.tenant_id ?? ''
  const merchants = tenant?.merchants.map(({ merchant_id }) => merchant_id) as [string, string]
  // Addresses of banks are drawn like all others: of a listener on this machine.
  await owner.query(`insert into connector_hosts (id, host, created) values (gen_random_uuid(), '127.0.0.1', now())`)
  const operations = await allOperations(vezne)
  const tokenOf = await openTokens(vezne, owner, tenantId, merchants[0])
  return {
    vezne,
    operations,
    tenantId,
    merchantId: merchants[0],
    otherMerchantId: merchants[1],
    foreignMerchantId: other?.merchants[0]?.merchant_id ?? '',
    call: (operation, sent = {}) => callOf(vezne, tenantId, operation, sent),
    tokenOf,
    boundTokenOf: (role) => tokenOf(role, { ...holderOf(boundId(role)), merchant_id: merchants[0] }),
    // Under a name it is planned once: the ids of all tables are asked for hundreds of times, in one statement of hundreds.
    rows: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await owner.query<Row>({ name: hash('sha1', text), text, values })).rows,
    async stop() {
      await owner.end()
      await vezne.stop()
    },
  }
}

/** What no plan counts is counted by address: each request comes from another one. */
let calls = 0
export const nextAddress = (): number => 2 + (calls++ % 200)

const callOf = (vezne: Vezne, tenantId: string, operation: Operation, sent: Sending): Promise<Answer> => {
  const { path = {}, query = '', headers, token, body, from } = sent
  const address = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(path[name] ?? VALUES[name] ?? UNKNOWN_ID),
  )
  return vezne.request(operation.surface as Surface, operation.method, `${address}${query}`, {
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body }),
    from: from ?? nextAddress(),
    headers: { ...(operation.surface === 'transfers' ? { 'x-tenant-id': tenantId } : {}), ...headers },
  })
}

const allOperations = async (vezne: Vezne): Promise<Operation[]> => {
  const documents = SURFACES.map(async (surface) =>
    operationsOf(surface, (await vezne.request(surface, 'GET', '/openapi.json')).body),
  )
  const operations = (await Promise.all(documents)).flat()
  assert.ok(operations.length > 130)
  return operations
}

const boundId = (role: string): string => `cid_test_bound_${role}`
const holderOf = (clientId: string): Claims => ({ sub: clientId, azp: clientId })

/** Tokens are written here, with each realm's own key: thousands are needed, expired ones and those of another environment too. */
const openTokens = async (vezne: Vezne, owner: pg.Pool, tenantId: string, merchantId: string) => {
  const masterId = await idOf(owner, 'master')
  const makeClient = (role: string, clientId: string, boundTo: string | null) =>
    owner.query(
      `insert into clients (tenant_id, id, client_id, secret_hash, roles, merchant_id, created, last_modified)
       values ($1, gen_random_uuid(), $2, $3, $4, $5, now(), now())`,
      [role === 'platform-admin' ? masterId : tenantId, clientId, Buffer.alloc(32), [role], boundTo],
    )
  for (const role of ROLES) {
    await makeClient(role, `cid_test_matrix_${role}`, MERCHANT_ROLES.has(role) ? merchantId : null)
    if (role !== 'platform-admin') await makeClient(role, boundId(role), merchantId)
  }
  const realms = createRealms(vezne.runtime)
  const mints = new Map<string, Mint>()
  for (const slug of [REALM, 'master']) mints.set(slug, await openMint(vezne, realms, slug, ''))
  realms.close()
  return (role: string, changes: Claims = {}): string => {
    const mint = mints.get(role === 'platform-admin' ? 'master' : REALM) as Mint
    const clientId = `cid_test_matrix_${role}`
    const claims = claimsOf({ ...mint, clientId }, Date.now(), {
      roles: [role],
      ...(MERCHANT_ROLES.has(role) ? { merchant_id: merchantId } : {}),
      ...(role === 'platform-admin' ? { tenant_id: undefined } : {}),
      ...changes,
    })
    return write(headerOf(mint), claims, rs256(mint.key))
  }
}

const idOf = async (owner: pg.Pool, slug: string): Promise<string> =>
  (await owner.query<{ tenant_id: string }>('select tenant_id from realms where slug = $1', [slug])).rows[0]!.tenant_id

/** Runs `work` over all of `items`, some at once. */
export const inLanes = async <T>(items: readonly T[], work: (item: T) => Promise<void>, lanes = 8): Promise<void> => {
  const waiting = [...items]
  const lane = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
