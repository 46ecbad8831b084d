/**
 * The routes of a surface by their patterns, to distinguish an unknown path from a wrong method. A fixed segment wins
 * over a parameter.
 */
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export interface RouteTable {
  note(method: string, pattern: string): void
  /** Returns undefined if the method is offered. `pattern` is the router's choice; undefined if it found none. */
  refusal(method: string, path: string, pattern: string | undefined): Problem | undefined
}

export const createRouteTable = (): RouteTable => {
  const methods = new Map<string, Set<string>>()
  let rivals: ReadonlySet<string> | undefined
  return {
    note(method, pattern) {
      methods.set(pattern, (methods.get(pattern) ?? new Set()).add(method))
      rivals = undefined
    },
    refusal(method, path, pattern) {
      rivals ??= withRivals([...methods.keys()])
      if (pattern !== undefined && !rivals.has(pattern)) return undefined
      const best = bestOf([...methods.keys()].filter((other) => fits(other, path)))
      const offered = METHODS.filter((each) => best.some((other) => methods.get(other)?.has(each)))
      if (offered.length === 0)
        return new Problem('route_not_found', { detail: phrase`This surface has no path ${path.slice(0, 200)}` })
      if (pattern !== undefined && best.includes(pattern)) return undefined
      return new Problem('method_not_allowed', {
        detail: phrase`${method} is not offered here; the path takes ${offered.join(', ')}.`,
        headers: { allow: offered.join(', ') },
      })
    },
  }
}

const isParameter = (segment: string): boolean => segment.includes(':')

const fits = (pattern: string, path: string): boolean => {
  const parts = pattern.split('/')
  const segments = path.split('/')
  return parts.length === segments.length && parts.every((part, at) => isParameter(part) || part === segments[at])
}

/** Returns, of the patterns that fit one path, those with a fixed segment where others first have a parameter. */
const bestOf = (patterns: readonly string[]): string[] =>
  patterns.filter((pattern) => !patterns.some((other) => wins(other, pattern)))

/** Returns whether paths that match both patterns go to `one`. */
const wins = (one: string, other: string): boolean => precedes(one.split('/'), other.split('/'))

const precedes = (parts: readonly string[], others: readonly string[]): boolean => {
  if (parts.length !== others.length) return false
  const first = parts.findIndex((part, at) => part !== others[at])
  if (first < 0 || isParameter(parts[first] as string)) return false
  return parts.every((part, at) => part === others[at] || isParameter(part) || isParameter(others[at] as string))
}

/**
 * Returns the patterns that lose some of their paths to another one; only those are checked again after the router's
 * choice.
 */
const withRivals = (patterns: readonly string[]): ReadonlySet<string> => {
  const split = patterns.map((pattern) => pattern.split('/'))
  return new Set(patterns.filter((_, at) => split.some((other) => precedes(other, split[at] as string[]))))
}
