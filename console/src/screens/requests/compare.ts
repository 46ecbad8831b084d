/** Compares two bodies field by field, as the fingerprint of an idempotency key does. */

export type Verdict = 'equal' | 'differs' | 'onlyFirst' | 'onlySecond' | 'otherType' | 'leftOut' | 'masked'

export interface Compared {
  readonly path: string
  readonly first: string
  readonly second: string
  readonly verdict: Verdict
}

/** Returns undefined if it is not JSON. */
const read = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const leavesOf = (value: unknown, path = ''): readonly (readonly [string, unknown])[] => {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  const entries = Object.entries(value)
  if (entries.length === 0) return [[path, value]]
  return entries.flatMap(([name, member]) =>
    leavesOf(member, Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`),
  )
}

const LEFT_OUT = /(?:^|\.)cvv$/
const isMasked = (value: unknown): boolean => typeof value === 'string' && value.includes('*')

const verdictOf = (
  path: string,
  first: unknown,
  second: unknown,
  has: { first: boolean; second: boolean },
): Verdict => {
  if (LEFT_OUT.test(path)) return 'leftOut'
  if (!has.second) return 'onlyFirst'
  if (!has.first) return 'onlySecond'
  if (isMasked(first) || isMasked(second)) return 'masked'
  if (JSON.stringify(first) === JSON.stringify(second)) return 'equal'
  return typeof first !== typeof second && String(first) === String(second) ? 'otherType' : 'differs'
}

export const isDifferent = ({ verdict }: Compared): boolean => !['equal', 'leftOut', 'masked'].includes(verdict)

/** Returns null if one of them is not JSON. */
export const compare = (firstText: string, secondText: string): readonly Compared[] | null => {
  const bodies = [read(firstText), read(secondText)]
  if (bodies.includes(undefined)) return null
  const [first, second] = bodies.map((body) => new Map(leavesOf(body))) as [Map<string, unknown>, Map<string, unknown>]
  return [...new Set([...first.keys(), ...second.keys()])].sort().map((path) => ({
    path,
    first: first.has(path) ? JSON.stringify(first.get(path)) : '',
    second: second.has(path) ? JSON.stringify(second.get(path)) : '',
    verdict: verdictOf(path, first.get(path), second.get(path), { first: first.has(path), second: second.has(path) }),
  }))
}
