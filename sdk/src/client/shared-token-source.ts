/**
 * Clients of one process with the same credentials share their access token, because an address may request ten tokens
 * a minute.
 */
import { openTokenSource, type TokenSource, type TokenSourceOptions } from './access-token.ts'

/**
 * Sources are separate per `fetch` function, so that a client with a custom one never gets a token that another client
 * fetched.
 */
const sources = new WeakMap<typeof fetch, Map<string, TokenSource>>()
const SOURCES_MAX = 1_000

/**
 * Returns one source for all clients of this process with the same credentials; a store of the caller's is shared by
 * the store itself.
 */
export const sharedTokenSource = (fetchOfClient: typeof fetch, options: TokenSourceOptions): TokenSource => {
  if (options.store !== undefined) return openTokenSource(options)
  const ofFetch = sources.get(fetchOfClient) ?? new Map<string, TokenSource>()
  sources.set(fetchOfClient, ofFetch)
  const { identityUrl, realm, clientId, clientSecret } = options
  const key = JSON.stringify([identityUrl, realm, clientId, clientSecret])
  const known = ofFetch.get(key)
  if (known !== undefined) return known
  const source = openTokenSource(options)
  ofFetch.set(key, source)
  if (ofFetch.size > SOURCES_MAX) ofFetch.delete(ofFetch.keys().next().value as string)
  return source
}
