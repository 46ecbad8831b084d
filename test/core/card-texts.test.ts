/** Card numbers and codes inside texts: found between other numbers, masked, and distinguished from order numbers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { findCardMembers, refuseMisplacedCardNumbers } from '../../src/access/input/misplaced-card-numbers.ts'
import { passesLuhn } from '../../src/core/card-number.ts'
import { findCardNumbers, maskCardCodes, maskCardNumbers } from '../../src/core/card-numbers-in-text.ts'
import { isInCardRange } from '../../src/core/card-ranges.ts'
import { Problem } from '../../src/core/problem.ts'

const CARD = '4546711234567894'

test('a number beside the card number does not hide it from the mask', () => {
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
  assert.deepEqual(cardsIn(`1 ${CARD}, 370101000000016 and 4546-7112-3456-7895`), [CARD, '370101000000016'])
})

const cardsIn = (text: string): string[] =>
  findCardNumbers(text)
    .filter(({ isCard }) => isCard)
    .map(({ digits }) => digits)

/** Of every scheme, from the pages where schemes and banks publish numbers for tests. */
const OF_SCHEMES: Readonly<Record<string, readonly string[]>> = {
  Visa: ['4917610000000000', '4222222222222', '4532015112830366', '4000000000000000006'],
  Mastercard: ['5105105105105100', '5555555555554444', '2223000048400011', '2720990000000007'],
  Amex: ['378282246310005', '341111111111111'],
  Discover: ['6011111111111117', '6445644564456445'],
  Diners: ['30569309025904', '38520000023237', '36006666333344'],
  JCB: ['3530111333300000', '3566002020360505'],
  UnionPay: ['6200000000000005', '6212345678901232', '6205500000000000004'],
  Troy: ['9792030394440796', '6501700161147426'],
  Mir: ['2200000000000053', '2204690000123453', '2202123456789012347'],
  Maestro: ['6759649826438453', '5018000000000009', '6304000000000000'],
}
const NUMBERS = Object.values(OF_SCHEMES).flat().filter(passesLuhn)
const SIGNS = [
  ...[' ', '-', '.', '_', '/', ':', '*', '+', '~', '  ', ' -', '- ', ' - ', '..', '\t'],
  ...[
    '\u00a0',
    '\u2011',
    '\u2010',
    '\u2013',
    '\u202f',
    '\u2009',
    '\u200b',
    '\u00ad',
    '\ufeff',
    '\u3000',
    '\uff0e',
    '\u00b7',
    '•',
  ],
]
const groupsOf = (digits: string): string[] =>
  /^3[47]/.test(digits) ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)] : (digits.match(/.{1,4}/g) ?? [])
const fullWidth = (text: string): string =>
  text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
const inScript = (text: string, nought: number): string =>
  text.replace(/[0-9]/g, (digit) => String.fromCodePoint(nought + Number(digit)))

test('every scheme, in every spelling', () => {
  assert.ok(NUMBERS.length > 21, `${NUMBERS.length} numbers with a right check digit`)
  for (const digits of NUMBERS) {
    const spellings = [
      digits,
      ...SIGNS.map((sign) => groupsOf(digits).join(sign)),
      ...(digits.length === 13 ? [] : SIGNS.map((sign) => [...digits].join(sign))),
      fullWidth(digits),
      fullWidth(groupsOf(digits).join('\u3000')),
      inScript(digits, 0x0660),
      inScript(digits, 0x1d7ce),
      groupsOf(digits).join(', '),
      `${digits.slice(0, 4)}\u2011${digits.slice(4, 8)} ${digits.slice(8)}`,
    ]
    for (const spelling of spellings)
      for (const text of [spelling, `card ${spelling}.`, `x${spelling}y`, `(${spelling})`])
        assert.ok(cardsIn(text).includes(digits), JSON.stringify(text))
    for (const sign of ['.', '_', '\u2011', ' - ']) {
      const shown = maskCardNumbers(`{"note":"${groupsOf(digits).join(sign)}"}`)
      assert.equal(shown.replace(/[^0-9]/g, ''), digits.slice(0, 6) + digits.slice(-4), shown)
      JSON.parse(shown)
    }
  }
})

