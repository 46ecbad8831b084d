/** The access token of a client: fetched once for all calls that wait for it, renewed a minute before it expires. */
import { send, type Transport } from './call.ts'

export interface Credentials {
  /** Slug of the realm, such as tenant-acme. */
  readonly realm: string
  readonly clientId: string
  readonly clientSecret: string
}

export interface StoredToken {
  readonly token: string
  /** When the next one is fetched, in ms since 1970. */
  readonly until: number
}

/**
 * A store that several processes share, such as Redis, a file or the cache of a framework. `key` names identity
 * service, realm and client, and no secret; the token is valid for five minutes. A store that throws is ignored.
 */
export interface TokenStore {
  get(key: string): Promise<StoredToken | undefined>
  set(key: string, token: StoredToken): Promise<void>
}

const RENEWED_BEFORE_MS = 60_000

export interface TokenSource {
  /** `refused` is a token the service did not accept; then the next one is fetched. */
  readonly token: (transport: Transport, refused?: string) => Promise<string>
}

export interface TokenSourceOptions extends Credentials {
  readonly identityUrl: string
  readonly now: () => number
  readonly store: TokenStore | undefined
}

export const openTokenSource = ({
  identityUrl,
  realm,
  clientId,
  clientSecret,
  now,
  store,
}: TokenSourceOptions): TokenSource => {
  const url = `${identityUrl}/api/v1/auth/${encodeURIComponent(realm)}/token`
  const storeKey = `${url} ${clientId}`
  let held: Promise<StoredToken> | undefined

  const fetchToken = async (transport: Transport): Promise<StoredToken> => {
    const answer = (await send(transport, {
      method: 'POST',
      url,
      body: JSON.stringify({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
      headers: new Headers({ 'content-type': 'application/json' }),
      requestId: crypto.randomUUID(),
      idempotencyKey: undefined,
      isRepeatable: true,
      isToken: true,
      signal: undefined,
      timeoutMs: undefined,
    })) as { access_token: string; expires_in: number }
    const lifeMs = answer.expires_in * 1_000
    return { token: answer.access_token, until: now() + Math.max(lifeMs - RENEWED_BEFORE_MS, lifeMs / 2) }
  }
  const isUsable = (known: StoredToken | undefined, refused: string | undefined): known is StoredToken =>
    known !== undefined && known.until > now() && known.token !== refused

  const find = async (transport: Transport, refused: string | undefined): Promise<StoredToken> => {
    // A store that fails costs a request for a token, never a call.
    const stored = await store?.get(storeKey).catch(() => undefined)
    if (isUsable(stored, refused)) return stored
    const fetched = await fetchToken(transport)
    await store?.set(storeKey, fetched).catch(() => undefined)
    return fetched
  }
  const renew = (transport: Transport, refused: string | undefined): Promise<StoredToken> => {
    const next = find(transport, refused)
    held = next
    next.catch(() => {
      if (held === next) held = undefined // the next call tries again
    })
    return next
  }
  return {
    async token(transport, refused) {
      const before = held
      const current = await (before ?? renew(transport, refused))
      if (isUsable(current, refused)) return current.token
      // The first of several calls that find it expired renews it, and the others wait for the same one.
      return (await (held === before || held === undefined ? renew(transport, refused) : held)).token
    },
  }
}

/** Returns the tenant that a token names. */
export const readTenant = (token: string): string | undefined => {
  const [, claims = ''] = token.split('.')
  const text = atob(claims.replaceAll('-', '+').replaceAll('_', '/'))
  return (JSON.parse(text) as { tenant_id?: string }).tenant_id
}
