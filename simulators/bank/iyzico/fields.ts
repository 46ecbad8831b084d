/** Values of iyzico's JSON: texts, numbers, objects and lists, and amounts as decimal texts or numbers. */
import { minorUnits } from '../wire/money.ts'

export type Value = string | number | boolean | null | Members | readonly Value[]
export interface Members {
  readonly [name: string]: Value
}

const DEPTH_MAX = 4
const TEXT_MAX = 4_000

/** Returns undefined unless it is an object of few levels. */
export const parseMembers = (text: string): Members | undefined => {
  try {
    const read: unknown = JSON.parse(text)
    return isMembers(read) && isShallow(read, DEPTH_MAX) ? read : undefined
  } catch {
    return undefined
  }
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isShallow = (value: unknown, depth: number): boolean => {
  if (typeof value === 'string') return value.length <= TEXT_MAX
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((each) => isShallow(each, depth - 1))
}

const own = (members: Members, name: string): Value | undefined =>
  Object.hasOwn(members, name) ? members[name] : undefined

/** Returns the text of a member; a number is written out. */
export const textIn = (members: Members, name: string): string => {
  const value = own(members, name)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export const membersIn = (members: Members, name: string): Members => {
  const value = own(members, name)
  return isMembers(value) ? value : {}
}

/** Returns the objects of a list; undefined if it is none. */
export const listIn = (members: Members, name: string): readonly Members[] | undefined => {
  const value = own(members, name)
  return Array.isArray(value) && value.every(isMembers) ? (value as readonly Members[]) : undefined
}

/** Parses 150, 149.9 and 149.90000000 into minor units; undefined for nothing, and for fractions of a minor unit. */
export const parsePrice = (text: string): number | undefined => {
  const match = /^(\d{1,9})(?:\.(\d{1,2})0{0,6})?$/.exec(text)
  if (!match) return undefined
  const minor = minorUnits(match[1]!, match[2] ?? '')
  return minor > 0 ? minor : undefined
}

const DAY_MS = 86_400_000

/** Parses 2027-05-11 into days since 1970. */
export const parseDay = (text: string): number | undefined => {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) / DAY_MS : Number.NaN
  return Number.isNaN(day) ? undefined : day
}

export const CURRENCIES: ReadonlySet<string> = new Set(['TRY', 'USD', 'EUR', 'GBP'])
export const INSTALLMENTS: ReadonlySet<string> = new Set(['1', '2', '3', '6', '9', '12'])
