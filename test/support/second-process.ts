/** Another process of the platform beside the one under test, on the same database: changes at one must take effect at the other. */
import { startProcess, type VezneProcess } from './process.ts'
import { testServer } from './test-server.ts'
import type { Vezne } from './vezne.ts'

/** Ready to answer. Its tokens and those of the first are of the same issuer. */
export const startBeside = async (vezne: Vezne, env: Record<string, string> = {}): Promise<VezneProcess> => {
  const other = await startProcess({
    VEZNE_DATA_DIR: vezne.dataDir,
    DATABASE_URL: vezne.ownerUrl,
    VEZNE_DATABASE_CONNECTIONS: '8',
    VEZNE_MASTER_KEYS: testServer().masterKeys,
    VEZNE_IDENTITY_URL: vezne.urls.identity,
    VEZNE_ROLE: 'api',
    VEZNE_LOG_TO: 'file',
    ...env,
  })
  await other.ready
  return other
}

export const CARDS_AT = 10
export const IDENTITY_AT = 40

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Answered = { status: number; body: any }

/** A request to the other process; `at` is the surface's place after its first port. */
export const callBeside = async (
  other: Pick<VezneProcess, 'portBase'>,
  at: number,
  method: string,
  path: string,
  { token, body, headers = {} }: { token: string; body?: unknown; headers?: Record<string, string> },
): Promise<Answered> => {
  const answer = await fetch(`http://127.0.0.1:${other.portBase + at}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
}
