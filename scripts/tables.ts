/** Each table has one noun, a folder of src/, that writes it. A statement that reads another noun's table stands on that noun as an import does, so it obeys the ranks. */
import { findRank } from './layers.ts'
import { tablesMade, tableUses } from './sql-tables.ts'
import { READS_UP, type ReadUp, WRITTEN_BY_NAME } from './table-owners.ts'

type Files = ReadonlyMap<string, string>

export interface Declared {
  /** Table to its noun, where no statement in src/ names the table it writes. */
  readonly writtenByName: Readonly<Record<string, string>>
  readonly readsUp: readonly ReadUp[]
}

export interface TableOwner {
  readonly table: string
  readonly owner: string | undefined
  /** Nouns that name it in a statement and do not write it. */
  readonly readers: readonly string[]
}

interface Place {
  readonly table: string
  readonly isWrite: boolean
  readonly noun: string
  readonly path: string
  readonly line: number
}

const DECLARED: Declared = { writtenByName: WRITTEN_BY_NAME, readsUp: READS_UP }

/** `migrations` and `code`: path from the root to text. Returns one line per fault. */
export const tableFaults = (migrations: Files, code: Files, declared = DECLARED): string[] => {
  const tables = tablesMade(migrations)
  const places = placesOf(code, tables)
  const owners = ownersOf(tables, places, declared)
  return [
    ...ownerFaults(owners, places, declared),
    ...places.flatMap((place) => [...writeFaults(place, owners), ...readFaults(place, owners, declared)]),
    ...staleReads(places, owners, declared),
  ]
}

/** By name, for docs/tables.md. */
export const tableOwners = (migrations: Files, code: Files, declared = DECLARED): TableOwner[] => {
  const tables = tablesMade(migrations)
  const places = placesOf(code, tables)
  return [...ownersOf(tables, places, declared)]
    .map(([table, owner]) => ({
      table,
      owner,
      readers: [...new Set(places.filter((each) => each.table === table).map(({ noun }) => noun))]
        .filter((noun) => noun !== owner)
        .sort(),
    }))
    .sort((a, b) => (a.table < b.table ? -1 : 1))
}

const placesOf = (code: Files, tables: ReadonlySet<string>): Place[] =>
  [...code]
    .filter(([path]) => path.startsWith('src/') && path.split('/').length > 2)
    .flatMap(([path, text]) =>
      tableUses(text, tables).map((use) => ({ ...use, path, noun: path.split('/')[1] as string })),
    )

/** The noun with most of the writing statements; the composition and the command line have no tables. */
const ownersOf = (
  tables: ReadonlySet<string>,
  places: readonly Place[],
  { writtenByName }: Declared,
): Map<string, string | undefined> => {
  const writes = new Map<string, Map<string, number>>()
  for (const { table, isWrite, noun } of places) {
    if (!isWrite || OWN_NOTHING.has(noun)) continue
    const counts = writes.get(table) ?? new Map<string, number>()
    writes.set(table, counts.set(noun, (counts.get(noun) ?? 0) + 1))
  }
  return new Map(
    [...tables].map((table) => [
      table,
      writtenByName[table] ?? [...(writes.get(table) ?? [])].sort(([, a], [, b]) => b - a)[0]?.[0],
    ]),
  )
}
const OWN_NOTHING = new Set(['app', 'cli'])

const ownerFaults = (
  owners: ReadonlyMap<string, string | undefined>,
  places: readonly Place[],
  { writtenByName }: Declared,
): string[] => [
  ...[...owners]
    .filter(([, owner]) => owner === undefined)
    .map(([table]) => `no statement in src/ writes ${table}: name its noun in scripts/table-owners.ts`),
  ...Object.keys(writtenByName)
    .filter((table) => !owners.has(table) || places.some((place) => place.isWrite && place.table === table))
    .map((table) => `${table} needs no entry in WRITTEN_BY_NAME, scripts/table-owners.ts`),
]

const writeFaults = ({ table, isWrite, noun, path, line }: Place, owners: ReadonlyMap<string, string | undefined>) => {
  const owner = owners.get(table)
  return !isWrite || owner === undefined || owner === noun
    ? []
    : [
        `${path}:${line} writes ${table}, a table of ${owner}: let src/${owner}/ export the statement, or its part of one`,
      ]
}

const readFaults = (
  { table, isWrite, noun, path, line }: Place,
  owners: ReadonlyMap<string, string | undefined>,
  { readsUp }: Declared,
): string[] => {
  const owner = owners.get(table)
  if (isWrite || owner === undefined || owner === noun || findRank(`src/${owner}/`) < findRank(path)) return []
  if (readsUp.some((each) => each.reader === noun && each.tables.includes(table))) return []
  return [`${path}:${line} reads ${table} of ${owner}, which is no lower than ${noun}: have it handed in`]
}

const staleReads = (
  places: readonly Place[],
  owners: ReadonlyMap<string, string | undefined>,
  { readsUp }: Declared,
): string[] =>
  readsUp.flatMap(({ reader, tables }) =>
    tables
      .filter((table) => {
        const reads = places.filter((place) => place.table === table && place.noun === reader)
        return reads.length === 0 || findRank(`src/${owners.get(table)}/`) < findRank(`src/${reader}/`)
      })
      .map((table) => `${reader} reads ${table} no longer, or may: take it out of READS_UP, scripts/table-owners.ts`),
  )
