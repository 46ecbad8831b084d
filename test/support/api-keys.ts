/** API keys of tenant-load, administered by the tenant and by the platform. */
import assert from 'node:assert/strict'
import type { Answer } from './http.ts'
import { authPath } from './tokens.ts'
import { startVezne, type Vezne, type VezneOptions } from './vezne.ts'

export interface MadeKey {
  // biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
  key: any
  secret: string
}
type Call = (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Answer>

export interface KeyRig {
  vezne: Vezne
  tenantId: string
  merchantId: string
  otherId: string
  masterId: string
  /** A key that is there from the beginning, of no merchant. */
  standing: { id: string }
  /** As the tenant's administrator; `path` begins behind api-keys. */
  own: Call
  /** As the platform's, for the same tenant. */
  platform: Call
  platformOf(tenantId: string, ...call: Parameters<Call>): Promise<Answer>
  as(token: string, ...call: Parameters<Call>): Promise<Answer>
  make(body: object): Promise<MadeKey>
  /** The answer of the token endpoint, each call from its own address. */
  signIn(clientId: string, secret: string): Promise<Answer>
  refresh(refreshToken: string): Promise<Answer>
  tokenOf(made: MadeKey): Promise<string>
}

const REALM = 'tenant-load'

export const openKeyRig = async (options: VezneOptions = {}): Promise<KeyRig> => {
  const vezne = await startVezne(options)
  const idOf = (slug: string): string => vezne.demo.tenants.find((tenant) => tenant.slug === slug)?.tenant_id ?? ''
  const tenantId = idOf(REALM)
  let calls = 0
  const from = (): number => 50 + (calls++ % 200)
  const sent = (token: string, body?: object, headers: Record<string, string> = {}) => ({
    token,
    headers,
    ...(body === undefined ? {} : { body }),
  })
  const as: KeyRig['as'] = (token, method, path, body, headers) =>
    vezne.request('identity', method, `/api/v1/tenants/me/api-keys${path}`, sent(token, body, headers))
  const platformOf: KeyRig['platformOf'] = async (tenant, method, path, body, headers) => {
    const token = await vezne.token('admin', 'master')
    return vezne.request(
      'identity',
      method,
      `/api/v1/platform/tenants/${tenant}/api-keys${path}`,
      sent(token, body, headers),
    )
  }
  const own: Call = async (...call) => as(await vezne.token('admin', REALM), ...call)
  const make = async (body: object): Promise<MadeKey> => {
    const made = await own('POST', '', body)
    assert.equal(made.status, 201, made.text)
    return { key: made.body.api_key, secret: made.body.secret }
  }
  const signIn = (client_id: string, client_secret: string): Promise<Answer> =>
    vezne.request('identity', 'POST', authPath(REALM, 'token'), { body: { client_id, client_secret }, from: from() })
  const masterId = await vezne.runtime.db.transaction({ as: 'platform' }, async (tx) => {
    const [row] = await tx.query<{ tenant_id: string }>(`select tenant_id from realms where slug = 'master'`)
    return row?.tenant_id ?? ''
  })
  return {
    vezne,
    tenantId,
    merchantId: vezne.demo.tenants.find(({ slug }) => slug === REALM)?.merchants[0]?.merchant_id ?? '',
    otherId: idOf('tenant-other'),
    masterId,
    standing: (await make({ display_name: 'Standing' })).key,
    own,
    platform: (...call) => platformOf(tenantId, ...call),
    platformOf,
    as,
    make,
    signIn,
    refresh: (refresh_token) =>
      vezne.request('identity', 'POST', authPath(REALM, 'refresh'), { body: { refresh_token }, from: from() }),
    async tokenOf({ key, secret }) {
      const answer = await signIn(key.client_id, secret)
      assert.equal(answer.status, 200, answer.text)
      return answer.body.access_token
    },
  }
}
