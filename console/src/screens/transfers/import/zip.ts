/**
 * Reads files in a zip, as far as workbooks use the format: a directory at the end, entries stored or deflated. The
 * browser inflates.
 */
import { SheetFault } from './row.ts'

/** Inflated size of one entry; a larger one is an attempt to exhaust memory. */
const TEXT_BYTES_MAX = 64 * 1024 * 1024
const END = 0x06054b50
const ENTRY = 0x02014b50
const END_SIZE = 22
const COMMENT_MAX = 65_535

interface Entry {
  readonly isDeflated: boolean
  readonly size: number
  readonly at: number
}

export interface Zip {
  has(path: string): boolean
  /** Throws a SheetFault. */
  textOf(path: string): Promise<string>
}

export const openZip = (bytes: Uint8Array<ArrayBuffer>): Zip => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = guarded(() => entriesOf(view, bytes))
  return {
    has: (path) => entries.has(path),
    async textOf(path) {
      const entry = entries.get(path)
      if (entry === undefined) throw new SheetFault('isUnreadable')
      const begin = guarded(
        () => entry.at + 30 + view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true),
      )
      const packed = bytes.subarray(begin, begin + entry.size)
      return new TextDecoder().decode(entry.isDeflated ? await inflate(packed) : packed)
    },
  }
}

/** Handles an offset that points outside the file. */
const guarded = <T>(read: () => T): T => {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) throw new SheetFault('isUnreadable')
    throw error
  }
}

const entriesOf = (view: DataView, bytes: Uint8Array): ReadonlyMap<string, Entry> => {
  let end = view.byteLength - END_SIZE
  const least = Math.max(0, end - COMMENT_MAX)
  while (end >= least && view.getUint32(end, true) !== END) end--
  if (end < least) throw new SheetFault('isUnreadable')
  const entries = new Map<string, Entry>()
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (view.getUint32(at, true) !== ENTRY) throw new SheetFault('isUnreadable')
    const method = view.getUint16(at + 10, true)
    const lengths = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [number, number, number]
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + lengths[0]))
    const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1
    if (!isEncrypted && (method === 0 || method === 8))
      entries.set(name, {
        isDeflated: method === 8,
        size: view.getUint32(at + 20, true),
        at: view.getUint32(at + 42, true),
      })
    at += 46 + lengths[0] + lengths[1] + lengths[2]
  }
  return entries
}

const inflate = async (packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> => {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length
      if (size > TEXT_BYTES_MAX) break
      parts.push(part.value)
    }
  } catch {
    throw new SheetFault('isUnreadable')
  }
  if (size > TEXT_BYTES_MAX) {
    void reader.cancel()
    throw new SheetFault('isTooLarge', '64')
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
