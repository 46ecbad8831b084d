/** How what is served differs from what the interface promises. */
import type { Endpoint, SurfaceName } from '../../src/access/endpoint.ts'
import { operationName, type Promised, type PromisedOperation, requireTable, type Table } from './promised.ts'
import { findDescription, type Json, listMembers } from './schema-members.ts'

/** What the program has. */
export interface Served {
  readonly documents: Readonly<Record<SurfaceName, Json>>
  /** The documents do not show other names of members: these have them. */
  readonly endpoints: Readonly<Record<SurfaceName, readonly Endpoint[]>>
}

export type Place = 'query' | 'header' | 'body' | 'answer' | 'problem' | 'event'

export interface Addition {
  readonly surface: SurfaceName
  readonly place: Place
  /** The operation, the table the member belongs to, or the type of event. */
  readonly of: string
  readonly name: string
  readonly description: string
}

export interface Difference {
  /** Promised and not served, one line each. */
  readonly missing: readonly string[]
  /** Members of promised operations and events that the list lacks. */
  readonly additions: readonly Addition[]
}

/** Lines for what is promised and not served, and for what is added without a word about it. */
export const interfaceFaults = (promised: Promised, served: Served): string[] => {
  const { missing, additions } = findDifference(promised, served)
  const untold = additions.filter(({ description }) => description === '')
  return [
    ...missing.map((words) => `promised, not served: ${words}`),
    ...untold.map(({ surface, place, of, name }) => `without a description: ${surface}, ${place} of ${of}, ${name}`),
  ]
}

export const findDifference = (promised: Promised, { documents, endpoints }: Served): Difference => {
  const missing = new Set<string>()
  const additions = new Map<string, Addition>()
  const found: Found = {
    lack: (words) => void missing.add(words),
    add: (each) => {
      const key = [each.surface, each.place, each.of, each.name].join(' ')
      if (!additions.has(key)) additions.set(key, each)
    },
  }
  for (const [surface, document] of Object.entries(documents) as [SurfaceName, Json][]) {
    const place = { surface, document, found, tables: promised.tables }
    const spellings = new Map(
      endpoints[surface].map((each) => [operationName(each.method, each.path), otherNames(each)]),
    )
    const served = listOperations(document)
    for (const [name, operation] of Object.entries(promised.operations[surface])) {
      const is = served.get(name)
      if (is === undefined) found.lack(`${surface} ${name}`)
      else compareOperation({ ...place, name: is.shown }, operation, is.spec, spellings.get(name) ?? [])
    }
    const problem = { place: 'problem', name: 'Problem', schemas: [{ $ref: '#/components/schemas/Problem' }] } as const
    compareTable({ ...place, name: 'every refusal' }, { ...problem, table: requireTable(promised.tables, 'Problem') })
    compareEvents(place, promised.events[surface] ?? {})
  }
  return { missing: [...missing], additions: [...additions.values()] }
}

const otherNames = ({ queryAliases, bodyAliases }: Endpoint): string[] =>
  Object.keys({ ...queryAliases, ...bodyAliases })

interface Found {
  lack(words: string): void
  add(addition: Addition): void
}

const compareOperation = (
  context: Context,
  operation: PromisedOperation,
  spec: Json,
  otherNames: readonly string[],
): void => {
  const { surface, name, found, tables } = context
  const { body, answer, without = [], also = [] } = operation
  for (const each of also) if (!otherNames.includes(each)) found.lack(`${surface} ${name}: ${each} as another name`)
  compareParameters(context, operation, spec)
  if (body !== undefined) {
    const table = requireTable(tables, body)
    compareTable(context, { place: 'body', name: body, table, without, schemas: contentsOf(spec.requestBody) })
  }
  const [status = '', shape = ''] = splitOnce(answer)
  const response = (spec.responses as Json)[status]
  if (response === undefined) found.lack(`${surface} ${name}: answer ${status}`)
  else compareAnswer(context, shape, contentsOf(response))
}

interface Context {
  readonly surface: SurfaceName
  /** The operation. */
  readonly name: string
  readonly tables: Promised['tables']
  readonly document: Json
  readonly found: Found
}

interface ServedOperation {
  readonly spec: Json
  /** With the names of the parameters of its path. */
  readonly shown: string
}

const listOperations = (document: Json): Map<string, ServedOperation> =>
  new Map(
    Object.entries(document.paths as Record<string, Record<string, Json>>).flatMap(([path, item]) =>
      Object.entries(item).map(([method, spec]): [string, ServedOperation] => [
        operationName(method, path),
        { spec, shown: `${method.toUpperCase()} ${path}` },
      ]),
    ),
  )

