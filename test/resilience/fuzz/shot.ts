/** A request on its way, and what it takes to break one. */
import type { Operation } from './operations.ts'

export interface Shot {
  path: Record<string, string>
  query: [name: string, value: string][]
  headers: Record<string, string>
  body: unknown
  /** Sent instead of the body's JSON. */
  raw?: string | Buffer
  /** `good`, none at all, or this text. */
  token: 'good' | 'none' | (string & {})
}

/** Two numbers choose where and with what. */
export interface Dice {
  where: number
  what: number
}

export interface Damage {
  name: string
  fits: (operation: Operation) => boolean
  /** Mutates the request and returns whether it must be refused now (else it may be accepted or refused); undefined: there was nothing to break. */
  apply: (shot: Shot, operation: Operation, dice: Dice) => boolean | undefined
}

export const pick = <T>(list: readonly T[], nth: number): T | undefined => list[nth % Math.max(1, list.length)]

export const hasBody = (operation: Operation): boolean => operation.body !== undefined
export const takes =
  (name: string) =>
  (operation: Operation): boolean =>
    operation.parameters.some((each) => each.name === name)