test('other numbers, alone and beside each other, are not card numbers', () => {
  for (const text of [
    'TR33 0006 1005 1978 6457 8413 26 TR16-0006-4100-0000-0000-0090-00 tr330006100519786457841326',
    'GB82 WEST 1234 5698 7654 32, DE89370400440532013000',
    '5411, 5812, 5999, 5311, 4111, 4121, 4131, 4511, 4722, 4814',
    '{"in":[{"var":"mcc"},[5411,5812,5999,5311]]}',
    '454671;402277;552879;540061;979203;650170',
    '+49 1512 3456789 +4915123456789 +90 532 123 45 67 0532 765 43 21',
    '0532 123 45 67 / 0533 765 43 21, 532 123 45 67 533 765 43 21',
    '2026-11-22T13:26:26.435+03:00 2026-11-22 13:26:26.435123 22.11.2026 - 23.11.2026',
    '4.500,00 12.345,67 100.000,00 5.250,00 TL',
    '192.168.100.200:44300 10.20.30.40 52.168.100.200',
    '4006381333931 9789750802942 8690504000013',
    '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b 01A2036F-4546-7112-3456-789400000000 4546711234567894abcdef',
    '1763750123456 1763750123456789 20261122132626435',
    '10000000146 12345678901 1234567890',
    '1.4779000000000004 0.4137000000000006 12.379999999999998',
  ])
    assert.deepEqual(cardsIn(text), [], text)
})

test('order numbers: only those that a scheme could issue, and of them one in ten', () => {
  let refused = 0
  let inRange = 0
  const ids = 200_000
  for (let id = 0; id < ids; id++) {
    const length = 13 + (id % 7)
    const digits = Array.from({ length }, (_, at) => (at === 0 ? 1 + (hash(id, at) % 9) : hash(id, at) % 10)).join('')
    if (isInCardRange(digits)) inRange++
    if (cardsIn(digits).length > 0) refused++
  }
  assert.ok(inRange / ids < 0.12 && inRange / ids > 0.04, `${inRange} in a range`)
  assert.ok(refused / inRange < 0.11 && refused / inRange > 0.08, `${refused} refused`)
  for (let day = 0; day < 366; day++) {
    const at = new Date(Date.UTC(2026, 0, 1 + day, day % 24, day % 60, 59)).toISOString()
    for (const id of [
      at,
      at.replace(/[^0-9]/g, ''),
      at.replace('T', ' '),
      String(Date.parse(at)),
      `${Date.parse(at)}000`,
    ])
      assert.deepEqual(cardsIn(id), [], id)
  }
  for (let count = 0; count < 20_000; count++) {
    const id = crypto.randomUUID()
    for (const text of [id, id.toUpperCase(), id.replaceAll('-', '')]) assert.deepEqual(findCardNumbers(text), [], text)
  }
})
const hash = (id: number, at: number): number =>
  (Math.imul(id * 31 + at + 7, 0x9e3779b1) >>> 9) ^ (Math.imul(at + 1, id ^ 0x85ebca6b) >>> 13)

test('a card code is masked after its name', () => {
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

test('a stray card number is refused with its field; a number no scheme and no bank issues is an order number', async () => {
  const isIssued = async (digits: string): Promise<boolean> => digits.startsWith('454671')
  const text = Type.Optional(Type.String())
  const members = findCardMembers(
    Type.Object({ card: Type.Object({ number: text }), card_number: text, metadata: Type.Record(Type.String(), text) }),
  )
  const refused = async (body: object): Promise<string[]> => {
    try {
      await refuseMisplacedCardNumbers(body, isIssued, members)
      return []
    } catch (error) {
      assert(error instanceof Problem)
      return (error.extras.errors ?? []).map(({ field }) => field)
    }
  }
  assert.deepEqual(await refused({ card: { number: CARD }, card_number: CARD }), [])
  assert.deepEqual(await refused({ number: CARD, metadata: { number: CARD, 'card.number': CARD } }), [
    'number',
    'metadata.number',
    'metadata.card.number',
  ])
  assert.deepEqual(await refused({ external_id: '7111111111111118', at: '1763750123456' }), [])
  assert.deepEqual(await refused({ external_id: '4111111111111111', note: 'card ４５３２–0151–1283–0366' }), [
    'external_id',
    'note',
  ])
  assert.deepEqual(await refused({ phone: '4915123456782', home_phone: '+49 1512 3456782' }), [])
  assert.deepEqual(await refused({ external_id: `order ${CARD}` }), ['external_id'])
  assert.deepEqual(await refused({ items: [{ name: 'a' }, { name: '4546-7112-3456-7894' }] }), ['items[1].name'])
  assert.deepEqual(await refused({ extra: { [CARD]: 'x' } }), [`extra.${CARD}`])
})

test('a schema marks other members that hold a card number; secrets are not searched', async () => {
  const members = findCardMembers(
    Type.Object({
      value: Type.String({ 'x-card-number': true }),
      items: Type.Array(Type.Object({ store_key: Type.String({ 'x-verbatim': true }), name: Type.String() })),
    }),
  )
  const body = { value: CARD, items: [{}, { store_key: CARD }] }
  await refuseMisplacedCardNumbers(body, async () => true, members)
  await assert.rejects(
    refuseMisplacedCardNumbers({ ...body, name: CARD }, async () => true, members),
    Problem,
  )
  await assert.rejects(
    refuseMisplacedCardNumbers({ store_key: CARD }, async () => true, members),
    Problem,
  )
})
