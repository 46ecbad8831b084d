/** The file of a surface in sdk/src/generated: its schemas, its operations by method and path, its events. */
import { buildDeclarations, FRAMES } from './declarations.ts'
import { comment, key, type Schema, toType } from './schema-types.ts'

/** `shared`: names of the schemas that are declared once for all surfaces. */
export const surfaceTypes = (name: string, document: Schema, shared: ReadonlySet<string>): string => {
  const declarations = [...buildDeclarations(document.components.schemas)]
  const own = declarations.filter(([schema]) => !shared.has(schema)).map(([, text]) => text)
  const taken = declarations.map(([schema]) => schema).filter((schema) => shared.has(schema))
  const text = [...own, operationsType(document), eventsType(name, document)].filter((part) => part !== '').join('\n')
  const frames = FRAMES.filter((frame) => new RegExp(`\\b${frame}\\b`).test(text))
  return `/** ${document.info.title}: made from its OpenAPI document by \`npm run docs\`; not to be edited. */

import type { ${[...frames, ...taken].join(', ')} } from './shared.ts'

export type { ${taken.join(', ')} }

${text}`
}

const operationsType = (document: Schema): string => `/** Operations by method and path. */
export interface Operations {
${listOperations(document)
  .map((operation) => operationType(operation))
  .join('\n')}
}
`

const eventsType = (name: string, { webhooks = {} }: Schema): string => {
  const events = Object.values<Schema>(webhooks).map((item) =>
    toType(item.post.requestBody.content['application/json'].schema),
  )
  if (events.length === 0) return ''
  return `/** What the webhooks of ${name} send; \`switch (event.type)\` narrows it. */
export type WebhookEvent =
${events.map((event) => `  | ${event}`).join('\n')}
`
}

interface Operation {
  readonly method: string
  readonly path: string
  readonly spec: Schema
  readonly parameters: readonly Schema[]
}

const listOperations = (document: Schema): Operation[] =>
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
  const all = parameters.filter((each) => each.in === place)
  if (all.length === 0) return []
  const isOptional = all.every(({ required }) => !required)
  const isPaged = ['page', 'page_size'].every((name) => all.some((each) => each.name === name))
  const members = isPaged ? all.filter(({ name }) => name !== 'page' && name !== 'page_size') : all
  const head = `    ${place}${isOptional ? '?' : ''}: ${isPaged ? 'PageQuery' : ''}`
  if (members.length === 0) return [head]
  const lines = members.flatMap(({ name, required, schema, description }) => [
    ...comment(description, '      '),
    `      ${key(name)}${required ? '' : '?'}: ${queryType(schema)}${required ? '' : ' | undefined'}`,
  ])
  return [`${head}${isPaged ? ' & ' : ''}{`, ...lines, '    }']
}

/** One value goes as well as several. */
const queryType = (schema: Schema): string => {
  if (schema.type !== 'array') return toType(schema, '      ')
  const item = toType(schema.items, '      ')
  return `${item} | readonly ${/[ |{]/.test(item) ? `(${item})` : item}[]`
}

const bodyType = ({ requestBody }: Schema): string[] => {
  if (requestBody === undefined) return []
  const json = requestBody.content['application/json'] ?? requestBody.content['application/x-www-form-urlencoded']
  const type = json === undefined ? 'Uint8Array' : toType(json.schema, '    ')
  return [`    body${requestBody.required ? '' : '?'}: ${type}`]
}

/** Of all successful answers; a file comes as its bytes. */
const answerType = ({ responses }: Schema): string => {
  const types = Object.entries<Schema>(responses)
    .filter(([status]) => Number(status) < 400)
    .map(([, { content }]) => {
      if (content === undefined) return 'undefined'
      const json = content['application/json']
      return json === undefined ? 'Uint8Array' : toType(json.schema, '    ')
    })
  return [...new Set(types)].join(' | ')
}
