/** Calls the running program as any client does: addresses and credentials from demo.json, tokens from the identity surface. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandFault } from './command.ts'

interface DemoClient {
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
  call(method: string, url: string, body?: unknown): Promise<unknown>
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

/** Asks for a token when it needs one and keeps it until it is about to expire. */
export const callerOf = (demo: Demo, slug: string, key: string): Caller => {
  const clients = [...demo.tenants, demo.platform].find((realm) => realm.slug === slug)?.clients
  const client = clients?.[key]
  if (!client) throw new CommandFault(`demo.json has no client ${key} in the realm ${slug}`)
  let token: { text: string; until: number } | undefined
  const tokenNow = async (): Promise<string> => {
    if (token && performance.now() < token.until) return token.text
    const { client_id, client_secret } = client
    const url = `${demo.auth_url}/api/v1/auth/${slug}/token`
    const answer = (await send('POST', url, { client_id, client_secret })) as {
      access_token: string
      expires_in: number
    }
    token = { text: answer.access_token, until: performance.now() + (answer.expires_in - 60) * 1_000 }
    return token.text
  }
  return { call: async (method, url, body) => send(method, url, body, await tokenNow()) }
}

const ANSWER_MS = 20_000

const send = async (method: string, url: string, body?: unknown, token?: string): Promise<unknown> => {
  const headers: Record<string, string> = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
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
