/** A range of a filter that is reversed is refused on every list of every surface, and so are wrong values, under the names that the caller sent. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listRanges, rangeProblemCode } from '../../src/access/input/query-ranges.ts'
import { assertProblem } from '../support/problems.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: { readonly type?: string; readonly format?: string }
}

const HIGH_AND_LOW: Readonly<Record<string, readonly [high: string, low: string]>> = {
  'date-time': ['2026-05-02T00:00:00Z', '2026-05-01T00:00:00Z'],
  date: ['2026-05-02', '2026-05-01'],
}

const tenantHeader = () => ({
  'x-tenant-id': vezne.demo.tenants.find(({ slug }) => slug === 'tenant-load')?.tenant_id ?? '',
})

const SURFACES = ['cards', 'transfers', 'fraud', 'identity'] as const

for (const surface of SURFACES)
  test(`${surface}: every list refuses a reversed range with ${rangeProblemCode(surface)}`, async () => {
    const { paths } = (await vezne.request(surface, 'GET', '/openapi.json')).body
    let tried = 0
    for (const [path, { get }] of Object.entries<{ get?: { parameters?: Parameter[] } }>(paths)) {
      if (get === undefined || path.includes('{')) continue
      const query = (get.parameters ?? []).filter((each) => each.in === 'query')
      const properties = Object.fromEntries(query.map((each) => [each.name, each.schema]))
      for (const { from, to } of listRanges({ query: { properties } } as never)) {
        const [high, low] = HIGH_AND_LOW[properties[from]?.format ?? ''] ?? ['2', '1']
        const others = query.filter((each) => each.required && each.name !== from && each.name !== to)
        const rest = others.map((each) => `&${each.name}=01a21e76-71b5-7b3a-a267-b11bf96eef90`).join('')
        const token = await vezne.token('admin', path.includes('/platform/') ? 'master' : 'tenant-load')
        const answer = await vezne.request(surface, 'GET', `${path}?${from}=${high}&${to}=${low}${rest}`, {
          token,
          headers: tenantHeader(),
        })
        assertProblem(answer, rangeProblemCode(surface), new RegExp(`^${from} is above ${to}; swap them`))
        assert.deepEqual(answer.body.errors, [
          { field: from, code: 'out_of_range', message: `must not be above ${to}` },
        ])
        tried++
      }
    }
    assert.ok(tried >= LEAST[surface], `${tried} ranges`)
  })
const LEAST = { cards: 20, transfers: 7, fraud: 4, identity: 1 }

test('a fault is told under the name that was sent', async () => {
  const token = await vezne.token('admin', 'tenant-load')
  for (const [path, names] of [
    ['/api/v1/transfers', ['start_date', 'from_date']],
    ['/api/v1/recurringtransfers', ['start_date', 'start_date_from']],
  ] as const)
    for (const name of names) {
      const answer = await vezne.request('transfers', 'GET', `${path}?${name}=2026-01-01T00:00:00`, {
        token,
        headers: tenantHeader(),
      })
      assertProblem(answer, 'bad_request', new RegExp(`^${name}: the time has no offset`), `${name} invalid_format`)
    }
})
