/** Card numbers and codes inside texts: found between other numbers, masked, and told from the numbers of orders. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { cardMembersOf, refuseStrayNumbers } from '../../src/access/stray-numbers.ts'
import { cardNumbersIn, maskCardCodes, maskCardNumbers } from '../../src/core/card-number.ts'
import { Problem } from '../../src/core/problem.ts'

const CARD = '4546711234567894'

test('a number beside the card number hides nothing of it from the mask', () => {
  for (const [text, shown] of [
    [`cvv=739 4546-7112-3456-7894`, 'cvv=739 4546-71**-****-7894'],
    [`after 12 ${CARD}`, 'after 12 454671******7894'],
    [`${CARD} 12`, '454671******7894 12'],
    [`${CARD} ${CARD}`, '454671******7894 454671******7894'],
    [`2026 11 21 ${CARD} 15000 949`, '2026 11 21 454671******7894 15000 949'],
  ] as const)
    assert.equal(maskCardNumbers(text), shown)
})

test('all of them are found', () => {
  assert.deepEqual(cardNumbersIn(`1 ${CARD}, 370101000000016 and 4546-7112-3456-7895`), [CARD, '370101000000016'])
})

test('a card code is masked where its name stands before it', () => {
  for (const [text, shown] of [
    ['{"cvv":"739"}', '{"cvv":"***"}'],
    ['cvc = 7390 ok', 'cvc = *** ok'],
    ["CV2Val: '739'", "CV2Val: '***'"],
    ['securityCode=739&x', 'securityCode=***&x'],
    ['cvv=73912', 'cvv=73912'],
    ['code: 739', 'code: 739'],
  ] as const)
    assert.equal(maskCardCodes(text), shown)
})

test('a stray card number is refused where it stands; a number no bank issues is an order number', async () => {
  const isIssued = async (digits: string): Promise<boolean> => digits.startsWith('454671')
  const refused = async (body: object): Promise<string[]> => {
    try {
      await refuseStrayNumbers(body, isIssued)
      return []
    } catch (error) {
      assert(error instanceof Problem)
      return (error.extras.errors ?? []).map(({ field }) => field)
    }
  }
  assert.deepEqual(await refused({ card: { number: CARD }, card_number: CARD }), [])
  assert.deepEqual(await refused({ external_id: '4111111111111111', at: '1763750123456' }), [])
  assert.deepEqual(await refused({ external_id: `order ${CARD}` }), ['external_id'])
  assert.deepEqual(await refused({ items: [{ name: 'a' }, { name: '4546-7112-3456-7894' }] }), ['items[1].name'])
  assert.deepEqual(await refused({ extra: { [CARD]: 'x' } }), [`extra.${CARD}`])
})

test("a schema marks other members a card number is sent in; secrets are nobody else's business", async () => {
  const members = cardMembersOf(
    Type.Object({
      value: Type.String({ 'x-card-number': true }),
      items: Type.Array(Type.Object({ store_key: Type.String({ 'x-verbatim': true }), name: Type.String() })),
    }),
  )
  assert.deepEqual([...members].sort(), ['card_number', 'number', 'store_key', 'value'])
  const body = { value: CARD, items: [{ store_key: CARD }] }
  await refuseStrayNumbers(body, async () => true, members)
  await assert.rejects(
    refuseStrayNumbers({ ...body, name: CARD }, async () => true, members),
    Problem,
  )
})
