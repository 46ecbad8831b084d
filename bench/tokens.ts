/** Access tokens issued a second, beside oidc-provider that issues the same kind of token from memory. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type LoadResult, load } from './load.ts'
import type { BenchServer } from './server.ts'

const CONNECTIONS = 16

export const benchTokens = async (server: BenchServer, durationMs: number, say: (line: string) => void) => {
  const ours = await load({
    url: server.urls.identity,
    connections: CONNECTIONS,
    durationMs,
    next: () => ourRequest(server),
  })
  const theirs = await oidcProvider(durationMs)
  const line = (name: string, { perSecond, p50, p99, statuses }: LoadResult): void =>
    say(
      `${name}: ${perSecond.toFixed(0)} tokens/s at ${CONNECTIONS} connections, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, answers ${JSON.stringify(statuses)}`,
    )
  line('vezne, client read and refresh token written in PostgreSQL', ours)
  line('oidc-provider, client_credentials, RS256 JWT, in memory', theirs)
  say(`ratio ${(ours.perSecond / theirs.perSecond).toFixed(2)}`)
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

const oidcProvider = async (durationMs: number): Promise<LoadResult> => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('oidc-server.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    const line = await firstLine(child.stdout)
    const { issuer, secret } = JSON.parse(line) as { issuer: string; secret: string }
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'bench',
      client_secret: secret,
      resource: 'urn:audience:bench',
    })
    const next = post('/token', 'application/x-www-form-urlencoded', body.toString())
    return await load({ url: issuer, connections: CONNECTIONS, durationMs, next: () => next })
  } finally {
    child.kill()
  }
}

const firstLine = async (output: NodeJS.ReadableStream): Promise<string> => {
  for await (const text of createInterface({ input: output })) if (text.startsWith('{')) return text
  throw new Error('oidc-provider did not start')
}
