/** Parts of generated callbacks, and what a bank's callbacks are generated of. */
import fc from 'fast-check'
import type { configurationOf } from './attempts.ts'

export type Fields = Record<string, string>
/** A whole number from 0, below the bound. */
export type Dice = (below: number) => number

export const KEY = 'SimStoreKey1'
export const ORDER = 'V0190e3b000'
export const BASE64 = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/']
export const text = (units: readonly string[], length: number | { minLength: number; maxLength: number }) =>
  fc.string({
    unit: fc.constantFrom(...units),
    ...(typeof length === 'number' ? { minLength: length, maxLength: length } : length),
  })
export const digits = (count: number) => text([...'0123456789'], count)
export const proof = text(BASE64, 27).map((letters) => `${letters}=`)

export interface Adapter {
  readonly settings: Parameters<typeof configurationOf>[0]
  readonly levels: Readonly<Record<string, Readonly<Record<string, string>>>>
  genuine(model: string): fc.Arbitrary<Fields>
  /** The same text under the same hash, cut up another way or under other names. */
  cut(fields: Fields, dice: Dice): Fields
}
