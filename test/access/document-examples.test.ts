/** Every request and answer of the documents has an example that fits its own schema, and every group and event says what it is. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { allDocuments } from '../../scripts/pages/documents.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document from the outside
type Any = any

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
for (const format of ['int32', 'int64']) ajv.addFormat(format, true)

interface Shown {
  readonly at: string
  readonly schema: Any
  readonly example: unknown
}

const shownIn = function* (document: Any): Generator<Shown> {
  const resolve = (value: Any): Any =>
    value?.$ref
      ? value.$ref
          .slice(2)
          .split('/')
          .reduce((at: Any, part: string) => at[part], document)
      : value
  const places = [...Object.entries<Any>(document.paths), ...Object.entries<Any>(document.webhooks ?? {})]
  for (const [path, item] of places)
    for (const [method, operation] of Object.entries<Any>(item)) {
      const at = `${method.toUpperCase()} ${path}`
      const contents = [operation.requestBody, ...Object.values<Any>(operation.responses).map(resolve)]
      for (const { content = {} } of contents.filter((each) => each !== undefined))
        for (const [type, { schema, example }] of Object.entries<Any>(content))
          if (type === 'application/json') yield { at, schema, example }
      for (const each of operation.parameters.map(resolve))
        if (each.required && each.in === 'path')
          yield { at: `${at} ${each.name}`, schema: each.schema, example: each.example }
    }
}

for (const [surface, document] of Object.entries<Any>(allDocuments())) {
  test(`${surface}: every example fits its schema`, () => {
    const shown = [...shownIn(document)]
    assert.ok(shown.length > 25)
    ajv.addSchema({ $id: surface, components: document.components })
    const faults = shown.flatMap(({ at, schema, example }) => {
      if (example === undefined) return [`${at}: no example`]
      const whole = JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${surface}#/`))
      const check = ajv.compile(whole)
      return check(example)
        ? []
        : [`${at}: ${ajv.errorsText(check.errors)} in ${JSON.stringify(example).slice(0, 200)}`]
    })
    assert.deepEqual(faults, [])
  })

  test(`${surface}: groups come in the order of use, each with a sentence of its own`, () => {
    for (const { name, description } of document.tags) assert.match(description, / .*\.$/, name)
    assert.equal(document.tags.at(-1).name, 'Health')
  })

  test(`${surface}: an input has one form, which clients can be made from`, () => {
    for (const [name, { properties = {} }] of Object.entries<Any>(document.components.schemas))
      for (const [member, { anyOf = [] }] of Object.entries<Any>(properties))
        assert.ok(anyOf.filter(({ type }: Any) => type !== 'null').length < 2, `${name}.${member}`)
  })
}
