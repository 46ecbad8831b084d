/** A merchant of the demo tenant that pays and follows up, with eyes on what is stored of it. */
import assert from 'node:assert/strict'
import { before } from 'node:test'
import pg from 'pg'
import { type Endpoints, useEndpoints } from './endpoints.ts'
import type { Answer } from './http.ts'
import { paymentBody } from './payments.ts'
import { use } from './use.ts'
import { startVezne, type Vezne, type VezneOptions } from './vezne.ts'

export interface Counter {
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** A completed sale, or an authorization; returns its id. */
  sell(change?: object): Promise<string>
  authorize(change?: object): Promise<string>
  follow(id: string, kind: 'capture' | 'void' | 'refund', body?: unknown, key?: string): Promise<Answer>
  /** As GET /transactions/{id} returns it. */
  // biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
  read(id: string): Promise<any>
}

export interface Shop extends Counter {
  vezne: Vezne
  // biome-ignore lint/suspicious/noExplicitAny: as above
  rows(sql: string, values: unknown[]): Promise<any[]>
  /** The configuration of the demo connector with this code. */
  configurationOf(code: string): Promise<string>
  /** As the owner of the schema. */
  own(sql: string, values: unknown[]): Promise<void>
  /** Types of the payment's events in their order. */
  events(id: string): Promise<string[]>
  states(id: string): Promise<string[]>
}

/** For the tests of a file. */
export const useShop = (options: VezneOptions = {}): Shop => use(() => openShop(options))

export const openShop = async (options: VezneOptions = {}): Promise<Shop> => {
  const vezne = await startVezne(options)
  const call: Shop['call'] = async (method, path, body, headers = {}) =>
    vezne.request('cards', method, `/api/v1${path}`, {
      token: await vezne.token('admin', 'tenant-load'),
      headers: { 'x-external-merchant-id': 'M-3001', ...headers },
      ...(body === undefined ? {} : { body }),
    })
  const rows: Shop['rows'] = (sql, values) =>
    vezne.runtime.db.transaction({ as: 'platform' }, (tx) => tx.query(sql, values))
  return {
    ...openCounter(call),
    vezne,
    rows,
    async configurationOf(code) {
      const [row] = await rows(
        `select c.id from connector_configurations c join connectors k on k.tenant_id = c.tenant_id and k.id = c.connector_id
          join realms r on r.tenant_id = c.tenant_id where k.code = $1 and r.slug = 'tenant-load'`,
        [code],
      )
      return row.id
    },
    async own(sql, values) {
      const client = new pg.Client({ connectionString: vezne.ownerUrl })
      await client.connect()
      try {
        await client.query(sql, values)
      } finally {
        await client.end()
      }
    },
    events: async (id) =>
      (await rows('select type from events where resource_id = $1 order by sequence', [id])).map((row) => row.type),
    states: async (id) => {
      const [row] = await rows('select history from payments where id = $1', [id])
      return row.history.map((step: { to: string }) => step.to)
    },
  }
}

export interface LaneShop extends Counter {
  readonly endpoints: Endpoints
}

/** A merchant of a tenant of the lane, for what no program is needed. */
export const useLaneShop = (): LaneShop => {
  const endpoints = useEndpoints()
  let token = ''
  before(async () => {
    token = endpoints.as(['tenant-admin', 'pos-admin'])
    await endpoints.call('identity', 'POST /api/v1/merchants', { token, body: { name: 'Shop', external_id: 'M-3001' } })
  })
  const call: Counter['call'] = (method, path, body, headers = {}) =>
    endpoints.request('cards', method, `/api/v1${path}`, {
      token,
      headers: { 'x-external-merchant-id': 'M-3001', ...headers },
      ...(body === undefined ? {} : { body }),
    })
  return { endpoints, ...openCounter(call) }
}

const openCounter = (call: Counter['call']): Counter => {
  const pay = async (change: object): Promise<string> => {
    const answer = await call('POST', '/payments', paymentBody(change))
    assert.equal(answer.status, 200, answer.text)
    return answer.body.transaction_id
  }
  return {
    call,
    sell: (change = {}) => pay(change),
    authorize: (change = {}) => pay({ operation_type: 'pre_auth', ...change }),
    follow: (id, kind, body, key) =>
      call('POST', `/payments/${id}/${kind}`, body, key === undefined ? {} : { 'idempotency-key': key }),
    read: async (id) => (await call('GET', `/transactions/${id}`)).body,
  }
}
