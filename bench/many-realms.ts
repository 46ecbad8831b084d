/** Five thousand realms with ten API keys each, inserted set-wise by SQL, and what they cost beside ten realms. */
import { randomUUID } from 'node:crypto'
import { withRuntime } from '../src/cli/attach-runtime.ts'
import { newSigningKey, signingKeySealingContext } from '../src/identity/tokens/signing-keys.ts'
import { loadConfig } from '../src/infra/process/config.ts'
import type { Runtime } from '../src/infra/runtime.ts'
import { type LoadResult, load } from './load.ts'
import type { BenchServer } from './server.ts'
import { post } from './tokens.ts'

const REALMS = 5_000
const FEW = 10
const KEYS = 10
const PIECE = 250 // realms written at once
const CONNECTIONS = 16
const SECRET = 'cs_test_of-every-key-of-this-bench'
const ROUNDS = 2

export const benchManyRealms = async (server: BenchServer, durationMs: number, say: (line: string) => void) => {
  const started = performance.now()
  await withRuntime(({ runtime }) => makeRealms(runtime), loadConfig({ VEZNE_DATA_DIR: server.dataDir }))
  say(`${REALMS} realms with ${KEYS} keys each, made in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  const tokens = await coldPass(server, say)
  const figures: Record<string, number[]> = {}
  const note = (name: string, { perSecond, statuses }: LoadResult): void => {
    const others = Object.entries(statuses).filter(([status]) => status !== '200')
    if (others.length > 0) say(`  ${name}: other answers ${JSON.stringify(Object.fromEntries(others))}`)
    figures[name] = [...(figures[name] ?? []), perSecond]
  }
  // In turn, so that a machine that gets slower does so for both.
  for (let round = 0; round < ROUNDS; round++)
    for (const realms of [FEW, REALMS]) {
      note(`tokens, ${realms} realms`, await run(server, durationMs, tokenRequests(realms)))
      note(`requests, ${realms} realms`, await run(server, durationMs, meRequests(tokens.slice(0, realms))))
    }
  const mean = (name: string): number => {
    const all = figures[name] as number[]
    return all.reduce((sum, value) => sum + value, 0) / all.length
  }
  for (const what of ['tokens', 'requests']) {
    const [few, many] = [mean(`${what}, ${FEW} realms`), mean(`${what}, ${REALMS} realms`)]
    say(
      `${what}: ${few.toFixed(0)}/s with ${FEW} realms, ${many.toFixed(0)}/s with ${REALMS}, ratio ${(many / few).toFixed(2)}`,
    )
  }
}

const run = (server: BenchServer, durationMs: number, requests: readonly Buffer[]): Promise<LoadResult> => {
  let at = 0
  const next = (): Buffer => requests[at++ % requests.length] as Buffer
  return load({ url: server.urls.identity, connections: CONNECTIONS, durationMs, next })
}

const slugOf = (nth: number): string => `tenant-bench-${nth}`
const clientOf = (nth: number, key: number): string => `cid_test_bench_${nth}_${key}`

/** Key by key, so that all realms come before the second key of one. */
const tokenRequests = (realms: number): Buffer[] =>
  Array.from({ length: realms * KEYS }, (_, at) => tokenRequest((at % realms) + 1, Math.floor(at / realms) + 1))
const tokenRequest = (nth: number, key: number): Buffer =>
  post(
    `/api/v1/auth/${slugOf(nth)}/token`,
    'application/json',
    JSON.stringify({ client_id: clientOf(nth, key), client_secret: SECRET }),
  )
const meRequests = (tokens: readonly string[]): Buffer[] =>
  tokens.map((token) =>
    Buffer.from(`GET /api/v1/me HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`),
  )

/** The first token of each realm and the first call with it: nothing of it is in memory yet. */
const coldPass = async (server: BenchServer, say: (line: string) => void): Promise<string[]> => {
  const tokens: string[] = []
  const ask = async (path: string, sent: RequestInit): Promise<Response> => {
    const answer = await fetch(`${server.urls.identity}${path}`, sent)
    if (!answer.ok) throw new Error(await answer.text())
    return answer
  }
  const first = await once(async (nth) => {
    const answer = await ask(`/api/v1/auth/${slugOf(nth)}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_id: clientOf(nth, 1), client_secret: SECRET }),
    })
    tokens[nth - 1] = ((await answer.json()) as { access_token: string }).access_token
  })
  const call = await once(async (nth) => {
    await (await ask('/api/v1/me', { headers: { authorization: `Bearer ${tokens[nth - 1]}` } })).text()
  })
  say(`cold: first token of each realm ${first.toFixed(0)}/s, first call of each ${call.toFixed(0)}/s`)
  return tokens
}

/** Each realm once, so many a second. */
const once = async (work: (nth: number) => Promise<void>): Promise<number> => {
  const started = performance.now()
  let nth = 0
  const lane = async (): Promise<void> => {
    while (nth < REALMS) await work(++nth)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, lane))
  return REALMS / ((performance.now() - started) / 1000)
}

const makeRealms = async (runtime: Runtime): Promise<void> => {
  const ids = Array.from({ length: REALMS }, () => randomUUID())
  const now = new Date()
  // One key pair for all, sealed for each: making 5,000 takes minutes and measures nothing.
  const pair = await newSigningKey(runtime, ids[0] as string, now, now)
  const pem = await runtime.sealer.open(ids[0] as string, signingKeySealingContext(pair.kid), pair.private_sealed)
  const hash = runtime.sealer.hashSecret(SECRET)
  for (let from = 0; from < REALMS; from += PIECE) {
    const some = ids.slice(from, from + PIECE)
    const sealed = await Promise.all(some.map((id) => runtime.sealer.seal(id, signingKeySealingContext(pair.kid), pem)))
    await runtime.db.transaction({ as: 'platform' }, async (tx) => {
      const given = 'unnest($1::uuid[]) with ordinality as given (tenant_id, place)'
      await tx.execute(
        `insert into realms (tenant_id, slug, kind, status, plan_id, created, last_modified)
         select tenant_id, 'tenant-bench-' || place + $2, 'tenant', 'active',
           (select plan_id from realms where slug = 'tenant-load'), now(), now() from ${given}`,
        [some, from],
      )
      await tx.execute(
        `insert into merchants (tenant_id, id, external_id, name, status, created, last_modified)
         select tenant_id, gen_random_uuid(), 'M-1', 'Shop', 'approved', now(), now() from ${given}`,
        [some],
      )
      await tx.execute(
        `insert into clients (tenant_id, id, client_id, secret_hash, roles, created, last_modified)
         select tenant_id, gen_random_uuid(), 'cid_test_bench_' || place + $2 || '_' || key, $3, '{tenant-admin}', now(), now()
         from ${given}, generate_series(1, ${KEYS}) as key`,
        [some, from, hash],
      )
      await tx.execute(
        `insert into signing_keys (tenant_id, kid, public_jwk, private_sealed, created, signs_from)
         select *, $5, $5 from unnest($1::uuid[], $2::text[], $3::jsonb[], $4::bytea[])`,
        [some, some.map(() => pair.kid), some.map(() => JSON.stringify(pair.public_jwk)), sealed, now],
      )
    })
  }
}
