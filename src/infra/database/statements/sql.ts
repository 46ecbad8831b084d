/** SQL with its values: a statement, or a part of one. */
import assert from 'node:assert/strict'

/** Values become parameters in their order. */
export class Sql {
  /** Texts before, between and after the values. */
  readonly #texts: readonly string[]
  readonly values: readonly unknown[]

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.#texts = texts
    this.values = values
  }

  get text(): string {
    return this.#texts.reduce((before, text, at) => `${before}$${at}${text}`)
  }

  /** Appends to a list of texts whose last one is still open. */
  appendTo(texts: string[], values: unknown[]): void {
    texts[texts.length - 1] = `${texts.at(-1)}${this.#texts[0]}`
    texts.push(...this.#texts.slice(1))
    values.push(...this.values)
  }

  /** A part without values may be used in a statement that is written as text. */
  toString(): string {
    assert.equal(this.values.length, 0, 'a part with values cannot become text')
    return this.text
  }
}

/** `select ... where id = ${id}`: a value becomes a parameter, and a part written with `sql` becomes part of the text. */
export const sql = (texts: readonly string[], ...parts: readonly unknown[]): Sql => {
  const all = [texts[0]!]
  const values: unknown[] = []
  parts.forEach((part, at) => {
    if (part instanceof Sql) part.appendTo(all, values)
    else {
      values.push(part)
      all.push('')
    }
    all[all.length - 1] = `${all.at(-1)}${texts[at + 1]}`
  })
  return new Sql(all, values)
}

/** Returns what the driver sends; a statement that is text has its values in addition. */
export const toQuery = (statement: Sql | string, values: readonly unknown[] = []) => {
  const [text, sent] = typeof statement === 'string' ? [statement, values] : [statement.text, statement.values]
  return { text, values: sent as unknown[] }
}

/** Takes over a text that the program itself has written, such as the name of a table. */
export const rawSql = (text: string | number): Sql => new Sql([String(text)], [])

export const joinSql = (parts: readonly unknown[], separator = ', '): Sql =>
  sql(['', ...parts.slice(1).map(() => separator), ''], ...parts)

type Conditions = readonly (Sql | false | undefined)[]

/** Returns the conditions that are asked for. */
export const listAsked = (conditions: Conditions): Sql[] => conditions.filter((each) => each instanceof Sql)

/** Joins conditions with "and"; without any, the result is true for every row. */
export const allOf = (conditions: Conditions): Sql => joined(listAsked(conditions), ' and ') ?? sql`true`

/** Joins conditions with "or"; without any, the result is true for no row. */
export const anyOf = (conditions: Conditions): Sql => joined(listAsked(conditions), ' or ') ?? sql`false`

const joined = (conditions: readonly Sql[], separator: string): Sql | undefined =>
  conditions.length > 0
    ? sql`(${joinSql(
        conditions.map((each) => sql`(${each})`),
        separator,
      )})`
    : undefined

/** Returns a condition that is asked for only if its value is given; else it is true for every row. */
export const ifGiven = (value: unknown, condition: Sql): Sql =>
  value === null || value === undefined ? sql`true` : sql`(${condition})`

/**
 * Returns the condition that each column equals the value given for it, or one of the values if it is a list; null and
 * undefined ask for nothing.
 */
export const matches = (wanted: Readonly<Record<string, unknown>>): Sql =>
  allOf(
    Object.entries(wanted)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([column, value]) =>
        Array.isArray(value) ? sql`${rawSql(column)} = any(${value})` : sql`${rawSql(column)} = ${value}`,
      ),
  )

/** Returns the condition that one of these columns contains a text, for {@link allOf}; an empty text is none. */
export const contains = (columns: readonly string[], text: string | null | undefined): Sql | undefined =>
  text
    ? sql`(${joinSql(
        columns.map((name) => sql`${rawSql(name)} ilike ${toLikePattern(text)}`),
        ' or ',
      )})`
    : undefined

/** Returns the `ilike` pattern for "contains this text". */
export const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
