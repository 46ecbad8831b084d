/** What the check of a token costs a call: remembered, and for the first time, beside the bare verification of its signature. */
import { createPublicKey, verify } from 'node:crypto'
import { decodeProtectedHeader, type JWK, jwtVerify } from 'jose'
import { createAuthenticator } from '../src/access/callers/authenticate.ts'
import { createRealms, type Realm } from '../src/access/callers/realms.ts'
import { withRuntime } from '../src/cli/attach-runtime.ts'
import { loadConfig } from '../src/infra/process/config.ts'
import type { BenchServer } from './server.ts'

const TOKENS = 500
const REPEATS = 100

export const benchTokenChecks = async (server: BenchServer, say: (line: string) => void): Promise<void> => {
  const tokens: string[] = []
  for (let nth = 0; nth < TOKENS; nth++) tokens.push(await server.token())
  // The same settings as the server, whose addresses are in the tokens.
  const port = Number(new URL(server.urls.identity).port)
  const config = loadConfig({ VEZNE_DATA_DIR: server.dataDir, VEZNE_PORT_BASE: String(port - 40) })
  await withRuntime(async ({ runtime }) => {
    const realms = createRealms(runtime)
    const headers = tokens.map((token) => `Bearer ${token}`)
    const check = async (authenticate = createAuthenticator(runtime, realms)) => {
      for (const header of headers) await authenticate(header, Date.now())
      return authenticate
    }
    for (let nth = 0; nth < 5; nth++) await check()
    const fresh = await microseconds(TOKENS, async () => void (await check()))
    const authenticate = await check()
    const cached = await microseconds(TOKENS * REPEATS, async () => {
      for (let nth = 0; nth < REPEATS; nth++) await check(authenticate)
    })
    const realm = (await realms.realmBySlug('tenant-load')) as Realm
    const { kid } = decodeProtectedHeader(tokens[0] as string)
    const jwk = realm.keys.find((key) => key.kid === kid)?.publicJwk as JWK
    say(`remembered ${cached.toFixed(1)} µs, for the first time ${fresh.toFixed(0)} µs`)
    say(
      `reference: jose ${(await joseAlone(tokens, jwk)).toFixed(0)} µs, node:crypto ${nodeAlone(tokens, jwk).toFixed(0)} µs`,
    )
    realms.close()
  }, config)
}

/** Each of `count`. */
const microseconds = async (count: number, work: () => Promise<void>): Promise<number> => {
  const started = performance.now()
  await work()
  return ((performance.now() - started) / count) * 1_000
}

const joseAlone = (tokens: readonly string[], jwk: JWK): Promise<number> =>
  microseconds(tokens.length, async () => {
    for (const token of tokens) await jwtVerify(token, jwk, { algorithms: ['RS256'] })
  })

const nodeAlone = (tokens: readonly string[], jwk: JWK): number => {
  const key = createPublicKey({ key: jwk as never, format: 'jwk' })
  const started = performance.now()
  for (const token of tokens) {
    const end = token.lastIndexOf('.')
    if (!verify('sha256', Buffer.from(token.slice(0, end)), key, Buffer.from(token.slice(end + 1), 'base64url')))
      throw new Error('a token of ours does not verify')
  }
  return ((performance.now() - started) / tokens.length) * 1_000
}
