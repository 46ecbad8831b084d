/** NestPay's hash ver3: over every field, in the order of their names, with the store key at the end. */
import { createHash } from 'node:crypto'
import { type Fields, isSameHash } from '../kit/callback.ts'

const LEFT_OUT = new Set(['hash', 'encoding', 'nationalidno'])

export const ver3Hash = (fields: Fields, storeKey: string): string => hashInOrder(fields, storeKey, byCodeUnits)

/** Banks sort by code units or "naturally"; the two differ only for trailing digits and underscores. */
export const isVer3Hash = (given: string, fields: Fields, storeKey: string): boolean =>
  namesInHash(given, fields, storeKey) !== undefined

/** The names of the values in hash order; undefined when the hash does not match. The names themselves are not hashed. */
export const namesInHash = (given: string, fields: Fields, storeKey: string): readonly string[] | undefined => {
  const order = [byCodeUnits, naturally].find((each) => isSameHash(given, hashInOrder(fields, storeKey, each)))
  return order && hashedNames(fields, order)
}

type Order = (a: string, b: string) => number

const hashedNames = (fields: Fields, order: Order): string[] =>
  Object.keys(fields)
    .filter((name) => !LEFT_OUT.has(name.toLowerCase()))
    .sort(order)

const hashInOrder = (fields: Fields, storeKey: string, order: Order): string => {
  const values = hashedNames(fields, order).map((name) => escaped(fields[name] ?? ''))
  return createHash('sha512')
    .update([...values, escaped(storeKey)].join('|'))
    .digest('base64')
}

/** The backslash first: otherwise a pipe would get two. */
const escaped = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('|', '\\|')

/** toLowerCase knows no locale: a Turkish locale must not turn the I of a name into a dotless i. */
const byCodeUnits = (a: string, b: string): number => compare(a.toLowerCase(), b.toLowerCase())

const naturally = (a: string, b: string): number => {
  const [left, right] = [a, b].map((name) => name.toUpperCase().match(/[0-9]+|[^0-9]+/g) ?? [])
  for (let at = 0; at < Math.min(left!.length, right!.length); at++) {
    const [one, other] = [left![at]!, right![at]!]
    const areNumbers = /^[0-9]/.test(one) && /^[0-9]/.test(other)
    const order = areNumbers ? Number(one) - Number(other) : compare(one, other)
    if (order !== 0) return order
  }
  return left!.length - right!.length
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
