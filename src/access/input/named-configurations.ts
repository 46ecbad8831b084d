/** Resolves the connector configuration that a caller names by id or by name, so that later steps have only ids. */
import { isUuid } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Endpoint } from '../endpoint.ts'

/** Returns undefined if no configuration of the tenant has the name, or several have it. */
export type ConfigurationIdOf = (tenantId: string, name: string) => Promise<string | undefined>

type Part = 'params' | 'query' | 'body'
const PARTS: readonly Part[] = ['params', 'query', 'body']

interface Member {
  readonly part: Part
  readonly name: string
}

/** Members whose schema is ConfigurationId. */
export const findConfigurationMembers = (spec: Pick<Endpoint, Part>): Member[] =>
  PARTS.flatMap((part) =>
    Object.entries((spec[part]?.properties ?? {}) as Record<string, Record<string, unknown>>)
      .filter(([, schema]) => schema['x-configuration'] === true)
      .map(([name]) => ({ part, name })),
  )

export const withConfigurationIds = async <I extends Readonly<Record<Part, unknown>>>(
  input: I,
  members: readonly Member[],
  idOf: (name: string) => Promise<string | undefined>,
): Promise<I> => {
  let result = input
  for (const { part, name } of members) {
    const values = result[part] as Readonly<Record<string, unknown>> | undefined
    const named = values?.[name]
    if (typeof named !== 'string') continue
    const id = isUuid(named) ? named.toLowerCase() : await idOf(named)
    if (id === undefined)
      throw new Problem('connector_not_found', {
        detail: phrase`${name}: no connector configuration of this tenant has this id or name, or several have the name. Use the id.`,
      })
    result = { ...result, [part]: { ...values, [name]: id } }
  }
  return result
}
