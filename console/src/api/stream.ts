/**
 * Changes as they happen: ids from the server's stream. Details are reloaded automatically; lists only show how many
 * rows are new.
 */
import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { lost, reached } from './connection.ts'
import { isOwnWrite } from './own-writes.ts'

export interface Change {
  /** payment, refund, transfer, alert, ...; `all` means that anything shown may have changed. */
  readonly kind: string
  readonly id: string
  readonly type: string
}

const AGAIN_MS = [1_000, 2_000, 5_000, 10_000]
const listeners = new Set<() => void>()
/** Time of the change by kind and id. */
const fresh = new Map<string, ReadonlyMap<string, number>>()
const NOTHING: ReadonlyMap<string, number> = new Map()
/** A list that was requested before a change may be answered after it. */
const ANSWER_MS = 1_000

const tell = (): void => {
  for (const listener of listeners) listener()
}

const follow = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns the ids of a kind that changed since the list was read. */
export const useFresh = (kind: string): Pick<ReadonlyMap<string, number>, 'has' | 'size'> =>
  useSyncExternalStore(follow, () => fresh.get(kind) ?? NOTHING)

/** Call it once the response of a write names what it created, because the stream may have reported it before. */
export const forgetOwnWrites = (): void => {
  for (const kind of fresh.keys()) keep(kind, (id) => !isOwnWrite(id))
}

/** Drops changes from before the list was read, because the list contains them. */
export const forgetRead = (kind: string, readAt: number): void => keep(kind, (_, at) => at > readAt - ANSWER_MS)

const keep = (kind: string, isNews: (id: string, at: number) => boolean): void => {
  const known = fresh.get(kind) ?? NOTHING
  const news = new Map([...known].filter(([id, at]) => isNews(id, at)))
  if (news.size === known.size) return
  fresh.set(kind, news)
  tell()
}

export const forgetFresh = (kind: string): void => {
  if (fresh.delete(kind)) tell()
}

const note = (client: QueryClient, change: Change): void => {
  // Changes may have been missed, so everything is reloaded.
  if (change.kind === 'all') return void client.invalidateQueries()
  // Rows of the person's own write are reloaded in place.
  if (isOwnWrite(change.id)) return void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
  fresh.set(change.kind, new Map([...(fresh.get(change.kind) ?? NOTHING), [change.id, Date.now()]]))
  tell()
  // A query that names this id in its path shows only this record, which may change while the person reads it.
  void client.invalidateQueries({
    predicate: ({ queryKey }) =>
      Object.values((queryKey[2] as { path?: object } | undefined)?.path ?? {}).includes(change.id),
  })
}

/** Runs as long as the frame is displayed. */
export const useStream = (): void => {
  const client = useQueryClient()
  useEffect(() => {
    const ending = new AbortController()
    void listen(ending.signal, (change) => note(client, change))
    return () => ending.abort()
  }, [client])
}

const listen = async (signal: AbortSignal, onChange: (change: Change) => void): Promise<void> => {
  const place = { last: '' }
  for (let tries = 0; !signal.aborted; tries++) {
    const isEnded = await readStream(signal, place, (change) => {
      tries = 0
      onChange(change)
    })
    if (isEnded) return
    await pause(AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)] as number, signal)
  }
}

/** Returns true if the session has ended; the person's next call then asks to sign in. */
const readStream = async (
  signal: AbortSignal,
  place: { last: string },
  onChange: (change: Change) => void,
): Promise<boolean> => {
  try {
    const response = await fetch('/console/api/stream', {
      headers: {
        accept: 'text/event-stream',
        'x-console': '1',
        'x-background': '1',
        ...(place.last ? { 'last-event-id': place.last } : {}),
      },
      signal,
      cache: 'no-store',
    })
    if (!response.ok || response.body === null) return response.status >= 400 && response.status < 500
    reached()
    let rest = ''
    for await (const text of textsOf(response.body)) {
      const blocks = `${rest}${text}`.split('\n\n')
      rest = blocks.pop() as string
      for (const block of blocks) readBlock(block, place, onChange)
    }
  } catch {
    if (!signal.aborted) lost()
  }
  return false
}

async function* textsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  for (let part = await reader.read(); !part.done; part = await reader.read())
    yield decoder.decode(part.value, { stream: true }).replaceAll('\r', '')
}

const readBlock = (block: string, place: { last: string }, onChange: (change: Change) => void): void => {
  const members = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line))
  const data = members.filter((each) => each?.[1] === 'data').map((each) => each?.[2])
  place.last = members.find((each) => each?.[1] === 'id')?.[2] ?? place.last
  if (data.length === 0) return
  try {
    onChange(JSON.parse(data.join('\n')) as Change)
  } catch {
    // A line that is not JSON is not from our server.
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
