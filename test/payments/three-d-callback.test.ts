/** A callback is trusted only after every check: forged, foreign, early, late, doubled and repeated ones, by POST and by GET. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { ProblemCode } from '../../src/core/problem.ts'
import type { Answer } from '../support/http.ts'
import { assertProblem } from '../support/problems.ts'
import { CALLBACK, CARDS_3D, encode, formIn, openThreeD, type Started, sign, type ThreeD } from '../support/three-d.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()
let shop: ThreeD
let secret: string
before(async () => {
  shop = openThreeD(vezne)
  secret = await shop.bankSecret()
})

type Fields = Record<string, string>
/** A started payment with the address and the fields of the one genuine callback, which was not sent. */
interface Pending extends Started {
  path: string
  fields: Fields
}
const pending = async (card: string = CARDS_3D.frictionless, change: object = {}): Promise<Pending> => {
  const started = await shop.init(card, change)
  const form = formIn((await shop.open(started.page)).text)
  return { ...started, path: shop.pathOf(form.action), fields: form.fields }
}
const without = ({ ...fields }: Fields, name: string): Fields => {
  delete fields[name]
  return fields
}
/** As the bank would have signed it. */
const signed = (fields: Fields): Fields => sign(secret, without(fields, 'hash'))
const types = async (id: string): Promise<string[]> => (await shop.events(id)).map(({ type }) => type)
const isUntouched = async (id: string): Promise<void> => {
  const { status, error_code } = await shop.payment(id)
  assert.deepEqual([status, error_code], ['pending_3ds', null])
  assert.deepEqual(await types(id), [])
}
const OTHER_ID = '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'

type Forgery = [name: string, change: (fields: Fields) => Fields, code: ProblemCode]
const FORGERIES: Forgery[] = [
  ['no hash', (fields) => without(fields, 'hash'), 'three_ds_verify_failed'],
  ['an empty hash', (fields) => ({ ...fields, hash: '' }), 'three_ds_verify_failed'],
  ['a wrong hash', (fields) => ({ ...fields, hash: 'a'.repeat(64) }), 'three_ds_verify_failed'],
  ['a hash in capitals', (fields) => ({ ...fields, hash: fields.hash!.toUpperCase() }), 'three_ds_verify_failed'],
  ['a hash with a blank', (fields) => ({ ...fields, hash: `${fields.hash} ` }), 'three_ds_verify_failed'],
  ['a hash of another key', (fields) => sign('guessed', without(fields, 'hash')), 'three_ds_verify_failed'],
  [
    'a hash over fewer fields',
    (fields) => ({ ...fields, hash: signed(without(fields, 'cavv')).hash! }),
    'three_ds_verify_failed',
  ],
  [
    'a hash over the fields in another order',
    (fields) => ({ ...fields, hash: reordered(fields) }),
    'three_ds_verify_failed',
  ],
  ['another md status', (fields) => ({ ...fields, md_status: '2' }), 'three_ds_verify_failed'],
  ['another ECI', (fields) => ({ ...fields, eci: '07' }), 'three_ds_verify_failed'],
  ['another cavv', (fields) => ({ ...fields, cavv: 'AAAA' }), 'three_ds_verify_failed'],
  ['another result', (fields) => ({ ...fields, result: 'cancelled' }), 'three_ds_verify_failed'],
  ['a field more', (fields) => ({ ...fields, bonus: '1' }), 'three_ds_verify_failed'],
  ['a field less', (fields) => without(fields, 'xid'), 'three_ds_verify_failed'],
  [
    'another payment, hash not made anew',
    (fields) => ({ ...fields, transaction_id: OTHER_ID }),
    'three_ds_verify_failed',
  ],
  [
    'another payment, rightly signed',
    (fields) => signed({ ...fields, transaction_id: OTHER_ID }),
    'three_ds_card_mismatch',
  ],
  ['another amount, rightly signed', (fields) => signed({ ...fields, amount: '100' }), 'three_ds_verify_failed'],
  ['another currency, rightly signed', (fields) => signed({ ...fields, currency: 'USD' }), 'three_ds_verify_failed'],
  ['no md status, rightly signed', (fields) => signed(without(fields, 'md_status')), 'three_ds_verify_failed'],
  ['an md status of two characters', (fields) => signed({ ...fields, md_status: '11' }), 'three_ds_verify_failed'],
  ['no transaction id', (fields) => without(fields, 'transaction_id'), 'missing_transaction_id'],
  ['nothing at all', () => ({}), 'empty_callback_data'],
]
const reordered = (fields: Fields): string => {
  const names = Object.keys(without(fields, 'hash')).sort().reverse()
  return sign(secret, { '': names.map((name) => `${name}=${fields[name]}`).join('&') }).hash!
}

