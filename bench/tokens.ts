/** Access tokens issued a second. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LoadResult, load } from './load.ts'
import type { BenchServer } from './server.ts'

export const benchTokens = (server: BenchServer, connections: number, durationMs: number): Promise<LoadResult> => {
  const demo = JSON.parse(readFileSync(join(server.dataDir, 'demo.json'), 'utf8'))
  const { client_id, client_secret } = demo.tenants.find((tenant: { slug: string }) => tenant.slug === 'tenant-load')
    .clients.admin
  const body = JSON.stringify({ client_id, client_secret })
  const request = Buffer.from(
    `POST /api/v1/auth/tenant-load/token HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  return load({ url: server.urls.identity, connections, durationMs, next: () => request })
}
