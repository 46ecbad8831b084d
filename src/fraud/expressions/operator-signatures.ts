/** Argument and result types of every operator (docs/interface/fraud.md#operators). `var` and `missing`, which take names, are read by the grammar. */
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { ANY, BOOLEAN, canBe, LIST, NULL, NUMBER, nameOfTypes, TEXT, type Types } from './value-types.ts'

export interface Signature {
  readonly fits: (count: number) => boolean
  /** Text for people: "2 arguments". */
  readonly takes: Phrase
  /** Types each argument must be able to have. */
  readonly each: Types
  readonly gives: (args: readonly Types[]) => Types
  /** Checks that the arguments fit each other. */
  readonly together?: (args: readonly Types[]) => Phrase | undefined
}

const one = { fits: (n: number) => n === 1, takes: phrase`1 argument` }
const two = { fits: (n: number) => n === 2, takes: phrase`2 arguments` }
const oneOrTwo = { fits: (n: number) => n === 1 || n === 2, takes: phrase`1 or 2 arguments` }
const twoOrThree = { fits: (n: number) => n === 2 || n === 3, takes: phrase`2 arguments, or 3 for between` }
const many = { fits: (n: number) => n >= 1, takes: phrase`1 or more arguments` }
const branches = {
  fits: (n: number) => n >= 3 && n % 2 === 1,
  takes: phrase`3 or a larger odd number of arguments: condition, value, ..., value otherwise`,
}

const union = (types: readonly Types[]): Types => types.reduce((all, each) => all | each, 0)
const isBranch = (_types: Types, at: number, all: readonly Types[]): boolean => at % 2 === 1 || at === all.length - 1

const same = { ...two, each: ANY, gives: () => BOOLEAN }
const ordered = { ...twoOrThree, each: NUMBER, gives: () => BOOLEAN }
const logical = { ...many, each: ANY, gives: union }
const truth = { ...one, each: ANY, gives: () => BOOLEAN }
const numeric = { each: NUMBER, gives: () => NUMBER | NULL }

export const SIGNATURES: ReadonlyMap<string, Signature> = new Map(
  Object.entries({
    var: { ...oneOrTwo, takes: phrase`a name, or [name, default]`, each: ANY, gives: () => ANY },
    missing: { ...many, takes: phrase`1 or more names`, each: TEXT, gives: () => LIST },
    '==': same,
    '!=': same,
    '===': same,
    '!==': same,
    '<': ordered,
    '<=': ordered,
    '>': ordered,
    '>=': ordered,
    and: logical,
    or: logical,
    '!': truth,
    '!!': truth,
    if: { ...branches, each: ANY, gives: (args) => union(args.filter(isBranch)) },
    in: { ...two, each: ANY, gives: () => BOOLEAN, together: ([needle, hay]) => faultOfIn(needle!, hay!) },
    '+': { ...many, ...numeric },
    '*': { ...many, ...numeric },
    '-': { ...oneOrTwo, ...numeric },
    '/': { ...two, ...numeric },
    '%': { ...two, ...numeric },
    min: { ...many, ...numeric },
    max: { ...many, ...numeric },
    cat: { ...many, each: ANY, gives: () => TEXT },
  } satisfies Record<string, Signature>),
)

const faultOfIn = (needle: Types, hay: Types): Phrase | undefined => {
  if (!canBe(hay, LIST | TEXT)) return phrase`looks into an array or a text, the second argument is ${nameOfTypes(hay)}`
  const isPartOfText = (hay & LIST) === 0 && (hay & TEXT) !== 0
  return isPartOfText && !canBe(needle, TEXT)
    ? phrase`looks for a part of a text, the first argument is ${nameOfTypes(needle)}`
    : undefined
}
