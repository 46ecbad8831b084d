/** Which columns of a table hold sealed values, and the sealing context of each value. */
import type { SealingContext } from './sealer.ts'

export interface SealedTable {
  readonly table: string
  /** The primary key after tenant_id, with the types of its columns. */
  readonly key: readonly (readonly [column: string, type: 'uuid' | 'text'])[]
  readonly columns: readonly string[]
  /** Rows resealed at a time, for tables with large rows. */
  readonly lotRows?: number
  /**
   * The column a value was sealed for, if that is another one: values are moved between columns without being opened.
   */
  readonly sealedAs?: Readonly<Record<string, string>>
}

/** `key`: the row's primary key as texts. */
export const toSealingContext = (
  { table, sealedAs }: SealedTable,
  column: string,
  key: readonly string[],
): SealingContext => ({
  table,
  rowId: key.join(' '),
  column: sealedAs?.[column] ?? column,
})
