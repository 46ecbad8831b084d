/** The entity tag of what was read, kept with the data itself: a form sends back the tag of the very values it shows. */
import { replaceEqualDeep } from '@tanstack/react-query'

const TAGS = new WeakMap<object, string>()

const isObject = (data: unknown): data is object => typeof data === 'object' && data !== null

/** Undefined: it has none, as lists have none. */
export const tagOf = (data: unknown): string | undefined => (isObject(data) ? TAGS.get(data) : undefined)

export const withTag = <T>(data: T, tag: string | null): T => {
  if (tag !== null && isObject(data)) TAGS.set(data, tag)
  return data
}

/** Equal parts stay the same objects; what differs is a copy, and takes the tag of the answer it was made of. */
export const shareTagged = (before: unknown, fresh: unknown): unknown => {
  const shared = replaceEqualDeep(before, fresh)
  return shared === before ? before : withTag(shared, tagOf(fresh) ?? null)
}
