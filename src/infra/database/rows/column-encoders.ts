/** The binary form of a column by its type, from the values a row object carries. */
import pg from 'pg'
import type { ByteWriter } from './byte-writer.ts'

/** Writes a value that is not null. */
export type ColumnEncoder = (sink: ByteWriter, value: unknown) => void

const { BOOL, BYTEA, FLOAT8, INT2, INT4, INT8, JSONB, TEXT, TIMESTAMPTZ, UUID } = pg.types.builtins
const JSONB_VERSION = 1
const EPOCH_2000_MS = 946_684_800_000

let lastMoment = ''
let lastMs = 0
/** Caches the result, because rows of a batch repeat the same few moments. */
const msOf = (moment: string): number => {
  if (moment !== lastMoment) {
    lastMs = Date.parse(moment)
    lastMoment = moment
  }
  return lastMs
}

const WRITERS: Readonly<Record<number, ColumnEncoder>> = {
  [BOOL]: (sink, value) => sink.uint8(value === true ? 1 : 0),
  [BYTEA]: (sink, value) => sink.raw(value as Uint8Array),
  [FLOAT8]: (sink, value) => sink.float64(value as number),
  [INT2]: (sink, value) => sink.int16(value as number),
  [INT4]: (sink, value) => sink.int32(value as number),
  [INT8]: (sink, value) => sink.int64(value as number),
  [JSONB]: (sink, value) => {
    sink.uint8(JSONB_VERSION)
    sink.text(JSON.stringify(value))
  },
  [TEXT]: (sink, value) => sink.text(value as string),
  [TIMESTAMPTZ]: (sink, value) => sink.int64((msOf(value as string) - EPOCH_2000_MS) * 1000),
  [UUID]: (sink, value) => sink.uuid(value as string),
}

/** Returns the encoder of a type. A type without an encoder is an error only if a row has a value for it. */
export const findColumnEncoder = (oid: number): ColumnEncoder =>
  WRITERS[oid] ??
  (() => {
    throw new Error(`no binary form is known for a column of type ${oid}`)
  })
