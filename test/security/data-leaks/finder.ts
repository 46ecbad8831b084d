/**
 * Finds a hundred thousand byte strings in one pass. Long ones are looked for at every sixth byte only, by any of six pieces of theirs, one of
 * which begins there; short ones by a search that jumps where no needle can end (Wu and Manber), which many needles would keep from jumping.
 */

export interface Needle {
  readonly bytes: Buffer
  readonly what: string
  readonly isTestCard: boolean
}

export interface Finder {
  /** Calls `found` with each needle and where it begins. */
  search(bytes: Uint8Array, found: (needle: Needle, at: number) => void): void
}

/** Bytes that are folded into a number. */
const PIECE = 7
const LONG = 12
const STEP = LONG - PIECE + 1

export const openFinder = (needles: readonly Needle[]): Finder => {
  const long = openLong(needles.filter(({ bytes }) => bytes.length >= LONG))
  const short = openShort(needles.filter(({ bytes }) => bytes.length < LONG))
  return {
    search(bytes, found) {
      long.search(bytes, found)
      short.search(bytes, found)
    },
  }
}

const SIGN_BITS = 24
const CHAIN_BITS = 18

/** A needle that stands anywhere covers a place at which is looked, and so one of its first pieces begins there. */
const openLong = (needles: readonly Needle[]): Finder => {
  if (needles.length === 0) return NOTHING
  const signs = new Uint8Array(1 << (SIGN_BITS - 3)) // a bit for each piece: most places end here
  const heads = new Int32Array(1 << CHAIN_BITS).fill(-1)
  const nexts = new Int32Array(needles.length * STEP)
  const folds = new Int32Array(needles.length * STEP)
  for (const [index, { bytes }] of needles.entries())
    for (let shift = 0; shift < STEP; shift++) {
      const fold = foldAt(bytes, shift)
      const entry = index * STEP + shift
      const sign = fold >>> (32 - SIGN_BITS)
      signs[sign >>> 3] = (signs[sign >>> 3] as number) | (1 << (sign & 7))
      const chain = fold >>> (32 - CHAIN_BITS)
      folds[entry] = fold
      nexts[entry] = heads[chain] as number
      heads[chain] = entry
    }
  return {
    search(bytes, found) {
      for (let at = 0; at + PIECE <= bytes.length; at += STEP) {
        const fold = foldAt(bytes, at)
        const sign = fold >>> (32 - SIGN_BITS)
        if (((signs[sign >>> 3] as number) & (1 << (sign & 7))) === 0) continue
        for (let entry = heads[fold >>> (32 - CHAIN_BITS)] as number; entry >= 0; entry = nexts[entry] as number) {
          if (folds[entry] !== fold) continue
          const needle = needles[Math.floor(entry / STEP)] as Needle
          const begin = at - (entry % STEP)
          if (standsAt(needle.bytes, bytes, begin)) found(needle, begin)
        }
      }
    },
  }
}

const BLOCK = 3
const TABLE_BITS = 18
const TABLE_MASK = (1 << TABLE_BITS) - 1

const openShort = (needles: readonly Needle[]): Finder => {
  if (needles.length === 0) return NOTHING
  // All are looked for by their first bytes.
  const window = needles.reduce((least, { bytes }) => Math.min(least, bytes.length), LONG)
  if (window < PIECE) throw new Error('a needle this short is found by chance')
  const jump = new Uint8Array(1 << TABLE_BITS).fill(window - BLOCK + 1)
  const byStart = new Map<number, Needle[]>()
  for (const needle of needles) {
    for (let end = BLOCK - 1; end < window; end++) {
      const block = blockAt(needle.bytes, end - BLOCK + 1)
      jump[block] = Math.min(jump[block] as number, window - 1 - end)
    }
    const start = foldAt(needle.bytes, 0)
    const known = byStart.get(start)
    if (known) known.push(needle)
    else byStart.set(start, [needle])
  }
  return {
    search(bytes, found) {
      for (let end = window - 1; end < bytes.length; ) {
        const shift = jump[blockAt(bytes, end - BLOCK + 1)] as number
        if (shift > 0) {
          end += shift
          continue
        }
        const at = end - window + 1
        end++
        for (const needle of byStart.get(foldAt(bytes, at)) ?? [])
          if (standsAt(needle.bytes, bytes, at)) found(needle, at)
      }
    },
  }
}

const NOTHING: Finder = { search: () => undefined }

const blockAt = (bytes: Uint8Array, at: number): number =>
  (((bytes[at] as number) << 10) ^ ((bytes[at + 1] as number) << 5) ^ (bytes[at + 2] as number)) & TABLE_MASK

const foldAt = (bytes: Uint8Array, at: number): number => {
  const first =
    (bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24)
  const then = (bytes[at + 4] as number) | ((bytes[at + 5] as number) << 8) | ((bytes[at + 6] as number) << 16)
  const both = Math.imul(first, 0x9e3779b1) ^ Math.imul(then, 0x85ebca6b)
  return Math.imul(both ^ (both >>> 15), 0x2c1b3c6d)
}

const standsAt = (needle: Uint8Array, bytes: Uint8Array, at: number): boolean => {
  if (at < 0 || at + needle.length > bytes.length) return false
  for (let i = 0; i < needle.length; i++) if (needle[i] !== bytes[at + i]) return false
  return true
}
