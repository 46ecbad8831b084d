/** The access token of a client: fetched once for all calls that wait for it, renewed a minute before it ends. */
import { send, type Transport } from './call.ts'

export interface Credentials {
  /** Slug of the realm, such as tenant-acme. */
  readonly realm: string
  readonly clientId: string
  readonly clientSecret: string
}

const RENEWED_BEFORE_MS = 60_000

interface Held {
  readonly token: string
  readonly until: number
}

export interface TokenSource {
  /** `refused`: a token the service did not take; the next one is fetched. */
  readonly token: (refused?: string) => Promise<string>
  /** The tenant the token names. */
  readonly tenantId: () => Promise<string | undefined>
}

export const openTokenSource = (
  transport: Transport,
  identityUrl: string,
  { realm, clientId, clientSecret }: Credentials,
  now: () => number,
): TokenSource => {
  let held: Promise<Held> | undefined
  const fetchToken = async (): Promise<Held> => {
    const requestId = crypto.randomUUID()
    const answer = (await send(transport, {
      method: 'POST',
      url: `${identityUrl}/api/v1/auth/${encodeURIComponent(realm)}/token`,
      body: JSON.stringify({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
      headers: new Headers({ 'content-type': 'application/json' }),
      requestId,
      idempotencyKey: undefined,
      isRepeatable: true,
      signal: undefined,
      timeoutMs: undefined,
    })) as { access_token: string; expires_in: number }
    const { access_token, expires_in } = answer
    const lifeMs = expires_in * 1_000
    return { token: access_token, until: now() + Math.max(lifeMs - RENEWED_BEFORE_MS, lifeMs / 2) }
  }
  const renew = (): Promise<Held> => {
    const next = fetchToken()
    held = next
    next.catch(() => {
      if (held === next) held = undefined // the next call tries again
    })
    return next
  }
  const token = async (refused?: string): Promise<string> => {
    const before = held
    const current = await (before ?? renew())
    if (current.until > now() && current.token !== refused) return current.token
    // Of many calls that find it ended, the first renews and the others wait for the same one.
    return (await (held === before || held === undefined ? renew() : held)).token
  }
  return { token, tenantId: async () => tenantOf(await token()) }
}

const tenantOf = (token: string): string | undefined => {
  const [, claims = ''] = token.split('.')
  const text = atob(claims.replaceAll('-', '+').replaceAll('_', '/'))
  return (JSON.parse(text) as { tenant_id?: string }).tenant_id
}
