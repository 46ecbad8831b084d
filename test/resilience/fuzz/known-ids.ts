/** Ids seen in responses, by the collection they belong to, so that later requests meet resources that exist. */
export class KnownIds {
  readonly #byPlace = new Map<string, string[]>()

  /** Stores the ids of a response to `path` (such as /api/v1/payments or /api/v1/payments/{transaction_id}). */
  keep(path: string, body: unknown): void {
    const place = collectionOf(path)
    // Users come in an envelope, a new API key beside its secret.
    const wrapped = body as { data?: unknown; api_key?: unknown } | null
    const content = wrapped?.data ?? wrapped?.api_key ?? body
    const rows = Array.isArray(content)
      ? content
      : [content, ...((content as { items?: unknown[] } | null)?.items ?? [])]
    const isNamed = place.endsWith('/roles')
    for (const row of rows as (string | { id?: unknown; transaction_id?: unknown; name?: unknown } | null)[])
      for (const id of typeof row === 'string'
        ? [row]
        : [row?.id, row?.transaction_id, isNamed ? row?.name : undefined])
        if (typeof id === 'string') this.#add(place, id)
  }

  /** The nth known id of exactly this collection, or undefined. */
  of(place: string, nth: number): string | undefined {
    const known = this.#byPlace.get(place) ?? []
    return known[nth % Math.max(1, known.length)]
  }

  /** The nth known id for the parameter of a path, or undefined. */
  pick(path: string, parameter: string, nth: number): string | undefined {
    const place = path.slice(0, path.indexOf(`/{${parameter}}`))
    // Deliveries are listed below their subscription and replayed elsewhere: the last segment is the kind.
    const sameKind = [...this.#byPlace].filter(([other]) => lastOf(other) === lastOf(place)).flatMap(([, ids]) => ids)
    const known = sameKind.length > 0 ? sameKind : [...this.#byPlace.values()].flat()
    return known.length === 0 ? undefined : known[nth % known.length]
  }

  #add(place: string, id: string): void {
    const known = this.#byPlace.get(place) ?? []
    if (!known.includes(id)) known.push(id)
    this.#byPlace.set(place, known.slice(-KEPT))
  }
}

const KEPT = 50
const collectionOf = (path: string): string => path.replace(/\/\{\w+\}$/, '')
const lastOf = (place: string): string => place.slice(place.lastIndexOf('/'))
/** Ends the collection of rows that may be named in bodies, but not be changed. */
export const SEEN = '/seen'