for (const method of ['POST', 'GET'] as const) {
  const send = (path: string, fields: Fields): Promise<Answer> =>
    method === 'POST' ? shop.post(path, fields) : shop.open(`${path}&${encode(fields)}`)

  for (const [name, change, code] of FORGERIES)
    test(`${method}, ${name}: ${code}, the payment is untouched, the real one still counts`, async () => {
      const { id, path, fields } = await pending()
      const answer = await send(path, change(fields))
      assertProblem(answer, code)
      assert.equal(answer.headers.location, undefined)
      await isUntouched(id)
      const real = await send(path, fields)
      assert.equal(real.status, 303, real.text)
      assert.match(real.headers.location ?? '', /status=completed$/)
    })

  test(`${method}: sent again at the end, the same redirect and nothing else`, async () => {
    const { id, path, fields } = await pending()
    const first = await send(path, fields)
    const again = await send(path, fields)
    assert.deepEqual([again.status, again.headers.location], [303, first.headers.location])
    // Not even a correctly signed callback changes a resolved payment.
    const other = await send(path, signed({ ...without(fields, 'cavv'), md_status: '0', result: 'refused' }))
    assert.equal(other.headers.location, first.headers.location)
    assert.deepEqual(await types(id), ['3ds.completed', 'payment.completed'])
  })

  test(`${method}: a field sent with two values invalidates it, and repeated with one value it counts once`, async () => {
    const { id, path, fields } = await pending()
    for (const [name, value] of Object.entries({ ...fields, extra: 'x' })) {
      const twice = `${encode({ ...fields, [name]: value })}&${encode({ [name]: name === 'md_status' ? '0' : `${value}0` })}`
      const answer = method === 'POST' ? await shop.post(path, twice) : await shop.open(`${path}&${twice}`)
      assertProblem(answer, 'three_ds_verify_failed', /twice/)
    }
    await isUntouched(id)
    const repeated = `${encode(fields)}&${encode({ xid: fields.xid! })}`
    const answer = method === 'POST' ? await shop.post(path, repeated) : await shop.open(`${path}&${repeated}`)
    assert.equal(answer.status, 303, answer.text)
  })
}

test('cb: missing, broken, of another payment, of another tenant, twice', async () => {
  const one = await pending()
  const two = await pending()
  const cbOf = ({ path }: Pending): string => new URL(path, 'http://x').searchParams.get('cb')!
  const cb = cbOf(one)
  const paths: [path: string, code: ProblemCode][] = [
    [CALLBACK, 'missing_transaction_id'],
    [`${CALLBACK}?cb=`, 'missing_transaction_id'],
    [`${CALLBACK}?cb=x`, 'missing_transaction_id'],
    [`${CALLBACK}?cb=${cb.slice(1)}`, 'missing_transaction_id'],
    [`${CALLBACK}?cb=${cb}A`, 'missing_transaction_id'],
    [`${CALLBACK}?cb=${cb[0] === 'A' ? 'B' : 'A'}${cb.slice(1)}`, 'missing_transaction_id'],
    [`${CALLBACK}?cb=${one.page.split('/').at(-1)}`, 'missing_transaction_id'],
    [`${CALLBACK}?cb=${cb}&cb=${cb}x`, 'three_ds_verify_failed'],
    [two.path, 'three_ds_card_mismatch'],
  ]
  for (const [path, code] of paths) assertProblem(await shop.post(path, one.fields), code)
  await isUntouched(one.id)
  await isUntouched(two.id)

  const other = openThreeD(vezne, { key: 'admin', realm: 'tenant-other' })
  const theirs = await other.init(CARDS_3D.frictionless)
  const form = formIn((await other.open(theirs.page)).text)
  // Another tenant's bank signs with its own key, and its fields name its own payment.
  assertProblem(await shop.post(one.path, form.fields), 'three_ds_verify_failed')
  assertProblem(await shop.post(shop.pathOf(form.action), one.fields), 'three_ds_verify_failed')
  const theirSecret = await other.bankSecret()
  const mixed = sign(theirSecret, without({ ...form.fields, transaction_id: one.id }, 'hash'))
  assertProblem(await shop.post(one.path, mixed), 'three_ds_verify_failed')
  await isUntouched(one.id)
})

