/** The schemas of a document as declarations: a page names its rows alone, a longer form what it adds to the shorter one. */
import { comment, type Schema, toMembers, toType } from './schema-types.ts'

type Schemas = Readonly<Record<string, Schema>>

/** What lists and events of every surface are made of. */
export const FRAMES = ['Page', 'PageQuery', 'EventOf'] as const
export const FRAME_TYPES = `/** Rows of a list with the place of the page. */
export interface Page<T> {
  /** Rows of this page, in the order of the list. */
  items: T[]
  /** Number of this page; 1 is the first. */
  page: number
  /** Number of pages of the whole list. */
  total_pages: number
  /** Number of rows on all pages together. */
  total_count: number
  /** Whether a page comes before this one. */
  has_previous_page: boolean
  /** Whether a page follows this one. */
  has_next_page: boolean
}

/** Which page of a list. */
export interface PageQuery {
  /** Number of the page to read; 1 is the first. */
  page?: number | undefined
  /** Number of rows on a page, 1 to 100; 25 by default. */
  page_size?: number | undefined
}

export interface EventOf<Type extends string, Data> {
  /** Id of the event, the same on every repeat: ignore events that you have already handled. */
  id: string
  /** Type of the event. */
  type: Type
  /** Time at which the event happened, in UTC. */
  created_at: string
  /** State of the resource when the event happened. */
  data: Data
}
`
const PAGE_MEMBERS = ['items', 'page', 'total_pages', 'total_count', 'has_previous_page', 'has_next_page'].join()
const EVENT_MEMBERS = ['id', 'type', 'created_at', 'data'].join()

/** By name, in the order of the document. */
export const buildDeclarations = (schemas: Schemas): Map<string, string> =>
  new Map(Object.entries(schemas).map(([name, schema]) => [name, declaration(name, schema, schemas)]))

const declaration = (name: string, schema: Schema, schemas: Schemas): string => {
  const note = comment(schema.description, '').map((line) => `${line}\n`)
  const isObject = schema.type === 'object' && (schema.properties !== undefined || schema.additionalProperties)
  if (!isObject) return `${note.join('')}export type ${name} = ${toType(schema)}\n`
  if (Object.keys(schema.properties ?? {}).join() === PAGE_MEMBERS)
    return `export type ${name} = Page<${toType(schema.properties.items.items)}>\n`
  if (Object.keys(schema.properties ?? {}).join() === EVENT_MEMBERS)
    return `${note.join('')}export type ${name} = EventOf<${toType(schema.properties.type)}, ${toType(schema.properties.data)}>\n`
  const shorter = shorterFormOf(name, schemas)
  const members = toMembers(shorter === undefined ? schema : without(schema, schemas[shorter] as Schema), '  ')
  const head = `${note.join('')}export interface ${name}${shorter === undefined ? '' : ` extends ${shorter}`} {`
  return members.length === 0 ? `${head}}\n` : `${head}\n${members.join('\n')}\n}\n`
}

/**
 * Whose members it has, all alike: of `TransactionDetail` it is `Transaction`, the schema whose name begins this one's; payloads of events
 * add to a smaller one.
 */
const shorterFormOf = (name: string, schemas: Schemas): string | undefined => {
  const schema = schemas[name] as Schema
  const isPayload = (other: string): boolean => other.endsWith('Data') && sizeOf(schemas[other]) < sizeOf(schema)
  return Object.keys(schemas)
    .filter((other) => other !== name && (name.startsWith(other) || (isPayload(other) && name.endsWith('Data'))))
    .filter((other) => isPartOf(schemas[other] as Schema, schema))
    .sort((a, b) => sizeOf(schemas[b]) - sizeOf(schemas[a]) || (a < b ? -1 : 1))[0]
}

const sizeOf = (schema: Schema | undefined): number => Object.keys(schema?.properties ?? {}).length

const without = (schema: Schema, inherited: Schema): Schema => ({
  ...schema,
  additionalProperties: undefined,
  properties: Object.fromEntries(
    Object.entries(schema.properties).filter(([name]) => inherited.properties[name] === undefined),
  ),
})

const isPartOf = (part: Schema, whole: Schema): boolean => {
  if (part.type !== 'object' || part.properties === undefined) return false
  if (JSON.stringify(part.additionalProperties) !== JSON.stringify(whole.additionalProperties)) return false
  const linesOf = (schema: Schema): [string, string][] =>
    Object.keys(schema.properties).map((name) => [
      name,
      toMembers(
        { ...schema, additionalProperties: undefined, properties: { [name]: schema.properties[name] } },
        '',
      ).join('\n'),
    ])
  const own = new Map(linesOf(whole))
  return linesOf(part).every(([name, lines]) => own.get(name) === lines)
}
