/** Excludes values that are not on a list quickly: keeps the first four bytes of every hash on it, sorted, and those added since. */

const PREFIX_BYTES = 4
/** Approximate size of an entry of a Set of numbers. */
const ADDED_BYTES = 40

export interface HashFilter {
  /** A result of false is definite. True may be wrong: once in four thousand questions on a list of a million, or after a deletion. */
  mayHold(hash: Buffer): boolean
  add(prefixes: Uint32Array): void
  /** Number of entries added since it was made. */
  added(): number
  readonly entries: number
  bytes(): number
}

/** `sorted` must be ascending. */
export const createHashFilter = (sorted: Uint32Array): HashFilter => {
  const more = new Set<number>()
  return {
    mayHold(hash) {
      const prefix = hash.readUInt32BE(0)
      return has(sorted, prefix) || (more.size > 0 && more.has(prefix))
    },
    add(prefixes) {
      for (const prefix of prefixes) if (!has(sorted, prefix)) more.add(prefix)
    },
    added: () => more.size,
    entries: sorted.length,
    bytes: () => sorted.byteLength + more.size * ADDED_BYTES,
  }
}

/** Prefixes as the database sends them: one after the other, most significant byte first. */
export const decodePrefixes = (sent: Buffer): Uint32Array => {
  // A buffer of the driver's may begin anywhere in a larger one; words have to begin at a multiple of four.
  const own = new Uint8Array(sent)
  if (LITTLE_ENDIAN) Buffer.from(own.buffer).swap32()
  return new Uint32Array(own.buffer, 0, own.byteLength / PREFIX_BYTES)
}
const LITTLE_ENDIAN = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1

export const concatenatePrefixes = (pieces: readonly Uint32Array[]): Uint32Array => {
  const whole = new Uint32Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

const has = (sorted: Uint32Array, wanted: number): boolean => {
  let from = 0
  let to = sorted.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((sorted[middle] as number) < wanted) from = middle + 1
    else to = middle
  }
  return sorted[from] === wanted
}
