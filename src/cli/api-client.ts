/** Calls the running program like any client: addresses and credentials from demo.json, tokens from the identity surface. It returns statuses and bodies unchanged, so it is shorter than a use of the SDK, whose calls throw instead. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from './command.ts'

export interface DemoClient {
  client_id: string
  client_secret: string
}
export interface Demo {
  base_url: string
  transfer_url: string
  auth_url: string
  console_url: string
  tenants: { slug: string; tenant_id: string; clients: Record<string, DemoClient> }[]
  platform: { slug: string; clients: Record<string, DemoClient> }
}

export interface ApiClient {
  /** Throws for every refusal. */
  call(method: string, url: string, body?: unknown, idempotencyKey?: string): Promise<unknown>
  /** Returns refusals as well; throws {@link NoResponseError} when there is no response. */
  ask(method: string, url: string, sent: Omit<Sent, 'token'>): Promise<ApiResponse>
}

export interface ApiResponse {
  status: number
  body: unknown
  /** Delay that the response requests. */
  retryAfterMs: number | null
}

/** No response arrived, so the request may or may not have been executed. */
export class NoResponseError extends UsageError {}

/** The caller's credentials: an API key of a realm. */
export interface Credentials extends DemoClient {
  auth_url: string
  slug: string
}

/** The folder is VEZNE_DATA_DIR, as for the program itself. */
export const demoPath = (): string => join(process.env.VEZNE_DATA_DIR?.trim() || '.vezne', 'demo.json')

export const readDemo = (file = demoPath()): Demo => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Demo
  } catch {
    throw new UsageError(
      process.env.VEZNE_ENV?.trim() === 'production'
        ? `in production there is no demo.json (${file}): the command's help names what it reads from the environment instead, if it works there at all`
        : `cannot read ${file}; it is written by the first start of a sandbox. Another one: --demo <file>`,
    )
  }
}

export const createApiClient = (demo: Demo, slug: string, key: string): ApiClient => {
  const clients = [...demo.tenants, demo.platform].find((realm) => realm.slug === slug)?.clients
  const client = clients?.[key]
  if (!client) throw new UsageError(`demo.json has no client ${key} in the realm ${slug}`)
  return createApiClientWith({ ...client, slug, auth_url: demo.auth_url })
}

/** Requests a token when it needs one and keeps it until it is about to expire. */
export const createApiClientWith = ({ auth_url, slug, client_id, client_secret }: Credentials): ApiClient => {
  let current: Promise<{ text: string; until: number }> | undefined
  const fresh = async () => {
    try {
      const answer = (await send('POST', `${auth_url}/api/v1/auth/${slug}/token`, {
        body: { client_id, client_secret },
      })) as { access_token: string; expires_in: number }
      return { text: answer.access_token, until: performance.now() + (answer.expires_in - 60) * 1_000 }
    } catch (error) {
      current = undefined
      throw error
    }
  }
  /** Concurrent calls wait for one token: an address may request ten a minute. */
  const tokenNow = async (): Promise<string> => {
    current ??= fresh()
    const asked = current
    const cachedToken = await asked
    if (performance.now() < cachedToken.until) return cachedToken.text
    if (current === asked) current = fresh()
    return (await current).text
  }
  return {
    call: async (method, url, body, idempotencyKey) =>
      send(method, url, { body, idempotencyKey, token: await tokenNow() }),
    ask: async (method, url, sent) => sendOnce(method, url, { ...sent, token: await tokenNow() }),
  }
}

const ANSWER_MS = 20_000
const FILE_ANSWER_MS = 15 * 60_000
const JSON_TYPE = { 'content-type': 'application/json' }

interface Sent {
  body?: unknown
  /** A body sent unchanged instead of JSON; the service may take long to process it. */
  file?: Blob
  token?: string
  idempotencyKey?: string | undefined
  headers?: Readonly<Record<string, string>>
}

const send = async (method: string, url: string, sent: Sent): Promise<unknown> => {
  const { status, body } = await sendOnce(method, url, sent)
  if (status < 400) return body
  throw new UsageError(`${method} ${new URL(url).pathname}: ${status} ${readProblem(body)}`)
}

const sendOnce = async (method: string, url: string, sent: Sent): Promise<ApiResponse> => {
  const { body, file, token, idempotencyKey } = sent
  const headers: Record<string, string> = {
    ...sent.headers,
    ...(file !== undefined ? { 'content-type': 'application/octet-stream' } : body === undefined ? {} : JSON_TYPE),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  }
  const request = { method, headers, signal: AbortSignal.timeout(file === undefined ? ANSWER_MS : FILE_ANSWER_MS) }
  const content = file ?? (body === undefined ? undefined : JSON.stringify(body))
  try {
    const answer = await fetch(url, content === undefined ? request : { ...request, body: content })
    const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
    const retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : null
    return { status: answer.status, body: valueIn(await answer.text()), retryAfterMs }
  } catch {
    throw new NoResponseError(`${new URL(url).origin} does not answer; start the program with npm start`)
  }
}

const valueIn = (text: string): unknown => {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text.slice(0, 200)
  }
}

export const readProblem = (body: unknown): string => {
  if (typeof body !== 'object' || body === null) return String(body ?? '')
  const { code, detail } = body as { code?: string; detail?: string }
  return `${code ?? ''} ${detail ?? ''}`.trim()
}