test('before init: a callback for a payment without a challenge is refused', async () => {
  const { path, fields } = await pending()
  const plain = await shop.call('POST', '/api/v1/payments', { ...PLAIN })
  const answer = await shop.post(path, signed({ ...fields, transaction_id: plain.body.transaction_id }))
  assertProblem(answer, 'three_ds_card_mismatch')
})
const PLAIN = {
  amount: { amount: 500, currency: 'TRY' },
  installment: 1,
  card: { holder_name: 'A B', number: CARDS_3D.frictionless, expire_month: '12', expire_year: '2030', cvv: '000' },
}

test('fifty times at once: one authorization, one event of each kind, fifty equal redirects', async () => {
  const { id, path, fields } = await pending()
  const sent = Array.from({ length: 50 }, (_, at) =>
    at % 2 === 0 ? shop.post(path, fields) : shop.open(`${path}&${encode(fields)}`),
  )
  const answers = await Promise.all(sent)
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [303])
  assert.deepEqual(new Set(answers.map(({ headers }) => headers.location)).size, 1)
  assert.match(answers[0]!.headers.location ?? '', /status=completed$/)
  assert.deepEqual(await types(id), ['3ds.completed', 'payment.completed'])
  const { rows, journal } = await books(id)
  assert.equal(rows.filter(({ endpoint }) => endpoint === 'simbank://sale').length, 1)
  assert.equal(journal, 1)
})

test('the response is not cached, needs no cookie and sets none', async () => {
  const { path, fields } = await pending()
  const answer = await shop.post(path, fields)
  assert.equal(answer.headers['cache-control'], 'no-store')
  assert.equal(answer.headers['set-cookie'], undefined)
  assert.equal(
    answer.headers['x-ratelimit-remaining'],
    answer.headers['x-ratelimit-limit'] === '50' ? '100' : answer.headers['x-ratelimit-remaining'],
  )
})

test('forms that are none', async () => {
  const { id, path, fields } = await pending()
  const json = await vezne.request('cards', 'POST', path, { body: fields })
  assertProblem(json, 'unsupported_media_type')
  assertProblem(await shop.post(path, 'a=%zz'), 'bad_request')
  assertProblem(await vezne.request('cards', 'POST', path), 'empty_callback_data')
  await isUntouched(id)
})

test('after expiry: failed, whatever the bank says then', async () => {
  const { id, path, fields } = await pending()
  const slow = await pending(CARDS_3D.challenge)
  await vezne.moveClock(15 * 60_000)
  await until('expired', async () => (await shop.payment(slow.id)).status === 'failed')
  assert.equal((await shop.payment(slow.id)).error_code, 'three_ds_timeout')
  assert.match((await shop.open(slow.page)).text, /data-state="expired"/)
  const late = await shop.post(path, fields)
  assert.match(late.headers.location ?? '', /status=failed$/)
  assert.equal((await shop.payment(id)).error_code, 'three_ds_timeout')
  assert.deepEqual(await types(id), ['3ds.failed'])
  assert.equal((await books(id)).journal, 0)
})

const books = async (id: string) =>
  vezne.runtime.db.transaction({ of: shop.tenantId }, async (tx) => {
    const rows = await tx.query<{ endpoint: string }>(
      'select endpoint from api_request_logs where tenant_id = $1 and transaction_id = $2',
      [shop.tenantId, id],
    )
    const [counted] = await tx.query<{ count: number }>(
      'select count(*) as count from journal where tenant_id = $1 and payment_id = $2',
      [shop.tenantId, id],
    )
    return { rows, journal: counted!.count }
  })
