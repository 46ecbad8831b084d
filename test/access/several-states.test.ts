/** A list that has states takes several of them, repeated or by comma, and counts what each of them counts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allDocuments } from '../../scripts/pages/documents.ts'
import type { SurfaceName } from '../../src/access/endpoint.ts'
import { useVezne } from '../support/vezne.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document from the outside
type Any = any

const TENANT = '00000000-0000-4000-8000-000000000010'
const STATE_NAMES = new Set(['status', 'overall_status'])

const resolved = (schema: Any, components: Any): Any =>
  schema?.$ref ? components.schemas[schema.$ref.split('/').at(-1)] : schema

interface StateFilter {
  readonly surface: SurfaceName
  readonly path: string
  readonly name: string
  readonly schema: Any
}

const stateFilters: StateFilter[] = Object.entries<Any>(allDocuments()).flatMap(([surface, { paths, components }]) =>
  Object.entries<Any>(paths).flatMap(([path, { get }]) =>
    (get?.parameters ?? [])
      .filter((each: Any) => each.in === 'query' && STATE_NAMES.has(each.name))
      .map(({ name, schema }: Any) => ({
        surface: surface as SurfaceName,
        path,
        name,
        schema: { ...schema, items: resolved(schema.items, components) },
      })),
  ),
)
const vezne = useVezne()

const totalOf = async ({ surface, path }: StateFilter, query: string): Promise<number> => {
  const isPlatforms = path.includes('/platform')
  const token = isPlatforms ? await vezne.token('admin', 'master') : await vezne.token('admin')
  const headers = { 'x-tenant-id': TENANT }
  const answer = await vezne.request(surface, 'GET', `${path}?page_size=1&${query}`, { token, headers })
  assert.equal(answer.status, 200, `${path}?${query}: ${answer.text}`)
  return (answer.body.data ?? answer.body).total_count // transfers answer in an envelope
}

test('every list with states takes several', () => {
  assert.ok(stateFilters.length >= 15, `${stateFilters.length} lists have states`)
  assert.deepEqual(
    stateFilters.filter(({ schema }) => schema.type !== 'array').map(({ path }) => path),
    [],
  )
})

test('two states count what each of them counts, repeated or by comma', async () => {
  let found = 0
  for (const list of stateFilters) {
    if (list.path.includes('{') || list.path.endsWith('/export')) continue
    const states: string[] = list.schema.items.enum
    const alone: number[] = []
    for (const state of states) alone.push(await totalOf(list, `${list.name}=${state}`))
    const sum = alone.reduce((all, each) => all + each, 0)
    if (sum > 0) found++
    assert.equal(await totalOf(list, `${list.name}=${states.join(',')}`), sum, list.path)
    assert.equal(await totalOf(list, states.map((state) => `${list.name}=${state}`).join('&')), sum, list.path)
    const [first = '', second = ''] = states
    assert.equal(await totalOf(list, `${list.name}=${first},${second}`), (alone[0] ?? 0) + (alone[1] ?? 0), list.path)
  }
  assert.ok(found > 0)
})
