/** The files a run leaves behind and how strictly each is read. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'

/**
 * `rows`: a table, one line a row. `open`: nothing may be in it at all. `published`: numbers of test cards may be, since
 * it holds the table of test cards or documents that name them.
 */
export type PlaceKind = 'rows' | 'open' | 'published'

export interface Place {
  readonly path: string
  /** From the run's folder. */
  readonly name: string
  readonly kind: PlaceKind
  readonly bytes: number
}

/** Where secrets belong: each is readable only by its owner. */
const KEEPERS = new Set(['demo.json', 'keys.json', 'master.key', 'postgres.json'])

export const placesIn = (folder: string): { places: Place[]; faults: string[] } => {
  const places: Place[] = []
  const faults: string[] = []
  for (const path of filesIn(folder)) {
    const name = relative(folder, path)
    const { size, mode } = statSync(path)
    if (KEEPERS.has(basename(path))) {
      if ((mode & 0o077) !== 0)
        faults.push(`${name} holds secrets and others may read it (${(mode & 0o777).toString(8)})`)
    } else if (size > 0 && !basename(path).startsWith('known.'))
      places.push({ path, name, kind: kindOf(name), bytes: size })
  }
  return { places, faults }
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const kindOf = (name: string): PlaceKind => {
  if (/(^|\/)dump\.[^/]+$/.test(name)) return 'rows'
  if (/(^|\/)(postgres\/|documents\.)/.test(name)) return 'published'
  return 'open'
}

const EXCEPTED = /\.test_cards$/
const EXCEPTED_COLUMNS = new Set(['card_number', 'cvv'])
/** The one table whose numbers stand in clear: they are public. Its other columns are read like any. */
export const isExcepted = (place: Place, column: string | undefined): boolean =>
  EXCEPTED.test(place.name) && column !== undefined && EXCEPTED_COLUMNS.has(column)

/**
 * pg_statistic and its long values: samples of columns, cut where they are long and joined by bytes of lengths, so that digits of two values read
 * as a number that nobody wrote. The tables they are of are read row by row; known values are looked for here as everywhere.
 */
export const isOfSamples = ({ name }: Place): boolean => /(^|\/)base\/\d+\/(?:2619|2840)(?:\.\d+)?$/.test(name)

/**
 * pg_subscription and the log of its changes: PostgreSQL keeps the address that a shard follows with its password, and lets superusers read it
 * (docs/shards.md).
 */
export const isOfSubscription = ({ name }: Place, before: string): boolean =>
  /(^|\/)(?:global|pg_wal)\//.test(name) && /postgres:\/\/vezne_owner:[\w-]*$/.test(before)

export const isOfLog = ({ path }: Place): boolean => /\/pg_wal\//.test(path)

/** Places of one reading with the same bytes hold the same leaks. */
export const readingOf = (place: Place): string =>
  [place.kind, EXCEPTED.test(place.name), isOfSamples(place), isOfLog(place)].join(' ')

/** The bytes to read: of a log segment without what was not written yet. */
export const bytesOf = (place: Place): Buffer => {
  const bytes = readFileSync(place.path)
  return isOfLog(place) ? withoutPageHeaders(bytes.subarray(0, endOf(bytes))) : bytes
}

const PAGE = 8_192

/** A segment is made in its full length: the end of the last page that is not all noughts. */
const endOf = (bytes: Buffer): number => {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0) end--
  return Math.ceil(end / PAGE) * PAGE
}

const FIRST_HEADER = 40
const HEADER = 24
/** A log segment without the headers of its pages, which would cut a value in two. */
const withoutPageHeaders = (segment: Buffer): Buffer => {
  const pages: Buffer[] = []
  for (let at = 0; at < segment.length; at += PAGE)
    pages.push(segment.subarray(at + (at === 0 ? FIRST_HEADER : HEADER), at + PAGE))
  return Buffer.concat(pages)
}
