/** Access tokens issued a second, beside oidc-provider that issues the same kind of token from memory. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { cpuTimeOf, usedBy } from './cpu-time.ts'
import { median } from './in-turn.ts'
import { type LoadResult, load } from './load.ts'
import type { BenchServer } from './server.ts'

const CONNECTIONS = 16

/** In turn, so that both meet the same machine. */
const ROUNDS = 3

interface Issued extends LoadResult {
  /** Processor time of all that issues them, a token. */
  cpuUs: number
}

export const benchTokens = async (server: BenchServer, durationMs: number, say: (line: string) => void) => {
  const provider = await startOidcProvider()
  const pairs: { ours: Issued; theirs: Issued }[] = []
  const ours = () => issue(server.urls.identity, () => ourRequest(server), cpuTimeOf(server), durationMs / ROUNDS)
  const theirs = () =>
    issue(
      provider.issuer,
      () => provider.request,
      () => usedBy(provider.pid),
      durationMs / ROUNDS,
    )
  for (let round = 0; round < ROUNDS; round++) pairs.push({ ours: await ours(), theirs: await theirs() })
  provider.stop()
  const line = (name: string, results: readonly Issued[]): void => {
    const of = (value: (one: Issued) => number) => median(results.map(value))
    say(
      `${name}: ${of((one) => one.perSecond).toFixed(0)} tokens/s at ${CONNECTIONS} connections, p50 ${of((one) => one.p50).toFixed(1)} ms, p99 ${of((one) => one.p99).toFixed(1)} ms, ${of((one) => one.cpuUs).toFixed(0)} µs of processor time, answers ${JSON.stringify(results.at(-1)?.statuses)}`,
    )
  }
  line(
    'vezne, client read and refresh token written in PostgreSQL',
    pairs.map((pair) => pair.ours),
  )
  line(
    'oidc-provider, client_credentials, RS256 JWT, in memory',
    pairs.map((pair) => pair.theirs),
  )
  const ratio = median(pairs.map((pair) => pair.ours.perSecond / pair.theirs.perSecond))
  const cpu = median(pairs.map((pair) => pair.theirs.cpuUs / pair.ours.cpuUs))
  say(`median of ${ROUNDS} pairs: ratio ${ratio.toFixed(2)}, by processor time ${cpu.toFixed(2)} (aim 1.0)`)
}

const issue = async (url: string, next: () => Buffer, cpuTime: () => number, durationMs: number): Promise<Issued> => {
  const spent = cpuTime()
  const result = await load({ url, connections: CONNECTIONS, durationMs, next })
  // The warm-up is issued, too.
  const issued = result.perSecond * (durationMs / 1_000) * 1.2
  return { ...result, cpuUs: ((cpuTime() - spent) * 1_000) / issued }
}

let request: Buffer | undefined
const ourRequest = (server: BenchServer): Buffer => {
  if (request) return request
  const demo = JSON.parse(readFileSync(join(server.dataDir, 'demo.json'), 'utf8'))
  const { client_id, client_secret } = demo.tenants.find((tenant: { slug: string }) => tenant.slug === 'tenant-load')
    .clients.admin
  request = post('/api/v1/auth/tenant-load/token', 'application/json', JSON.stringify({ client_id, client_secret }))
  return request
}

export const post = (path: string, type: string, body: string): Buffer =>
  Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )

const startOidcProvider = async (): Promise<{ issuer: string; request: Buffer; pid: number; stop(): void }> => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('oidc-server.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { issuer, secret } = JSON.parse(await firstLine(child.stdout)) as { issuer: string; secret: string }
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'bench',
    client_secret: secret,
    resource: 'urn:audience:bench',
  })
  const request = post('/token', 'application/x-www-form-urlencoded', body.toString())
  return { issuer, request, pid: child.pid as number, stop: () => void child.kill() }
}

const firstLine = async (output: NodeJS.ReadableStream): Promise<string> => {
  for await (const text of createInterface({ input: output })) if (text.startsWith('{')) return text
  throw new Error('oidc-provider did not start')
}
