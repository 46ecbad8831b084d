/** Types of an expression's result, as sets: a value is of one of the types of its set. */
import { either, type PhraseValue } from '../../core/phrases/phrase.ts'
import { isVelocity, typeOfVariable } from './variable-names.ts'

/** A set of bits, so that a union is one `|`. */
export type Types = number

export const TEXT = 1
export const NUMBER = 2
export const BOOLEAN = 4
export const NULL = 8
export const LIST = 16
export const ANY: Types = TEXT | NUMBER | BOOLEAN | NULL | LIST

const NAMES: readonly (readonly [Types, string])[] = [
  [TEXT, 'text'],
  [NUMBER, 'number'],
  [BOOLEAN, 'boolean'],
  [LIST, 'array'],
  [NULL, 'null'],
]

/** Returns whether a value of these types can be of the wanted ones. Null is possible wherever a value may be unknown. */
export const canBe = (types: Types, wanted: Types): boolean => (types & wanted) !== 0 || types === NULL

/** Does not mention that a value may be unknown. */
export const nameOfTypes = (types: Types): PhraseValue =>
  either(NAMES.filter(([bit]) => ((types & ~NULL || types) & bit) !== 0).map(([, name]) => name))

export const typesOfConstant = (value: unknown): Types => {
  if (value === null) return NULL
  if (typeof value === 'string') return TEXT
  return typeof value === 'number' ? NUMBER : BOOLEAN
}

/** Includes null for every variable but a velocity; unknown names may have any type. */
export const typesOfVariable = (name: string): Types => {
  const type = typeOfVariable(name)
  if (type === undefined) return ANY
  if (isVelocity(name)) return NUMBER
  return { text: TEXT, number: NUMBER, boolean: BOOLEAN, list: LIST }[type] | NULL
}
