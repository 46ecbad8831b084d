/** Calls the running program as any client does: addresses and credentials from demo.json, tokens from the identity surface. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandFault } from './command.ts'

export interface DemoClient {
  client_id: string
  client_secret: string
}
export interface Demo {
  base_url: string
  auth_url: string
  tenants: { slug: string; clients: Record<string, DemoClient> }[]
  platform: { slug: string; clients: Record<string, DemoClient> }
}

export interface Caller {
  call(method: string, url: string, body?: unknown, idempotencyKey?: string): Promise<unknown>
}

/** Who calls: an API key of a realm. */
export interface Credentials extends DemoClient {
  auth_url: string
  slug: string
}

/** The folder is VEZNE_DATA_DIR, as for the program itself. */
export const readDemo = (file = join(process.env.VEZNE_DATA_DIR?.trim() || '.vezne', 'demo.json')): Demo => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Demo
  } catch {
    throw new CommandFault(
      `cannot read ${file}; it is written by the first npm start of a sandbox. Another one: --demo <file>`,
    )
  }
}

export const callerOf = (demo: Demo, slug: string, key: string): Caller => {
  const clients = [...demo.tenants, demo.platform].find((realm) => realm.slug === slug)?.clients
  const client = clients?.[key]
  if (!client) throw new CommandFault(`demo.json has no client ${key} in the realm ${slug}`)
  return callerWith({ ...client, slug, auth_url: demo.auth_url })
}

/** Asks for a token when it needs one and keeps it until it is about to expire. */
export const callerWith = ({ auth_url, slug, client_id, client_secret }: Credentials): Caller => {
  let token: { text: string; until: number } | undefined
  const tokenNow = async (): Promise<string> => {
    if (token && performance.now() < token.until) return token.text
    const answer = (await send('POST', `${auth_url}/api/v1/auth/${slug}/token`, {
      body: { client_id, client_secret },
    })) as { access_token: string; expires_in: number }
    token = { text: answer.access_token, until: performance.now() + (answer.expires_in - 60) * 1_000 }
    return token.text
  }
  return {
    call: async (method, url, body, idempotencyKey) =>
      send(method, url, { body, idempotencyKey, token: await tokenNow() }),
  }
}

const ANSWER_MS = 20_000

interface Sent {
  body?: unknown
  token?: string
  idempotencyKey?: string | undefined
}

const send = async (method: string, url: string, { body, token, idempotencyKey }: Sent): Promise<unknown> => {
  const headers: Record<string, string> = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  }
  const request = { method, headers, signal: AbortSignal.timeout(ANSWER_MS) }
  const answer = await fetch(url, body === undefined ? request : { ...request, body: JSON.stringify(body) }).catch(
    () => {
      throw new CommandFault(`${new URL(url).origin} does not answer; start the program with npm start`)
    },
  )
  const text = await answer.text()
  if (answer.ok) return text === '' ? undefined : JSON.parse(text)
  throw new CommandFault(`${method} ${new URL(url).pathname}: ${answer.status} ${problemIn(text)}`)
}

const problemIn = (text: string): string => {
  try {
    const { code, detail } = JSON.parse(text) as { code?: string; detail?: string }
    return `${code ?? ''} ${detail ?? ''}`.trim()
  } catch {
    return text.slice(0, 200)
  }
}
