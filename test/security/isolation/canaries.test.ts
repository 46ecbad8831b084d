/** Marker words of another tenant, in every text it could fill, appear in no list, search, filter, count or trace of this one; totals are exact. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Operation } from '../../resilience/fuzz/operations.ts'
import type { Answer } from '../../support/http.ts'
import { ok, startReceiver } from '../../support/receiver.ts'
import { use } from '../../support/use.ts'
import { makeAll, type Owner } from './makers.ts'
import { inLanes, nameOf, openRig } from './rig.ts'

const rig = use(openRig)
const receiver = use(() => startReceiver(ok))
let wren: Owner
let lark: Owner
before(async () => {
  const tenantId = rig.vezne.demo.tenants.find(({ slug }) => slug === 'tenant-other')?.tenant_id ?? ''
  const token = await rig.vezne.token('admin', 'tenant-other')
  wren = { token, tenantId, headers: { 'x-tenant-id': tenantId }, word: 'zqwren' }
  lark = {
    token: rig.tokenOf('tenant-admin'),
    tenantId: rig.tenantId,
    headers: { 'x-merchant-id': rig.merchantId },
    word: 'zqlark',
  }
  await makeAll(rig, wren, receiver)
  await makeAll(rig, lark, receiver)
})

const lists = (): Operation[] =>
  rig.operations.filter(
    ({ method, path, hasToken, scope }) =>
      method === 'GET' && hasToken && scope !== 'platform' && scope !== 'open' && !/\{(?!version|tenant_id)/.test(path),
  )
const get = (operation: Operation, who: Owner, query: Record<string, string>): Promise<Answer> => {
  const { 'x-merchant-id': _merchant, ...headers } = who.headers
  const known = Object.entries(query).filter(([name]) => operation.parameters.some((each) => each.name === name))
  return rig.call(operation, {
    token: who.token,
    headers,
    path: { tenant_id: who.tenantId },
    query: `?${new URLSearchParams(known)}`,
  })
}
const ownAndForeign = (): [Owner, Owner][] => [
  [lark, wren],
  [wren, lark],
]

test('no list shows a word or a tenant id of another tenant; own words are seen', async (t) => {
  let pages = 0
  const seen = new Set<string>()
  for (const [own, foreign] of ownAndForeign())
    await inLanes(lists(), async (operation) => {
      for (const query of [{}, { include_inactive: 'true', page_size: '100', PageSize: '100' }]) {
        const { status, text } = await get(operation, own, query)
        assert.ok(status < 500 || status === 502, text) // no bank runs here
        assert.ok(!text.includes(foreign.word), `${nameOf(operation)} shows ${foreign.word}`)
        assert.ok(!text.includes(foreign.tenantId), `${nameOf(operation)} shows the other tenant`)
        if (text.includes(own.word)) seen.add(nameOf(operation))
        pages++
      }
    })
  t.diagnostic(`${pages} pages of ${lists().length} lists, own words in ${seen.size}, foreign words 0`)
  assert.ok(seen.size >= 10, [...seen].join('\n'))
})

/** In any of the forms a list is answered in; a file has a line of headings. */
const totalOf = ({ body, text, headers }: Answer): number | undefined =>
  String(headers['content-type']).startsWith('text/csv')
    ? text.trim().split('\r\n').length - 1
    : (body.total_count ?? body.data?.total_count ?? body.data?.totalCount ?? body.length)

const SEARCHES = ['search_term', 'SearchTerm', 'search', 'external_id', 'basket_id', 'correlation_id']
test('a search for a word of another tenant finds nothing; for an own one something', async (t) => {
  let found = 0
  let searches = 0
  for (const [own, foreign] of ownAndForeign())
    for (const operation of lists())
      for (const { name } of operation.parameters.filter((each) => SEARCHES.includes(each.name))) {
        for (const word of [foreign.word, `${foreign.word}-order`, `${foreign.word}-basket`]) {
          const answer = await get(operation, own, { [name]: word })
          assert.equal(answer.status, 200, answer.text)
          assert.equal(totalOf(answer), 0, `${nameOf(operation)} ${name}=${word}`)
          searches++
        }
        if ((totalOf(await get(operation, own, { [name]: own.word })) ?? 0) > 0) found++
      }
  t.diagnostic(`${searches} searches for foreign words find 0 rows; ${found} for own ones find some`)
  assert.ok(found >= 6)
})

test('the total of a list is what its pages hold, and what the other tenant has does not count', async (t) => {
  let totals = 0
  for (const [own] of ownAndForeign())
    for (const operation of lists()) {
      const paged = operation.parameters.find(({ name }) => name === 'page_size' || name === 'PageSize')
      if (!paged) continue
      const isPascal = paged.name === 'PageSize'
      const ids: string[] = []
      let total = -1
      for (let page = 1; total < 0 || ids.length < total; page++) {
        const sizes = isPascal
          ? { PageSize: '3', PageNumber: String(page) }
          : { page_size: '3', page: String(page), include_inactive: 'true' }
        const { body, text } = await get(operation, own, sizes as Record<string, string>)
        const { items, total_count, totalCount } = body.data ?? body
        if (items === undefined || (items.length === 0 && page > 1)) break
        total = total_count ?? totalCount
        assert.ok(typeof total === 'number', text)
        ids.push(...items.map((item: unknown) => JSON.stringify(item)))
        if (items.length === 0 || page > 40) break
      }
      if (total < 0 || total > 120) continue
      assert.equal(new Set(ids).size, total, nameOf(operation))
      totals++
    }
  t.diagnostic(`${totals} totals exact`)
  assert.ok(totals > 20)
})