/** Headers and parameters that every operation has are references and not compared. */
const compareParameters = (context: Context, { query = [], headers = [] }: PromisedOperation, spec: Json): void => {
  const { surface, name: of, found } = context
  const parameters = (spec.parameters ?? []) as { name?: string; in: string; description?: string }[]
  for (const [place, names] of [
    ['query', query],
    ['header', headers],
  ] as const) {
    const own = parameters.filter((each) => each.in === place && each.name !== undefined)
    for (const name of names)
      if (!own.some((each) => each.name === name)) found.lack(`${surface} ${of}: ${place} ${name}`)
    for (const { name = '', description = '' } of own)
      if (!names.includes(name)) found.add({ surface, place, of, name, description })
  }
}

const WRAPPINGS: Readonly<Record<string, { table: string; member: string }>> = {
  page: { table: 'Page', member: 'items' },
  envelope: { table: 'Envelope', member: 'data' },
}
const WITHOUT_MEMBERS = new Set(['no body', 'uuid', 'string', 'boolean', 'CSV file', 'PDF file', 'map'])

const compareAnswer = (context: Context, shape: string, schemas: readonly Json[]): void => {
  const { tables, document } = context
  const [kind, inner] = splitOnce(shape, ' of ')
  if (kind === 'array') {
    compareAnswer(context, inner ?? '', schemas)
    return
  }
  if (WITHOUT_MEMBERS.has(shape)) return
  const wrapping = WRAPPINGS[kind]
  const name = wrapping?.table ?? shape
  compareTable(context, { place: 'answer', name, table: requireTable(tables, name), schemas })
  if (wrapping === undefined || inner === undefined) return
  const wrapped = schemas.flatMap((schema) => listMembers(schema, document).get(wrapping.member) ?? [])
  compareAnswer(context, inner, wrapped)
}

interface Compared {
  readonly place: Place
  readonly name: string
  readonly table: Table
  readonly without?: readonly string[]
  readonly schemas: readonly Json[]
}

const compareTable = (context: Context, { place, name: of, table, without = [], schemas }: Compared): void => {
  const { surface, document, found, tables } = context
  const served = new Map<string, Json[]>()
  for (const schema of schemas)
    for (const [name, forms] of listMembers(schema, document)) served.set(name, [...(served.get(name) ?? []), ...forms])
  for (const [name, type] of Object.entries(table)) {
    const forms = served.get(name)
    if (forms !== undefined)
      for (const inner of type.match(/\w+/g) ?? [])
        if (tables[inner] !== undefined && inner !== of)
          compareTable(context, { place, name: inner, table: tables[inner], schemas: forms })
    if (forms === undefined && !without.includes(name)) found.lack(`${surface} ${context.name}: ${place} ${of}.${name}`)
  }
  for (const [name, forms] of served)
    if (!(name in table)) found.add({ surface, place, of, name, description: findDescription(forms) })
}

const compareEvents = (
  { surface, document, found }: Omit<Context, 'name'>,
  promised: Readonly<Record<string, readonly string[]>>,
): void => {
  const webhooks = (document.webhooks ?? {}) as Record<string, { post: Json }>
  for (const type of Object.keys(promised)) if (webhooks[type] === undefined) found.lack(`${surface} event ${type}`)
  for (const [type, { post }] of Object.entries(webhooks)) {
    const names = promised[type]
    if (names === undefined) {
      found.add({ surface, place: 'event', of: type, name: type, description: String(post.summary ?? '') })
      continue
    }
    const [envelope] = contentsOf(post.requestBody)
    const [data] = listMembers(envelope, document).get('data') ?? []
    const members = listMembers(data, document)
    for (const name of names) if (!members.has(name)) found.lack(`${surface} event ${type}: ${name}`)
    for (const [name, forms] of members)
      if (!names.includes(name))
        found.add({ surface, place: 'event', of: type, name, description: findDescription(forms) })
  }
}

const contentsOf = (part: unknown): Json[] =>
  Object.values(((part as Json | undefined)?.content ?? {}) as Record<string, { schema?: Json }>).flatMap(
    ({ schema }) => (schema === undefined ? [] : [schema]),
  )

const splitOnce = (text: string, separator = ' '): [string, string?] => {
  const at = text.indexOf(separator)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + separator.length)]
}
