/** The manifest of a month in the archive: its files, and their sums. */
import { createHash } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { hashFile, type Row, readTable, toDisk } from './table-file.ts'

interface TableSum {
  readonly tenant_id: string
  /** Empty: rows of the table have none. */
  readonly currency: string
  readonly rows: number
  /** Amount in minor units; a text, since a month may exceed the range of a number. */
  readonly amount: string
}

export interface TableEntry {
  readonly table: string
  readonly file: string
  readonly sha256: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly key: readonly string[]
  /** Columns whose values are in the column `sealed`, under a key that stays in the database; the file has them without the personal data. */
  readonly sealed_columns: readonly string[]
  readonly rows: number
  readonly sums: readonly TableSum[]
}

export interface Manifest {
  readonly format: 'vezne archive 1'
  readonly program: string
  readonly month: string
  /** Null if the file includes everything before. */
  readonly begins: string | null
  readonly ends: string
  readonly written: string
  readonly tables: readonly TableEntry[]
}

const MANIFEST = 'manifest.json'
/** Follows the columns of each table. */
export const SEALED = 'sealed'
export const LOT_ROWS = 2_000

export const fileColumns = ({ columns }: Pick<TableEntry, 'columns'>): string[] => [
  ...columns.map(({ name }) => name),
  SEALED,
]

/** Returns its SHA-256. All files of the folder have to be there. */
export const writeManifest = async (folder: string, manifest: Manifest): Promise<string> => {
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  const path = join(folder, MANIFEST)
  const handle = await open(`${path}.part`, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${path}.part`, path)
  await toDisk(folder)
  return hashText(text)
}

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex')

const readManifest = async (folder: string): Promise<{ manifest: Manifest; sha256: string }> => {
  const text = await readFile(join(folder, MANIFEST), 'utf8')
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== 'vezne archive 1') throw new Error(`${folder} is not an archive that this program reads`)
  return { manifest, sha256: hashText(text) }
}

/** Reads every file to its end; throws if one differs from the manifest. */
export const verifyFolder = async (folder: string): Promise<{ manifest: Manifest; sha256: string }> => {
  const read = await readManifest(folder)
  for (const table of read.manifest.tables) {
    const path = join(folder, table.file)
    if ((await hashFile(path)) !== table.sha256) throw new Error(`${path} is not the file that the manifest names`)
    const sums = createSums(fileColumns(table))
    for await (const lot of readTable(path, fileColumns(table), LOT_ROWS)) for (const row of lot) sums.add(row)
    if (sums.rows() !== table.rows) throw new Error(`${path} has ${sums.rows()} rows instead of ${table.rows}`)
    if (JSON.stringify(sums.all()) !== JSON.stringify(table.sums))
      throw new Error(`${path} does not add up to its sums`)
  }
  return read
}

interface Sums {
  add(row: Row): void
  rows(): number
  all(): TableSum[]
}

/** Per tenant and currency. */
export const createSums = (columns: readonly string[]): Sums => {
  const [tenant, currency, amount] = ['tenant_id', 'currency', 'amount'].map((name) => columns.indexOf(name)) as [
    number,
    number,
    number,
  ]
  const sums = new Map<string, { tenant_id: string; currency: string; rows: number; amount: bigint }>()
  let rows = 0
  return {
    add(row) {
      rows++
      const [tenant_id, money] = [row[tenant] ?? '', row[currency] ?? '']
      const sum = sums.get(`${tenant_id} ${money}`) ?? { tenant_id, currency: money, rows: 0, amount: 0n }
      sum.rows++
      sum.amount += BigInt(row[amount] ?? 0)
      sums.set(`${tenant_id} ${money}`, sum)
    },
    rows: () => rows,
    all: () =>
      [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => ({ ...sum, amount: String(sum.amount) })),
  }
}
