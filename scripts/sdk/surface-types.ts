/** The file of a surface in sdk/src/generated: its schemas, its operations by method and path, its events. */
import { comment, key, membersOf, type Schema, typeOf } from './schema-types.ts'

export const surfaceTypes = (name: string, document: Schema): string => {
  const schemas = Object.entries<Schema>(document.components.schemas)
  const events = Object.values<Schema>(document.webhooks ?? {}).map((item) =>
    typeOf(item.post.requestBody.content['application/json'].schema),
  )
  return `/** ${document.info.title}: made from its OpenAPI document by \`node scripts/docs.ts\`; not to be edited. */

${schemas.map(([schema, content]) => declaration(schema, content)).join('\n')}
/** Operations by method and path. */
export interface Operations {
${operationsOf(document)
  .map((operation) => operationType(operation))
  .join('\n')}
}
${
  events.length === 0
    ? ''
    : `
/** What the webhooks of ${name} send; \`switch (event.type)\` narrows it. */
export type WebhookEvent =
${events.map((event) => `  | ${event}`).join('\n')}
`
}`
}

const declaration = (name: string, schema: Schema): string => {
  const note = comment(schema.description, '').map((line) => `${line}\n`)
  const isObject = schema.type === 'object' && (schema.properties !== undefined || schema.additionalProperties)
  return isObject
    ? `${note.join('')}export interface ${name} {\n${membersOf(schema, '  ').join('\n')}\n}\n`
    : `${note.join('')}export type ${name} = ${typeOf(schema)}\n`
}

interface Operation {
  readonly method: string
  readonly path: string
  readonly spec: Schema
  readonly parameters: readonly Schema[]
}

const operationsOf = (document: Schema): Operation[] =>
  Object.entries<Schema>(document.paths).flatMap(([path, item]) =>
    Object.entries<Schema>(item).map(([method, spec]) => ({
      method: method.toUpperCase(),
      path,
      spec,
      parameters: spec.parameters.filter(({ $ref }: Schema) => $ref === undefined),
    })),
  )

const operationType = ({ method, path, spec, parameters }: Operation): string => {
  const inputs = [
    ...inputsOf('path', parameters),
    ...inputsOf('query', parameters),
    ...bodyType(spec),
    `    answer: ${answerType(spec)}`,
  ]
  return [...comment(spec.summary, '  '), `  '${method} ${path}': {`, ...inputs, '  }'].join('\n')
}

const inputsOf = (place: string, parameters: readonly Schema[]): string[] => {
  const members = parameters.filter((each) => each.in === place)
  if (members.length === 0) return []
  const isOptional = members.every(({ required }) => !required)
  const lines = members.flatMap(({ name, required, schema, description }) => [
    ...comment(description, '      '),
    `      ${key(name)}${required ? '' : '?'}: ${typeOf(schema, '      ')}${required ? '' : ' | undefined'}`,
  ])
  return [`    ${place}${isOptional ? '?' : ''}: {`, ...lines, '    }']
}

const bodyType = ({ requestBody }: Schema): string[] => {
  if (requestBody === undefined) return []
  const json = requestBody.content['application/json'] ?? requestBody.content['application/x-www-form-urlencoded']
  const type = json === undefined ? 'Uint8Array' : typeOf(json.schema, '    ')
  return [`    body${requestBody.required ? '' : '?'}: ${type}`]
}

/** Of all successful answers; a file comes as its bytes. */
const answerType = ({ responses }: Schema): string => {
  const types = Object.entries<Schema>(responses)
    .filter(([status]) => Number(status) < 400)
    .map(([, { content }]) => {
      if (content === undefined) return 'undefined'
      const json = content['application/json']
      return json === undefined ? 'Uint8Array' : typeOf(json.schema, '    ')
    })
  return [...new Set(types)].join(' | ')
}
