/** Tenants made over HTTP, as the platform's administrator makes them, and a key of theirs. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Answer } from './http.ts'
import type { Vezne } from './vezne.ts'

export interface MadeTenant {
  id: string
  slug: string
  // biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
  body: any
}

/** Calls the identity surface as platform-admin. */
export const asPlatform = async (
  vezne: Vezne,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  vezne.request('identity', method, `/api/v1${path}`, {
    token: await vezne.token('admin', 'master'),
    headers,
    ...(body === undefined ? {} : { body }),
  })

export const makeTenant = async (vezne: Vezne, change: object = {}): Promise<MadeTenant> => {
  const slug = `tenant-${randomBytes(4).toString('hex')}`
  const sent = { slug, display_name: `Test ${slug}`, contact_email: 'ops@test.example', ...change }
  const { status, body, text } = await asPlatform(vezne, 'POST', '/platform/tenants', sent)
  assert.equal(status, 201, text)
  return { id: body.id, slug: body.slug, body }
}

export interface MadeKey {
  clientId: string
  secret: string
  /** Sends its secret; `from` is the address, as the token class counts by it. */
  signIn(from: number): Promise<Answer>
}

/** An API key of the tenant, put there behind the program's back. */
export const makeKey = async (
  vezne: Vezne,
  tenant: Pick<MadeTenant, 'id' | 'slug'>,
  roles: readonly string[],
  merchantId: string | null = null,
): Promise<MadeKey> => {
  const clientId = `cid_test_${randomBytes(6).toString('hex')}`
  const secret = `cs_test_${randomBytes(16).toString('hex')}`
  await vezne.runtime.db.transaction({ of: tenant.id }, (tx) =>
    tx.execute(
      `insert into clients (tenant_id, id, client_id, secret_hash, roles, merchant_id, created, last_modified)
       values ($1, gen_random_uuid(), $2, $3, $4, $5, now(), now())`,
      [tenant.id, clientId, vezne.runtime.sealer.hashSecret(secret), roles, merchantId],
    ),
  )
  return {
    clientId,
    secret,
    signIn: (from) =>
      vezne.request('identity', 'POST', `/api/v1/auth/${tenant.slug}/token`, {
        body: { client_id: clientId, client_secret: secret },
        from,
      }),
  }
}

let nextAddress = 150
/** A token of a fresh key. */
export const tokenOf = async (
  vezne: Vezne,
  tenant: Pick<MadeTenant, 'id' | 'slug'>,
  roles: readonly string[],
  merchantId: string | null = null,
): Promise<string> => {
  const key = await makeKey(vezne, tenant, roles, merchantId)
  nextAddress = nextAddress >= 250 ? 150 : nextAddress + 1
  const { status, body, text } = await key.signIn(nextAddress)
  assert.equal(status, 200, text)
  return body.access_token
}
