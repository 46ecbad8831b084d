/** What the interface promises: the kept list beside its pages. */
import list from '../../docs/interface/promised.json' with { type: 'json' }
import type { SurfaceName } from '../../src/access/endpoint.ts'

/** Name of a member to its type: a type that is the name of another table has that table's members. */
export type Table = Readonly<Record<string, string>>

export interface PromisedOperation {
  /** Role class. */
  readonly allow: string
  readonly query?: readonly string[]
  readonly headers?: readonly string[]
  /** Name of a table. */
  readonly body?: string
  /** Members of the table that this operation does not take: those of the update alone, or of the creation alone. */
  readonly without?: readonly string[]
  /** Other names it takes for something in the query or the body. */
  readonly also?: readonly string[]
  /** Status and shape: `200 Refund`, `200 page of Refund`, `200 envelope of page of Recipient`, `204 no body`. */
  readonly answer: string
}

export interface Promised {
  /** Paths with `{}` for each parameter. */
  readonly operations: Readonly<Record<SurfaceName, Readonly<Record<string, PromisedOperation>>>>
  /** Members of `data` by type of event. */
  readonly events: Readonly<Partial<Record<SurfaceName, Readonly<Record<string, readonly string[]>>>>>
  readonly tables: Readonly<Record<string, Table>>
}

export const PROMISED: Promised & Pick<typeof list, 'roleClasses' | 'fourEyes'> = list

export const operationName = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replace(/\{\w+\}|:\w+/g, '{}')}`

export const requireTable = (tables: Promised['tables'], name: string): Table => {
  const table = tables[name]
  if (table === undefined) throw new Error(`the list of what is promised has no table ${name}`)
  return table
}
