/** The members a schema of an OpenAPI document shows, whatever forms and arrays it is wrapped in. */

export type Json = Record<string, unknown>

/** Each member with all the schemas it has: one per form of the whole. */
export const listMembers = (schema: unknown, document: Json): Map<string, Json[]> => {
  const members = new Map<string, Json[]>()
  for (const form of formsOf(schema, document))
    for (const [name, member] of Object.entries((form.properties ?? {}) as Record<string, Json>))
      members.set(name, [...(members.get(name) ?? []), member])
  return members
}

/** What the first form that says something says. */
export const findDescription = (forms: readonly Json[]): string =>
  String(forms.find(({ description }) => Boolean(description))?.description ?? '')

/** References followed, alternatives beside each other, arrays as their elements. */
const formsOf = (schema: unknown, document: Json): Json[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const { $ref, anyOf, oneOf, allOf, items, 'x-also-accepts': others } = schema as Json
  const inner = [anyOf, oneOf, allOf, others, items].filter((each) => each !== undefined).flat()
  const referred = $ref === undefined ? [] : [componentOf($ref as string, document)]
  return [schema as Json, ...[...inner, ...referred].flatMap((each) => formsOf(each, document))]
}

const componentOf = (reference: string, document: Json): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>((part, name) => (part as Json)[name], document)
