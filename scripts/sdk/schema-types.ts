/**
 * TypeScript types of the schemas of an OpenAPI document. openapi-typescript needs the programming interface of TypeScript 5, and makes
 * 34,000 lines of what are 11,000 here. What is not known becomes `unknown`, never a wrong type.
 */

// biome-ignore lint/suspicious/noExplicitAny: a schema as the document has it
export type Schema = Record<string, any>

/** The type as it stands in a program; `indent` is where it begins. */
export const toType = (schema: Schema | undefined, indent = ''): string => {
  if (schema === undefined) return 'unknown'
  const forms = [schema, ...((schema['x-also-accepts'] ?? []) as Schema[])]
  return unionOf(forms.map((form) => singleType(form, indent)))
}

const singleType = (schema: Schema, indent: string): string => {
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) as string
  if (schema.const !== undefined) return literal(schema.const)
  if (Array.isArray(schema.enum)) return unionOf(schema.enum.map(literal))
  const branches: Schema[] | undefined = schema.anyOf ?? schema.oneOf
  if (branches !== undefined) return unionOf(branches.map((branch) => toType(branch, indent)))
  if (schema.type === undefined) return 'unknown'
  return unionOf([schema.type].flat().map((type: string) => plainType(schema, type, indent)))
}

const plainType = (schema: Schema, type: string, indent: string): string => {
  if (type === 'object') return objectType(schema, indent)
  if (type === 'array') {
    const item = toType(schema.items, indent)
    return /[ |{]/.test(item) ? `Array<${item}>` : `${item}[]`
  }
  return { integer: 'number', number: 'number', string: 'string', boolean: 'boolean', null: 'null' }[type] ?? 'unknown'
}

const objectType = (schema: Schema, indent: string): string => {
  const members = toMembers(schema, `${indent}  `)
  return members.length === 0 ? 'Record<string, unknown>' : `{\n${members.join('\n')}\n${indent}}`
}

/** The members of an object, a line each; an optional one may be null or undefined, which the service takes as absent. */
export const toMembers = (schema: Schema, indent: string): string[] => {
  const required = new Set<string>(schema.required ?? [])
  const isMap = schema.additionalProperties !== undefined && schema.additionalProperties !== false
  const members = Object.entries<Schema>(schema.properties ?? {}).flatMap(([name, member]) => {
    const type = toType(member, indent)
    const isOptional = !required.has(name)
    return [
      ...comment(member.description, indent),
      `${indent}${key(name)}${isOptional ? '?' : ''}: ${isOptional ? unionOf([type, 'undefined']) : type}`,
    ]
  })
  if (!isMap) return members
  const values = schema.additionalProperties === true ? 'unknown' : toType(schema.additionalProperties, indent)
  return [...members, `${indent}[key: string]: ${unionOf([values, ...(members.length > 0 ? ['undefined'] : [])])}`]
}

const unionOf = (types: readonly string[]): string => {
  const flat = [...new Set(types.flatMap((type) => (/[{<]/.test(type) ? [type] : type.split(' | '))))]
  return flat.includes('unknown') ? 'unknown' : flat.join(' | ')
}

const literal = (value: unknown): string =>
  value === null ? 'null' : typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value)

export const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`)

/** The first line of the text, where there is one. */
export const comment = (text: unknown, indent: string): string[] =>
  typeof text !== 'string' || text === '' ? [] : [`${indent}/** ${text.split('\n')[0]!.replaceAll('*/', '* /')} */`]
