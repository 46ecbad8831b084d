/** Requests to the surfaces, responses as tests read them. */
import { Agent, request } from 'undici'
import { noteAnswer, noteRequest } from './seen.ts'

export interface Sent {
  token?: string
  /** An object goes as JSON; a text or bytes go as they are. */
  body?: unknown
  headers?: Record<string, string>
  /** Last number of the loopback address to call from, 127.0.1.n (Linux; elsewhere all calls come from one address). */
  from?: number
}

export interface Answer {
  status: number
  headers: Record<string, string>
  /** Parsed when the answer is JSON, else undefined. */
  // biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
  body: any
  text: string
}

export interface Http {
  request(surface: string, method: string, path: string, sent?: Sent): Promise<Answer>
  close(): Promise<void>
}

/** The trusted certificate authority, and the server name. */
export interface TrustedName {
  ca: string
  servername: string
}

interface HttpOptions {
  /** How TLS is spoken, where it is. */
  readonly connect?: TrustedName | undefined
  /** The test meets limits on purpose. Else a 429 is no answer to what it asked, whatever it would make of it: on a slower machine there was none. */
  readonly isLimited?: boolean
}

export const openHttp = (urls: Record<string, string>, { connect, isLimited = false }: HttpOptions = {}): Http => {
  const agents = new Map<number, Agent>()
  const agentFrom = (from: number): Agent => {
    const known = agents.get(from)
    if (known) return known
    const localAddress = from > 0 && process.platform === 'linux' ? { localAddress: `127.0.1.${from}` } : {}
    const agent = new Agent({ ...localAddress, connect: { ...connect, ...localAddress }, pipelining: 1 })
    agents.set(from, agent)
    return agent
  }
  return {
    async request(surface, method, path, { token, body, headers = {}, from = 0 } = {}) {
      const isRaw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
      noteRequest(path, body)
      const answer = await request(`${urls[surface]}${path}`, {
        method: method as 'GET',
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
        dispatcher: agentFrom(from),
      })
      const { statusCode: status, headers: told } = answer
      const read = toAnswer(method, path, { status, headers: told, text: await answer.body.text() })
      if (read.status === 429 && !isLimited)
        throw new Error(`a limit that no test asked for: ${method} ${path}: ${read.text} (see limits of startVezne)`)
      return read
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
    },
  }
}

export const toAnswer = (
  method: string,
  path: string,
  { status, headers, text }: { status: number; headers: Readonly<Record<string, unknown>>; text: string },
): Answer => {
  const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  const isJson = /json/.test(plain['content-type'] ?? '') && text !== ''
  const answer = { status, headers: plain, body: isJson ? JSON.parse(text) : undefined, text }
  noteAnswer(method, path, answer)
  return answer
}
