/** A table of a month as a file: CSV as COPY reads and writes it, compressed with zstd. Written and read in a stream, a lot of rows at a time. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { parse } from 'csv-parse'

/** Values as texts of the database, by the columns of the file; null is an empty field, an empty text is "". */
export type Row = readonly (string | null)[]

const field = (value: string | null): string =>
  value === null ? '' : value === '' || /[",\r\n\\]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
const line = (row: Row): string => `${row.map(field).join(',')}\n`

/** Returns the SHA-256 of the file. It has its name only when all of it is on the disk. */
export const writeTable = async (
  path: string,
  columns: readonly string[],
  lots: AsyncIterable<Row[]>,
): Promise<string> => {
  const hash = createHash('sha256')
  const texts = async function* (): AsyncGenerator<string> {
    yield line(columns)
    for await (const lot of lots) yield lot.map(line).join('')
  }
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const part = `${path}.part`
  await pipeline(Readable.from(texts()), createZstdCompress(), hashed, createWriteStream(part, { mode: 0o600 }))
  await toDisk(part)
  await rename(part, path)
  return hash.digest('hex')
}

/** Waits until the disk has stored a file, or the names in a folder. */
export const toDisk = async (path: string): Promise<void> => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export const hashFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Rows in lots, behind the line of names, which has to be `columns`. */
export async function* readTable(path: string, columns: readonly string[], lotRows: number): AsyncGenerator<Row[]> {
  const parser = parse({
    cast: (value, { quoting }) => (value === '' && !quoting ? null : value),
    relax_column_count: false,
  })
  const failed = pipeline(createReadStream(path), createZstdDecompress(), parser)
  failed.catch(() => undefined) // thrown by the loop
  let isFirst = true
  let lot: Row[] = []
  for await (const row of parser as AsyncIterable<Row>) {
    if (isFirst) {
      isFirst = false
      if (row.join() !== columns.join()) throw new Error(`${path} has other columns than its manifest`)
      continue
    }
    lot.push(row)
    if (lot.length === lotRows) {
      yield lot
      lot = []
    }
  }
  await failed
  if (isFirst) throw new Error(`${path} has no line of names`)
  if (lot.length > 0) yield lot
}
