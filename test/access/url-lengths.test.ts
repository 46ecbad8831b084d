/** The lists of a query, each as long as the document lets it be, fit in a URL: else a request that its schema takes is refused with 414. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allEndpoints } from '../../scripts/pages/operations-page.ts'
import { buildOpenApiDocument } from '../../src/access/documents/openapi.ts'
import type { SurfaceName } from '../../src/access/endpoint.ts'
import { URL_BYTES_MAX } from '../../src/infra/http/http-limits.ts'
import { type Operation, operationsOf, type Parameter, type Schema } from '../resilience/fuzz/operations.ts'

const url = 'https://api.example.com'
const operations = Object.entries(allEndpoints()).flatMap(([surface, endpoints]) =>
  operationsOf(surface, buildOpenApiDocument({ name: surface as SurfaceName, endpoints, url, errorsBase: url })),
)

const UUID_BYTES = 36
const SCALAR_BYTES = 64 // no number, boolean or moment is longer, its offset escaped
const CHARACTER_BYTES = '%F0%9F%98%80'.length // the longest one in UTF-8

const bytesOfValue = ({ type, format, enum: words, maxLength }: Schema): number => {
  if (Array.isArray(words)) return Math.max(...words.map((word) => encodeURIComponent(word).length))
  if (format === 'uuid') return UUID_BYTES
  if (format !== undefined || type !== 'string') return SCALAR_BYTES
  return ((maxLength as number | undefined) ?? Infinity) * CHARACTER_BYTES
}
/** OpenAPI repeats the name for each value; a list by comma is shorter. */
const bytesOfList = ({ name, schema }: Parameter): number =>
  ((schema.maxItems as number | undefined) ?? Infinity) * (`&${name}=`.length + bytesOfValue(schema.items as Schema))

const listsOf = ({ parameters }: Operation): Parameter[] =>
  parameters.filter(({ in: place, schema }) => place === 'query' && schema.type === 'array')

const withTooLongLists = (all: readonly Operation[]): string[] =>
  all.flatMap((operation) => {
    const bytes = listsOf(operation).reduce((sum, list) => sum + bytesOfList(list), operation.path.length)
    return bytes > URL_BYTES_MAX ? [`${operation.surface} ${operation.method} ${operation.path}: ${bytes} bytes`] : []
  })

test('the lists of every operation fit in a URL', () => {
  assert.ok(operations.filter((each) => listsOf(each).length > 0).length >= 20)
  assert.deepEqual(withTooLongLists(operations), [])
})

test('a list without a bound, and one of texts without a bound, do not fit', () => {
  const [some] = operations.filter((each) => listsOf(each).length > 0)
  const withList = (schema: Schema): Operation => ({
    ...some!,
    parameters: [{ name: 'ids', in: 'query', required: false, schema: { type: 'array', ...schema } }],
  })
  const uuid = { type: 'string', format: 'uuid' }
  assert.equal(withTooLongLists([withList({ items: uuid })]).length, 1)
  assert.equal(withTooLongLists([withList({ items: { type: 'string' }, maxItems: 2 })]).length, 1)
  assert.equal(withTooLongLists([withList({ items: uuid, maxItems: 20 })]).length, 0)
})
