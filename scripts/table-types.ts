/** Types of the tables' columns, read from the migrations; test/infra/table-types.test.ts compares them with a migrated database. */

type Files = ReadonlyMap<string, string>

export interface Column {
  readonly name: string
  /** As the migrations write it, such as `smallint[]`. */
  readonly type: string
  readonly isNullable: boolean
  /** An insert may leave it out. */
  readonly hasDefault: boolean
  /** The texts that its own check allows; undefined where any is. */
  readonly texts: readonly string[] | undefined
}

/** Table or composite type to its columns, in the order of the files. */
export const columnsOfTables = (migrations: Files): Map<string, Column[]> => {
  const tables = new Map<string, Column[]>()
  const files = [...migrations].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [, text] of files) {
    const code = text.replace(/--.*$/gm, '')
    for (const { 1: name, index, 0: opening } of code.matchAll(MADE)) {
      const items = topLevelItems(code, index + opening.length)
      const keys = items.flatMap((item) => /^primary key \(([^)]*)\)/i.exec(item)?.[1]?.split(/\s*,\s*/) ?? [])
      tables.set(
        name!,
        items.filter((item) => !CONSTRAINT.test(item)).map((item) => columnOf(item, keys)),
      )
    }
    for (const [, name, item] of code.matchAll(ADDED)) tables.get(name!)?.push(columnOf(item!, []))
    for (const [, name] of code.matchAll(/^drop table (?:if exists )?(\w+)/gim)) tables.delete(name!)
  }
  return tables
}

const MADE = /^create (?:(?:unlogged )?table (?:if not exists )?|type )(\w+) (?:as )?\(/gim
const ADDED =
  /^alter (?:table (?=\w+ add column)|type (?=\w+ add attribute))(\w+) add (?:column|attribute) (?:if not exists )?([^;]+);/gim
const CONSTRAINT = /^(?:primary key|check|unique|foreign key|constraint|exclude)\b/i

/** Splits a list that begins at `start`, up to the bracket that closes it. */
const topLevelItems = (code: string, start: number): string[] => {
  const items = ['']
  let depth = 0
  for (let at = start; depth >= 0; at++) {
    const sign = code[at]!
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    if (sign === ',' && depth === 0) items.push('')
    else if (depth >= 0) items[items.length - 1] += sign
  }
  return items.map((item) => item.replace(/\s+/g, ' ').trim())
}

const COLUMN = /^(\w+) (double precision|\w+(?:\[\])?)(?:\([\d, ]+\))?(?: (.*))?$/

const columnOf = (item: string, keys: readonly string[]): Column => {
  const [, name, type, rest] = COLUMN.exec(item) ?? []
  if (name === undefined) throw new Error(`no column is recognized in: ${item}`)
  const texts = new RegExp(`check \\(${name} in \\(('[^)]*')\\)\\)`).exec(rest ?? '')?.[1]
  return {
    name,
    type: type!,
    isNullable: !keys.includes(name) && !/\bnot null\b|\bprimary key\b/i.test(rest ?? ''),
    hasDefault: /\bdefault\b|\bgenerated\b/i.test(rest ?? ''),
    texts: texts?.split(/\s*,\s*/).map((text) => text.slice(1, -1)),
  }
}

/** What the driver returns for each type, with the settings of src/infra/database/connection-pool.ts. */
export const DRIVER_TYPES: Readonly<Record<string, string>> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  'double precision': 'number',
  inet: 'string',
  integer: 'number',
  jsonb: 'unknown',
  numeric: 'number',
  oid: 'number',
  pg_lsn: 'string',
  smallint: 'number',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
  xid8: 'string',
}

/** src/infra/database/generated/tables.ts */
export const tableTypes = (migrations: Files): string => {
  const tables = [...columnsOfTables(migrations)].sort(([a], [b]) => (a < b ? -1 : 1))
  return `/** Columns of each table and composite type, as the driver returns them. Made from migrations/ by \`npm run docs\`. */

export interface Tables {
${tables.map(([name, columns]) => `  ${name}: {\n${columns.map((column) => `    ${column.name}: ${typeOf(column)}\n`).join('')}  }\n`).join('')}}

/** Columns that are never null and that an insert may leave out. */
export interface Defaulted {
${tables.map(([name, columns]) => `  ${name}: ${defaultedOf(columns)}\n`).join('')}}
`
}

const typeOf = ({ type, isNullable, texts }: Column): string => {
  const [, one, list] = /^([^[]+)(\[\])?$/.exec(type) as unknown as [string, string, string | undefined]
  const read = texts?.map((text) => `'${text}'`).join(' | ') ?? DRIVER_TYPES[one] ?? 'unknown'
  // A list of whole numbers of eight bytes has no parser of its own, so its members stay texts.
  const whole =
    list === undefined || read === 'unknown'
      ? read
      : `readonly ${one === 'bigint' ? 'string' : texts === undefined ? read : `(${read})`}[]`
  return isNullable && read !== 'unknown' ? `${whole} | null` : whole
}

const defaultedOf = (columns: readonly Column[]): string => {
  const names = columns.filter(({ hasDefault, isNullable }) => hasDefault && !isNullable)
  return names.map(({ name }) => `'${name}'`).join(' | ') || 'never'
}
