/** Gives every parameter and member of a document a description: its schema's own, else the common meaning of its name. */
import type { Json } from './openapi-schemas.ts'
import { MEMBERS_A_TO_D } from './texts/members-a-to-d.ts'
import { MEMBERS_E_TO_O } from './texts/members-e-to-o.ts'
import { MEMBERS_P_TO_Z } from './texts/members-p-to-z.ts'
import { PARAMETER_TEXTS } from './texts/parameters.ts'

const tableOf = (...texts: string[]): ReadonlyMap<string, string> =>
  new Map(
    texts.flatMap((text) =>
      text
        .trim()
        .split('\n')
        .map((line): [string, string] => {
          const cut = line.indexOf('  ')
          return [line.slice(0, cut), line.slice(cut + 2)]
        }),
    ),
  )

export const MEMBERS = tableOf(MEMBERS_A_TO_D, MEMBERS_E_TO_O, MEMBERS_P_TO_Z)
export const PARAMETERS = tableOf(PARAMETER_TEXTS)

const COMMON = new Set([...PARAMETERS.values(), ...MEMBERS.values()])

/** Whether a text is no more than what its name means everywhere; the types of the SDK, which are to be small, leave it out. */
export const isCommonText = (text: unknown): boolean => COMMON.has(String(text))

/** Changes the document in place. */
export const describeMembers = (document: Json): void => {
  const { components, paths } = document as { components: { schemas: Json }; paths: Record<string, Json> }
  for (const [name, schema] of Object.entries(components.schemas)) describeSchema(schema as Json, name)
  for (const [path, item] of Object.entries(paths))
    for (const operation of Object.values(item) as Json[]) {
      for (const parameter of operation.parameters as Json[])
        if (parameter.$ref === undefined) parameter.description ??= parameterText(String(parameter.name), path)
      for (const schema of inlineSchemas(operation)) describeSchema(schema, '')
    }
}

const inlineSchemas = ({ requestBody, responses }: Json): Json[] =>
  [requestBody, ...Object.values(responses as Json)].flatMap((part) =>
    Object.values((part as { content?: Record<string, { schema: Json }> } | undefined)?.content ?? {}).map(
      ({ schema }) => schema,
    ),
  )

const describeSchema = (schema: Json, owner: string): void => {
  for (const [name, member] of Object.entries((schema.properties ?? {}) as Record<string, Json>)) {
    const text = describedForm(member) ?? MEMBERS.get(`${owner}.${name}`) ?? MEMBERS.get(name)
    if (text !== undefined && !member.description) member.description = text
    describeSchema(member, '')
  }
  const inner = [schema.anyOf, schema.oneOf, schema.allOf, schema['x-also-accepts'], schema.items]
  for (const each of [...inner.flat(), schema.additionalProperties])
    if (typeof each === 'object' && each !== null) describeSchema(each as Json, owner)
}

/** What a member says of itself that is null or of a type with a name. */
const describedForm = ({ anyOf }: Json): unknown =>
  (anyOf as Json[] | undefined)?.find(({ description }) => Boolean(description))?.description

/** Words of a path that are written together. */
const WRITTEN_TOGETHER: Readonly<Record<string, string>> = {
  receiveraccounts: 'receiver account',
  recurringtransfers: 'recurring transfer',
  connectoraccounts: 'connector account',
  'bank-bins': 'BIN range',
  blacklist: 'blacklist entry',
}

const parameterText = (name: string, path: string): string | undefined => {
  if (name !== 'id') return PARAMETERS.get(name)
  const before = path.split('/{id}')[0]!.split('/').at(-1)!
  return `Id of the ${WRITTEN_TOGETHER[before] ?? before.replaceAll('-', ' ').replace(/s$/, '')}`
}
