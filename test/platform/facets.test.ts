/** The bits of a list filter are those the database writes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PAYMENT_LIST } from '../../src/payments/queries/payment-list.ts'
import { FACETS } from '../../src/payments/queries/transaction-facets.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne({})

const BASE = {
  status: 'completed',
  operation_type: 'sale',
  payment_type: 'card',
  secure_type: 'non_3d',
  card_scheme: 'Visa',
  card_type: 'Credit',
  installment_count: 1,
  is_refunded: 0,
}
const facetsOf = async (row: Record<string, string | number>): Promise<number | null> => {
  const [found] = await vezne.runtime.db.transaction({ of: [] }, (tx) =>
    tx.query<{ facets: number | null }>(
      'select payment_facets($1, $2, $3, $4, $5, $6, $7::smallint, $8::integer = 1) as facets',
      Object.keys(BASE).map((name) => row[name]),
    ),
  )
  return found?.facets ?? null
}

for (const name of Object.keys(FACETS) as (keyof typeof FACETS)[]) {
  const facet = FACETS[name]
  const all: readonly (string | number)[] =
    'names' in facet ? facet.names : name === 'is_refunded' ? [0, 1] : [1, 2, 12, 255]
  test(`${name}: every value has bits of its own, and the filter finds them`, async () => {
    for (const value of all) {
      const facets = await facetsOf({ ...BASE, [name]: value })
      assert.ok(facets !== null, `${value} is unknown to the database`)
      for (const other of all) {
        const { mask, values } = PAYMENT_LIST.match(name, [other])
        assert.equal(values.includes(facets & mask), other === value, `${value} against ${other}`)
      }
      for (const [neighbour, expected] of Object.entries(BASE))
        if (neighbour !== name) {
          const { mask, values } = PAYMENT_LIST.match(neighbour as typeof name, [expected])
          assert.ok(values.includes(facets & mask), `${name} ${value} changed ${neighbour}`)
        }
    }
  })
}

test('an unknown name is null there and matches nothing here', async () => {
  assert.equal(await facetsOf({ ...BASE, status: 'lost' }), null)
  assert.deepEqual(PAYMENT_LIST.match('status', ['lost']).values, [])
  assert.deepEqual(PAYMENT_LIST.match('installment_count', [256]).values, [])
})
