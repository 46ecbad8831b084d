/**
 * The entity tag of what was read, stored with the data itself, so that a form sends back the tag of the values it
 * shows.
 */
import { replaceEqualDeep } from '@tanstack/react-query'

const TAGS = new WeakMap<object, string>()

const isObject = (data: unknown): data is object => typeof data === 'object' && data !== null

/** Returns undefined if there is no tag; lists have none. */
export const readTag = (data: unknown): string | undefined => (isObject(data) ? TAGS.get(data) : undefined)

/** Data inside an envelope gets the tag of its response. */
export const withTag = <T>(data: T, tag: string | null): T => {
  if (tag === null || !isObject(data)) return data
  TAGS.set(data, tag)
  const held = recordIn(data)
  if (isObject(held)) TAGS.set(held, tag)
  return data
}

export type RecordIn<T> = T extends { readonly message: string | null; readonly data: infer D } ? D : T

/** Returns the response itself, or the data in its envelope. */
export const recordIn = <T>(answer: T): RecordIn<T> =>
  (isObject(answer) && 'message' in answer && 'data' in answer ? answer.data : answer) as RecordIn<T>

/** Keeps equal parts as the same objects; parts that differ are copied and get the tag of their response. */
export const shareTagged = (before: unknown, fresh: unknown): unknown => {
  const shared = replaceEqualDeep(before, fresh)
  return shared === before ? before : withTag(shared, readTag(fresh) ?? null)
}
