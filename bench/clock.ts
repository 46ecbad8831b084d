/** The platform's clock of a measured server. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchServer } from './server.ts'

export const advanceClock = async (server: BenchServer, seconds: number): Promise<void> => {
  const answer = await fetch(`${server.urls.identity}/api/v1/sandbox/clock`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await platformToken(server)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ advance_s: seconds }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

const platformToken = async ({ dataDir, urls }: BenchServer): Promise<string> => {
  const { platform } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))
  const { client_id, client_secret } = platform.clients.admin
  const answer = await fetch(`${urls.identity}/api/v1/auth/${platform.slug}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id, client_secret }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}
