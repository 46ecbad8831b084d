/** The operations of one surface, by method and path, typed by its document. */
import { SENT_ONCE } from '../generated/sent-once.ts'
import { type CallOptions, send, type Transport } from './call.ts'

/** The shape of an entry of `Operations`. */
export interface Operation {
  path?: object
  query?: object
  body?: unknown
  answer: unknown
}

/** A part of the input, left out where the operation has none. */
export type Given<O, K extends 'path' | 'query' | 'body'> = O extends { [k in K]: infer V }
  ? { readonly [k in K]: V }
  : O extends { [k in K]?: infer V }
    ? { readonly [k in K]?: V }
    : unknown

export type OperationInput<O> = Given<O, 'path'> & Given<O, 'query'> & Given<O, 'body'> & CallOptions
type Input<O> = object extends OperationInput<O> ? [input?: OperationInput<O>] : [input: OperationInput<O>]
export type Answer<O> = O extends { answer: infer A } ? A : never

type ItemOf<A> = A extends { items: Array<infer I> } ? I : A extends { data: { items: Array<infer I> } } ? I : never
type Lists<Operations> = {
  [K in keyof Operations]: ItemOf<Answer<Operations[K]>> extends never ? never : K
}[keyof Operations] &
  string

export interface SurfaceClient<Operations> {
  /** call('POST /api/v1/payments/{transaction_id}/refund', { path: { transaction_id }, body: { amount: 2990 } }) */
  call<K extends keyof Operations & string>(
    operation: K,
    ...input: Input<Operations[K]>
  ): Promise<Answer<Operations[K]>>
  /** Yields every row of a list, page after page; leave the loop to stop. */
  each<K extends Lists<Operations>>(
    operation: K,
    ...input: Input<Operations[K]>
  ): AsyncGenerator<ItemOf<Answer<Operations[K]>>, void, undefined>
}

export interface SurfaceOptions {
  readonly url: string
  readonly transport: Transport
  /** `refused` is the previous token, which the service did not accept. */
  readonly token: (refused?: string) => Promise<string>
  /** Headers of every call, such as the merchant. */
  readonly headers: (options: CallOptions) => Promise<Record<string, string>>
}

interface AnyInput extends CallOptions {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

export const openSurface = <Operations>(options: SurfaceOptions): SurfaceClient<Operations> => {
  const call = async (operation: string, input: AnyInput = {}): Promise<unknown> => {
    const [method = '', pattern = ''] = operation.split(' ')
    const isBytes = input.body instanceof Uint8Array
    const keyed = method === 'POST' && !SENT_ONCE.has(operation)
    const headers = new Headers(await options.headers(input))
    if (input.body !== undefined) headers.set('content-type', isBytes ? 'application/octet-stream' : 'application/json')
    for (const [name, value] of Object.entries(input.headers ?? {})) headers.set(name, value)
    let refused: string | undefined
    return send(options.transport, {
      method,
      url: options.url + fillPath(pattern, input.path ?? {}) + toQuery(input.query ?? {}),
      body: isBytes ? (input.body as Uint8Array) : input.body === undefined ? undefined : JSON.stringify(input.body),
      headers,
      requestId: input.requestId ?? crypto.randomUUID(),
      idempotencyKey: keyed ? (input.idempotencyKey ?? crypto.randomUUID()) : undefined,
      isRepeatable: method !== 'POST' || keyed,
      signal: input.signal,
      timeoutMs: input.timeoutMs,
      token: async (isStale) => (refused = await options.token(isStale ? refused : undefined)),
    })
  }
  return { call, each: (operation: string, input?: AnyInput) => eachRow(call, operation, input) } as never
}

/**
 * Rows created meanwhile push others on to the next page, so this many of the last ones are remembered to yield each
 * only once.
 */
const REMEMBERED = 10_000

/** Pages are counted from one in both spellings. */
async function* eachRow(
  call: (operation: string, input: AnyInput) => Promise<unknown>,
  operation: string,
  input: AnyInput = {},
): AsyncGenerator<unknown, void, undefined> {
  const isIdentity = /\/api\/v\{version\}\//.test(operation)
  const name = isIdentity ? 'PageNumber' : 'page'
  const seen = new Set<unknown>()
  for (let page = Number(input.query?.[name] ?? 1); ; page++) {
    const answer = (await call(operation, { ...input, query: { ...input.query, [name]: page } })) as Page & {
      data?: Page
    }
    const { items, has_next_page, hasNextPage } = answer.items === undefined ? (answer.data ?? answer) : answer
    for (const row of items ?? []) {
      const id = (row as { id?: unknown } | null)?.id
      if (id !== undefined && seen.has(id)) continue
      seen.add(id)
      if (seen.size > REMEMBERED) seen.delete(seen.values().next().value)
      yield row
    }
    if (!(has_next_page ?? hasNextPage) || (items ?? []).length === 0) return
  }
}

interface Page {
  readonly items?: readonly unknown[]
  readonly has_next_page?: boolean
  readonly hasNextPage?: boolean
}

const fillPath = (pattern: string, values: Readonly<Record<string, unknown>>): string =>
  pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined || value === null || value === '') throw new TypeError(`path.${name} is missing`)
    const text = encodeURIComponent(String(value))
    if (/^\.\.?$/.test(text)) throw new TypeError(`path.${name} is ${text}, which an address takes for another folder`)
    return text
  })

const toQuery = (values: Readonly<Record<string, unknown>>): string => {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    [value].flat().flatMap((each) => (each === undefined || each === null ? [] : [[name, String(each)]])),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}
