/** Transactions as a CSV file: the rows of the list in its order and by its filters, safe in a spreadsheet, over more than one lot. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import type { Answer } from '../support/http.ts'
import { CARDS, paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()
before(async () => {
  await shop.sell({ external_id: '=1+1', basket_id: 'a,b "c"' })
  await shop.sell({ external_id: '-2', buyer: { name: 'Ayşe', surname: 'Şık' } })
  await shop.call(
    'POST',
    '/payments',
    paymentBody({ card: { number: CARDS.declined }, external_id: '+90', basket_id: '@x;=1+1;"-2";3' }),
  )
  await shop.follow(await shop.sell(), 'refund', { amount: 300 })
})

const download = async (query = ''): Promise<Answer> => {
  const answer = await shop.call('GET', `/transactions/export${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer
}
const linesOf = ({ text }: Answer): string[][] => parse(text, { record_delimiter: '\r\n' })

test('the file: its type, its name, CRLF, a column for every member that is no map', async () => {
  const answer = await download()
  assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8')
  assert.match(
    String(answer.headers['content-disposition']),
    /^attachment; filename="transactions-\d{4}-\d\d-\d\d\.csv"$/,
  )
  assert.equal(answer.text.includes('\uFEFF'), false)
  assert.equal(answer.text.split('\r\n').length, 7)
  const { items } = (await shop.call('GET', '/transactions')).body
  assert.deepEqual(
    linesOf(answer)[0],
    Object.keys(items[0]).filter((name) => name !== 'extra_properties_dict'),
  )
})

const FILTERS = ['', '?status=failed', '?operation_type=refund', '?search_term=90', '?min_amount=301&status=completed']
for (const query of FILTERS)
  test(`rows are those of the list${query === '' ? '' : ` by ${query}`}`, async () => {
    const [names = [], ...rows] = linesOf(await download(query))
    const { items } = (await shop.call('GET', `/transactions${query}`)).body
    assert.deepEqual(
      rows,
      items.map((item: Record<string, unknown>) => names.map((name) => asCell(item[name]))),
    )
    assert.ok(items.length > 0)
  })
/** What a reader of the file sees of a member. */
const asCell = (value: unknown): string => {
  if (value === null) return ''
  const text = String(value)
  if (text.startsWith('@x;')) return `'@x;'=1+1;'"-2";3`
  return typeof value === 'string' && /^[=+@-]/.test(value) ? `'${value}` : text
}

test('headings for people, in Turkish or English; unknown ones are refused', async () => {
  assert.deepEqual(linesOf(await download('?headings=tr'))[0]?.slice(0, 2), ['İşlem no', 'Üye işyeri no'])
  assert.deepEqual(linesOf(await download('?headings=EN'))[0]?.slice(0, 2), ['Transaction id', 'Merchant id'])
  assertProblem(await shop.call('GET', '/transactions/export?headings=de'), 'bad_request')
  assertProblem(await shop.call('GET', '/transactions/export?min_amount=2&max_amount=1'), 'validation_failed')
})

test('ten thousand rows come whole and once each, in the order of the list', async () => {
  const id = await shop.sell({ external_id: 'MANY' })
  await copyPayment(id, 10_000)
  const rows = linesOf(await download('?headings=en'))
    .slice(1)
    .map(([id]) => id!)
  assert.equal(rows.length, (await shop.call('GET', '/transactions')).body.total_count)
  assert.equal(new Set(rows).size, rows.length)
  assert.deepEqual(rows, rows.toSorted().reverse())
})

/** Rows of earlier seconds, otherwise as this one. */
const copyPayment = async (id: string, count: number): Promise<void> => {
  const columns = await shop.rows(
    `select string_agg(quote_ident(attname), ', ') as names, string_agg('made.' || quote_ident(attname), ', ') as values from pg_attribute
      where attrelid = 'payments'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [],
  )
  await shop.own(
    `insert into payments (${columns[0].names}) select ${columns[0].values} from payments p cross join generate_series(1, $2::int) n
      cross join lateral jsonb_populate_record(p, jsonb_build_object('idempotency_key', null, 'id',
        (lpad(to_hex((extract(epoch from p.created) * 1000)::bigint - n::bigint * 1000), 12, '0') || '7' || substr(gen_random_uuid()::text, 16))::uuid)) made
      where p.id = $1`,
    [id, count],
  )
}
