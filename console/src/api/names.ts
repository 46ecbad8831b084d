/** Names of actors by id, and who changed a record last, loaded together: a list of twenty-five rows is one call. */
import { useQuery } from '@tanstack/react-query'
import { callOwn } from './call.ts'

const IDS_MAX = 100
const FRESH_MS = 10 * 60_000

interface Asked<T> {
  readonly id: string
  readonly settle: (found: Promise<T | null>) => void
}

/** All rows of a page ask in the same tick, so their ids are collected into one call. */
const openTogether = <T>(path: string): ((id: string) => Promise<T | null>) => {
  let waiting: Asked<T>[] = []
  const askAll = (): void => {
    const asked = waiting
    waiting = []
    const ids = [...new Set(asked.map(({ id }) => id))]
    for (let at = 0; at < ids.length; at += IDS_MAX) {
      const part = new Set(ids.slice(at, at + IDS_MAX))
      const query = new URLSearchParams({ ids: [...part].join(',') })
      const found = callOwn<Readonly<Record<string, T>>>('GET', `${path}?${query}`, undefined, { isBackground: true })
      for (const { id, settle } of asked) if (part.has(id)) settle(found.then((all) => all[id] ?? null))
    }
  }
  return (id) =>
    new Promise((resolve) => {
      waiting.push({ id, settle: resolve })
      if (waiting.length === 1) setTimeout(askAll)
    })
}

const askName = openTogether<{ readonly name: string }>('names')

interface Edit {
  readonly by: string | null
  readonly at: string
}
const askEdit = openTogether<Edit>('editors')

/** Returns null while it loads, and for an id that is neither a person nor a key of the organization. */
export const useName = (id: string | null): string | null =>
  useQuery({
    queryKey: ['name', id],
    queryFn: () => askName(id ?? ''),
    enabled: id !== null,
    staleTime: FRESH_MS,
    retry: false,
  }).data?.name ?? null

/** Returns null while it loads, and if the audit log has no change. Any write of this page reloads it. */
export const useLastEdit = (id: string): Edit | null =>
  useQuery({ queryKey: ['editor', id], queryFn: () => askEdit(id), retry: false }).data ?? null
