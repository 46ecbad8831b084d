/** A real OpenID provider on loopback: JWT access tokens by client credentials, keys that rotate, and a server that can become unavailable. */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export type Signing = 'RS256' | 'PS256' | 'ES256'

export interface OidcRig {
  readonly issuer: string
  /** Requests it answered, by path. */
  readonly asked: Map<string, number>
  secretOf(client: string): string
  /** A JWT access token of the client; `audience` is what the resource is called. */
  token(client: string, audience: string): Promise<string>
  /** Replaces all keys, or with `keep` puts a new one before them. */
  rotate(keep?: boolean): void
  /** Every request is answered like this until it is called with null. */
  answerWith(listener: RequestListener | null): void
  /** The server stops, and starts again at the same address. */
  stop(): Promise<void>
  start(): Promise<void>
}

export interface OidcRigOptions {
  algorithm?: Signing
  lifeS?: number
  /** Claims of a client's tokens, on top of the standard ones. */
  claimsOf?: (client: string) => Record<string, unknown>
  clients?: readonly string[]
}

const newKey = (algorithm: Signing): Record<string, unknown> => {
  const { privateKey } =
    algorithm === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), alg: algorithm, use: 'sig', kid: randomBytes(8).toString('hex') }
}

export const startOidcRig = async (options: OidcRigOptions = {}): Promise<OidcRig> => {
  const { algorithm = 'RS256', lifeS = 300, claimsOf = () => ({}), clients = ['alice', 'bob'] } = options
  const asked = new Map<string, number>()
  let keys = [newKey(algorithm)]
  let provider: RequestListener = () => undefined
  let stub: RequestListener | null = null
  let server: Server
  let port = 0
  const listen = async (): Promise<void> => {
    server = createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://x').pathname
      asked.set(path, (asked.get(path) ?? 0) + 1)
      const answer = stub ?? provider
      answer(request, response)
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }
  await listen()
  const issuer = `http://127.0.0.1:${port}`
  const secrets = new Map(clients.map((client) => [client, randomBytes(24).toString('base64url')]))
  const make = (): void => {
    provider = new Provider(issuer, {
      jwks: { keys },
      clients: [...secrets].map(([client_id, client_secret]) => ({
        client_id,
        client_secret,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: algorithm,
      })),
      features: {
        devInteractions: { enabled: false },
        clientCredentials: { enabled: true },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: (_: unknown, resource: string) => ({
            scope: '',
            audience: resource.replace('urn:audience:', ''),
            accessTokenTTL: lifeS,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: algorithm } },
          }),
        },
      },
      enabledJWA: { idTokenSigningAlgValues: [algorithm] },
      extraTokenClaims: (_: unknown, { clientId }: { clientId: string }) => claimsOf(clientId),
    }).callback()
  }
  make()
  const stop = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return {
    issuer,
    asked,
    secretOf: (client) => secrets.get(client) as string,
    async token(client, audience) {
      const answer = await fetch(`${issuer}/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: client,
          client_secret: secrets.get(client) as string,
          resource: `urn:audience:${audience}`,
        }),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`no token: ${text}`)
      return (JSON.parse(text) as { access_token: string }).access_token
    },
    rotate(keep = false) {
      keys = [newKey(algorithm), ...(keep ? keys : [])]
      make()
    },
    answerWith(listener) {
      stub = listener
    },
    stop,
    start: listen,
  }
}
