/** Names behind ids of actors, asked for together: a list of twenty-five rows is one call. */
import { useQuery } from '@tanstack/react-query'
import { callOwn } from './call.ts'

const IDS_MAX = 100
const FRESH_MS = 10 * 60_000

type Names = Readonly<Record<string, { readonly name: string }>>

interface Asked {
  readonly id: string
  readonly settle: (name: Promise<string | null>) => void
}

let waiting: Asked[] = []

const ask = (id: string): Promise<string | null> =>
  new Promise((resolve) => {
    waiting.push({ id, settle: resolve })
    // All rows of a page ask in the same turn.
    if (waiting.length === 1) setTimeout(askAll)
  })

const askAll = (): void => {
  const asked = waiting
  waiting = []
  const ids = [...new Set(asked.map(({ id }) => id))]
  for (let at = 0; at < ids.length; at += IDS_MAX) {
    const part = new Set(ids.slice(at, at + IDS_MAX))
    const query = new URLSearchParams({ ids: [...part].join(',') })
    const names = callOwn<Names>('GET', `names?${query}`, undefined, { isBackground: true })
    for (const { id, settle } of asked) if (part.has(id)) settle(names.then((all) => all[id]?.name ?? null))
  }
}

/** Null while it is asked for, and for what is neither a person nor a key of the organization. */
export const useName = (id: string | null): string | null =>
  useQuery({
    queryKey: ['name', id],
    queryFn: () => ask(id ?? ''),
    enabled: id !== null,
    staleTime: FRESH_MS,
    retry: false,
  }).data ?? null
