/**
 * Sends a call to the console's own backend, which forwards it to the surface. Nothing here knows a token. The transport
 * of the SDK would add its retries, its time limit and its own errors to what pages load first, and nothing here is ever
 * sent again automatically.
 */
import { lost, reached } from './connection.ts'
import { ask, type Need } from './gate.ts'
import { buildTarget, type InputOf, type Operation, type Shape } from './operation.ts'
import { findProblem, toProblem, Unreachable } from './problem.ts'
import { withTag } from './tags.ts'

const BASE = '/console/api/'

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** The same for every attempt at one intention. */
  readonly idempotencyKey?: string | undefined
  /** The merchant a write is for, if a person may act for several. */
  readonly merchantId?: string | undefined
  /** Entity tag of the version the write is based on. */
  readonly ifMatch?: string | undefined
  /** Called after a write; tells whether the requested change waits for a second person. */
  readonly onWaits?: ((waits: boolean) => void) | undefined
  /** The call does not count as use of the session. */
  readonly isBackground?: boolean | undefined
  /** Refusals that need the person's action are returned instead of opening a dialog. */
  readonly isPlain?: boolean | undefined
}

interface Loose {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** Throws Refused or Unreachable. */
export const call = async <S extends Shape>(
  operation: Operation<S>,
  input: InputOf<S>,
  options: CallOptions = {},
): Promise<S['answer']> => {
  const { path, query, body } = input as Loose
  const response = await send(operation.method, `${buildTarget(operation, path)}${queryOf(query)}`, body, options)
  options.onWaits?.(response.headers.has('waits-for'))
  return withTag((await readBody(response)) as S['answer'], response.headers.get('etag'))
}

/** Calls the console's own backend, for example `me`. */
export const callOwn = async <T>(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<T> =>
  (await readBody(await send(method, path, body, options))) as T

/** Returns the address from which a file is downloaded; the browser sends the cookie. */
export const buildAddress = <S extends Shape>(operation: Operation<S>, input: InputOf<S>): string => {
  const { path, query } = input as Loose
  return `${BASE}${buildTarget(operation, path)}${queryOf(query)}`
}

export const send = async (
  method: string,
  target: string,
  body: unknown,
  options: CallOptions = {},
): Promise<Response> => {
  const response = await reach(method, target, body, options)
  if (response.ok) return response
  const error = await toProblem(response)
  const need = options.isPlain ? null : needOf(response.status, findProblem(error)?.code)
  // A background poll does not ask the person to sign in; the person's next action does.
  if (need === null || options.isBackground || !(await ask(need))) throw error
  return send(method, target, body, { ...options, isPlain: need === 'step-up' })
}

const reach = async (method: string, target: string, body: unknown, options: CallOptions): Promise<Response> => {
  try {
    const response = await fetch(`${BASE}${target}`, {
      method,
      headers: buildHeaders(body, options),
      ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
      ...(options.signal ? { signal: options.signal } : {}),
      credentials: 'same-origin',
      cache: 'no-store',
    })
    reached()
    return response
  } catch (error) {
    if (options.signal?.aborted) throw error
    lost()
    throw new Unreachable('no answer', { cause: error })
  }
}

const isRaw = (body: unknown): body is Blob => body instanceof Blob

const buildHeaders = (
  body: unknown,
  { idempotencyKey, isBackground, merchantId, ifMatch }: CallOptions,
): Record<string, string> => ({
  'x-console': '1',
  'accept-language': document.documentElement.lang,
  ...(body === undefined || isRaw(body) ? {} : { 'content-type': 'application/json' }),
  ...(isRaw(body) ? { 'content-type': body.type || 'application/octet-stream' } : {}),
  ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  ...(isBackground ? { 'x-background': '1' } : {}),
  ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
  ...(merchantId === undefined ? {} : { 'x-merchant-id': merchantId }),
})

const needOf = (status: number, code: string | undefined): Need | null => {
  // Any other 401 concerns a form, such as a wrong password.
  if (status === 401 && code === 'sign_in_required') return 'sign-in'
  return status === 403 && code === 'step_up_required' ? 'step-up' : null
}

const readBody = async (response: Response): Promise<unknown> => {
  if (response.status === 204) return undefined
  const type = response.headers.get('content-type') ?? ''
  return type.includes('json') ? response.json() : type.startsWith('text/') ? response.text() : response.blob()
}

const queryOf = (query: Loose['query'] = {}): string => {
  const parts = Object.entries(query).filter(([, value]) => value !== undefined && value !== '' && value !== null)
  return parts.length === 0 ? '' : `?${new URLSearchParams(parts.map(([name, value]) => [name, String(value)]))}`
}
