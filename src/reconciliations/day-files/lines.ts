/** Splits a stream of bytes into numbered lines of bounded length. */
import { phrase } from '../../core/phrases/phrase.ts'
import { DayFileRefused, type Line } from './day-file.ts'

/** Four times the longest line of any form. */
const LINE_BYTES_MAX = 2_048
const LF = 0x0a
const CR = 0x0d

/**
 * Lines end with CR LF or LF; the last one may end with the file. Holds only one chunk of the stream and one line in
 * memory.
 */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let rest: Buffer = Buffer.alloc(0)
  let number = 0
  const line = (content: Buffer): Line => {
    number++
    const end = content.at(-1) === CR ? content.length - 1 : content.length
    if (end > LINE_BYTES_MAX) throw tooLong(number)
    return { number, bytes: content.subarray(0, end) }
  }
  for await (const piece of bytes) {
    const read = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    let from = 0
    for (let end = read.indexOf(LF); end !== -1; end = read.indexOf(LF, from)) {
      const content = read.subarray(from, end)
      yield line(rest.length === 0 ? content : Buffer.concat([rest, content]))
      rest = Buffer.alloc(0)
      from = end + 1
    }
    if (from < read.length) rest = Buffer.concat([rest, read.subarray(from)])
    if (rest.length > LINE_BYTES_MAX + 1) throw tooLong(number + 1)
  }
  if (rest.length > 0) yield line(rest)
}

const tooLong = (line: number): DayFileRefused =>
  new DayFileRefused([{ line, message: phrase`is longer than ${LINE_BYTES_MAX} bytes` }])
