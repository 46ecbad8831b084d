/** The entity tag of what was read, kept with the data itself: a form sends back the tag of the very values it shows. */
import { replaceEqualDeep } from '@tanstack/react-query'

const TAGS = new WeakMap<object, string>()

const isObject = (data: unknown): data is object => typeof data === 'object' && data !== null

/** Undefined: it has none, as lists have none. */
export const tagOf = (data: unknown): string | undefined => (isObject(data) ? TAGS.get(data) : undefined)

/** What comes in an envelope has the tag of its answer. */
export const withTag = <T>(data: T, tag: string | null): T => {
  if (tag === null || !isObject(data)) return data
  TAGS.set(data, tag)
  const held = recordIn(data)
  if (isObject(held)) TAGS.set(held, tag)
  return data
}

export type RecordIn<T> = T extends { readonly message: string | null; readonly data: infer D } ? D : T

/** An answer itself, or what its envelope holds. */
export const recordIn = <T>(answer: T): RecordIn<T> =>
  (isObject(answer) && 'message' in answer && 'data' in answer ? answer.data : answer) as RecordIn<T>

/** Equal parts stay the same objects; what differs is a copy, and takes the tag of the answer it was made of. */
export const shareTagged = (before: unknown, fresh: unknown): unknown => {
  const shared = replaceEqualDeep(before, fresh)
  return shared === before ? before : withTag(shared, tagOf(fresh) ?? null)
}
