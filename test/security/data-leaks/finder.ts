/** Finds thousands of byte strings in one pass (Wu and Manber): where no needle can end, it jumps. */

export interface Needle {
  readonly bytes: Buffer
  readonly what: string
}

export interface Finder {
  /** Calls `found` with each needle and where it begins. */
  search(bytes: Uint8Array, found: (needle: Needle, at: number) => void): void
}

const BLOCK = 3
const TABLE_BITS = 18
const TABLE_MASK = (1 << TABLE_BITS) - 1

export const openFinder = (needles: readonly Needle[]): Finder => {
  if (needles.length === 0) return { search: () => undefined }
  const window = Math.min(...needles.map(({ bytes }) => bytes.length)) // all are looked for by their first bytes
  if (window < BLOCK + 4) throw new Error('a needle this short is found by chance')
  const jump = new Uint8Array(1 << TABLE_BITS).fill(Math.min(window - BLOCK + 1, 255))
  const byStart = new Map<number, Needle[]>()
  const starts = new Uint8Array(1 << TABLE_BITS) // most candidates end here
  for (const needle of needles) {
    for (let end = BLOCK - 1; end < window; end++) {
      const block = blockAt(needle.bytes, end - BLOCK + 1)
      jump[block] = Math.min(jump[block] as number, window - 1 - end)
    }
    const start = startAt(needle.bytes, 0)
    starts[(start ^ (start >>> 14)) & TABLE_MASK] = 1
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
        const start = startAt(bytes, at)
        if (starts[(start ^ (start >>> 14)) & TABLE_MASK] === 0) continue
        for (const needle of byStart.get(start) ?? []) if (standsAt(needle.bytes, bytes, at)) found(needle, at)
      }
    },
  }
}

const blockAt = (bytes: Uint8Array, at: number): number =>
  (((bytes[at] as number) << 10) ^ ((bytes[at + 1] as number) << 5) ^ (bytes[at + 2] as number)) & TABLE_MASK

/** Seven bytes folded into a number. */
const startAt = (bytes: Uint8Array, at: number): number => {
  const first =
    (bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24)
  const then = (bytes[at + 4] as number) | ((bytes[at + 5] as number) << 8) | ((bytes[at + 6] as number) << 16)
  return (Math.imul(first, 0x9e3779b1) ^ Math.imul(then, 0x85ebca6b)) >>> 0
}

const standsAt = (needle: Uint8Array, bytes: Uint8Array, at: number): boolean => {
  if (at + needle.length > bytes.length) return false
  for (let i = 0; i < needle.length; i++) if (needle[i] !== bytes[at + i]) return false
  return true
}
