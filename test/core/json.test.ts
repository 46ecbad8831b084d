/** Strict JSON: what is refused, the reported position, and that everything else parses as JSON.parse does. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseJson } from '../../src/core/json.ts'
import { readJson } from '../../src/core/json-reader.ts'
import { Problem } from '../../src/core/problem.ts'
import { examples } from '../support/property-examples.ts'

const refusal = (bytes: Buffer | string): Problem => {
  try {
    parseJson(Buffer.from(bytes))
  } catch (error) {
    assert(error instanceof Problem, String(error))
    return error
  }
  assert.fail(`accepted: ${String(bytes).slice(0, 80)}`)
}

const deep = (levels: number, open: string, close: string): string => open.repeat(levels) + close.repeat(levels)
const wide = (members: number): string =>
  `{${Array.from({ length: members }, (_, index) => `"m${index}":1`).join(',')}}`

const VALUES_MAX = 100_000
const CHARACTERS_MAX = 65_536
const listOf = (item: string, count: number): string => `[${Array(count).fill(item).join()}]`
/** Blanks that make a body so large that no text of all of it is made. */
const PADDING = ' '.repeat(70_000)

const refused: [name: string, text: string | Buffer, code: string, detail: RegExp][] = [
  ['empty', '', 'invalid_json', /empty/],
  ['blank', '  ', 'invalid_json', /too early/],
  ['BOM', Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]), 'invalid_json', /byte order mark/],
  ['UTF-16', Buffer.from('{"a":1}', 'utf16le'), 'invalid_json', /Line 1, column 2/],
  ['UTF-16 with BOM', Buffer.from('\ufeff{"a":1}', 'utf16le'), 'invalid_json', /UTF-8/],
  ['lone continuation byte', Buffer.from([0x22, 0x80, 0x22]), 'invalid_json', /UTF-8/],
  ['overlong slash', Buffer.from([0x22, 0xc0, 0xaf, 0x22]), 'invalid_json', /UTF-8/],
  ['surrogate as bytes', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'invalid_json', /UTF-8/],
  ['raw NUL in a text', '{"a":"x\u0000y"}', 'invalid_json', /control character/],
  ['raw line break in a text', '{"a":"x\ny"}', 'invalid_json', /control character/],
  ['escaped NUL', '{"a":{"b":["x","\\u0000"]}}', 'bad_request', /^a\.b\[1\]: .*NUL/],
  ['lone high surrogate', '{"a":"\\ud83d"}', 'bad_request', /^a: .*surrogate/],
  ['lone low surrogate', '{"a":"\\uDE00x"}', 'bad_request', /^a: .*surrogate/],
  ['swapped surrogates', '{"a":"\\uDE00\\ud83d"}', 'bad_request', /^a: .*surrogate/],
  ['surrogate in a name', '{"\\ud83d":1}', 'bad_request', /surrogate/],
  ['depth 33', deep(33, '[', ']'), 'invalid_json', /32 levels/],
  ['depth 100 000', deep(100_000, '[', ']'), 'invalid_json', /32 levels/],
  ['depth 10 000 of objects', deep(10_000, '{"a":', '}'), 'invalid_json', /32 levels/],
  ['2001 members', wide(2001), 'invalid_json', /2000 members/],
  ['a million members', wide(1_000_000), 'invalid_json', /2000 members/],
  ['100 001 numbers', `{"a":\n${listOf('1', VALUES_MAX)}}`, 'invalid_json', /Line 2.*a\[99998\].*100000 values/],
  ['50 001 empty lists', listOf('[]', VALUES_MAX / 2 + 1), 'invalid_json', /\[49999\].*100000 values/],
  ['33 334 objects', listOf('{"n":1,"p":2}', 33_334), 'invalid_json', /100000 values/],
  ['too long', `{"a":["","${'x'.repeat(CHARACTERS_MAX + 1)}"]}`, 'bad_request', /^a\[1\]: at most 65536 characters/],
  ['too long, not ASCII', `{"a":"${'ş'.repeat(CHARACTERS_MAX + 1)}"}`, 'bad_request', /at most 65536/],
  ['too long, of pairs', `{"a":"${'😀'.repeat(CHARACTERS_MAX / 2)}\\u0041"}`, 'bad_request', /at most 65536/],
  ['too long without an end', `{"a":"${'x'.repeat(2 * CHARACTERS_MAX)}`, 'bad_request', /at most 65536/],
  ['too long a name', `{"${'x'.repeat(CHARACTERS_MAX + 1)}":1}`, 'bad_request', /at most 65536/],
  [
    'a fault far from the start',
    `{"a":"ş😀"${PADDING},\n"b":["ğ😀\\n",tru]}`,
    'invalid_json',
    /Line 2, column 14 \(b\[1\]\)/,
  ],
  ['text after a large body', `{}${PADDING}x`, 'invalid_json', /column 70003: text after the end/],
  ['duplicate name', '{"a":1,\n "b":{"c":1},\n "a":2}', 'invalid_json', /Line 3, column 2.*twice/],
  ['duplicate name, escaped', '{"a":1,"\\u0061":2}', 'invalid_json', /twice/],
  ['duplicate name, nested', '{"x":[{"n":1,"n":1}]}', 'invalid_json', /x\[0\].*twice/],
  ['duplicate name among many', `${wide(1000).slice(0, -1)},"m7":1}`, 'invalid_json', /twice/],
  ['duplicate name, escaped first', '{"\\u0061":1,"a":2}', 'invalid_json', /twice/],
  ['__proto__', '{"__proto__":{"admin":true}}', 'invalid_json', /not allowed/],
  ['__proto__, escaped', '{"\\u005f_proto__":1}', 'invalid_json', /not allowed/],
  ['constructor.prototype', '{"a":{"constructor":{"prototype":{}}}}', 'invalid_json', /a.*not allowed/],
  ['prototype', '{"prototype":1}', 'invalid_json', /not allowed/],
  ['2^53 + 1', '{"amount":{"amount":9007199254740993}}', 'bad_request', /^amount\.amount: .*exactly/],
  ['-(2^53 + 1)', '[-9007199254740993]', 'bad_request', /^\[0\]: /],
  ['2^53 + 1 as 9.007199254740993e15', '{"a":9.007199254740993e15}', 'bad_request', /exactly/],
  ['2^53 + 1 as 90071992547409930e-1', '{"a":90071992547409930e-1}', 'bad_request', /exactly/],
  ['a fraction that rounds to a whole number', '{"a":99.9999999999999999999}', 'bad_request', /exactly/],
  ['1e400', '{"a":1e400}', 'bad_request', /too large/],
  ['1e-400', '{"a":1e-400}', 'bad_request', /too small/],
  ['1e-999999999', '{"a":1e-999999999}', 'bad_request', /too small/],
  ['200 000 digits', `{"a":${'9'.repeat(200_000)}}`, 'bad_request', /30 characters/],
  ['NaN', '{"a":NaN}', 'invalid_json', /column 6.*not a JSON word/],
  ['Infinity', '{"a":-Infinity}', 'invalid_json', /not a JSON number/],
  ['leading zero', '{"a":01}', 'invalid_json', /leading zeros/],
  ['plus sign', '{"a":+1}', 'invalid_json', /digit/],
  ['no digits after the point', '{"a":1.}', 'invalid_json', /not a JSON number/],
  ['hexadecimal', '{"a":0x10}', 'invalid_json', /not a JSON number/],
  ['trailing text', '{"a":1} x', 'invalid_json', /column 9.*after the end/],
  ['NDJSON', '{"a":1}\n{"a":2}', 'invalid_json', /Line 2, column 1.*after the end/],
  ['trailing comma', '{"a":1,}', 'invalid_json', /no comma after the last member/],
  ['trailing comma in a list', '{"a":[1,]}', 'invalid_json', /no comma after the last/],
  ['single quotes', "{'a':1}", 'invalid_json', /double quotes/],
  ['JSON5 name', '{a:1}', 'invalid_json', /double quotes/],
  ['comment', '{/* */"a":1}', 'invalid_json', /double quotes/],
  ['missing comma', '{"a":1\n"b":2}', 'invalid_json', /Line 2, column 1.*comma or }/],
  ['missing colon', '{"a" 1}', 'invalid_json', /colon/],
  ['open text', '{"a":"x', 'invalid_json', /closing quote/],
  ['open object', '{"a":1', 'invalid_json', /too early/],
  ['wrong bracket', '{"a":[1}', 'invalid_json', /a comma or \]/],
  ['unknown escape', '{"a":"\\x41"}', 'invalid_json', /escape/],
  ['short escape', '{"a":"\\u12"}', 'invalid_json', /escape/],
  ['a card number in broken text is not quoted', '{"number":4546711234567894', 'invalid_json', /^((?!4546).)*$/],
]
for (const [name, text, code, detail] of refused)
  test(`refused: ${name}`, () => {
    const problem = refusal(text as Buffer)
    assert.equal(problem.code, code)
    assert.match(problem.message, detail)
    assert.equal(problem.extras.errors === undefined, code === 'invalid_json')
    assert.equal(({} as { admin?: boolean }).admin, undefined)
  })

const kept: [text: string, value: unknown][] = [
  ['{"a":100.0,"b":1e2,"c":1E+2,"d":-0,"e":-0.0,"f":0e5}', { a: 100, b: 100, c: 100, d: 0, e: 0, f: 0 }],
  ['{"a":9007199254740991,"b":-9007199254740991}', { a: 9007199254740991, b: -9007199254740991 }],
  ['{"a":9223372036854775808,"b":9007199254740992}', { a: 2 ** 63, b: 2 ** 53 }],
  ['{"a":0.1,"b":41.0082,"c":1e-7}', { a: 0.1, b: 41.0082, c: 1e-7 }],
  ['{"a":"\\ud83d\\ude00\\n","b":"😀","c":"\\u200f\\u0301"}', { a: '😀\n', b: '😀', c: '\u200f\u0301' }],
  ['{"a":[{"n":1},{"n":1}],"n":{"a":1}}', { a: [{ n: 1 }, { n: 1 }], n: { a: 1 } }],
  ['{"a":",{[\\"a\\":1","b":"constructor"}', { a: ',{["a":1', b: 'constructor' }],
  ['{"a":"\\\\","b":1}', { a: '\\', b: 1 }],
  [' [ ] ', []],
  ['null', null],
  [deep(32, '[', ']'), JSON.parse(deep(32, '[', ']'))],
  ['{"AaAa":1,"BBBB":2,"AaBB":3,"BBAa":4}', { AaAa: 1, BBBB: 2, AaBB: 3, BBAa: 4 }],
  [wide(2000), JSON.parse(wide(2000))],
  ...[
    `{"a":${listOf('1', VALUES_MAX - 1)}}`,
    listOf('{"n":1,"p":2}', 33_333),
    `{"a":"${'ş'.repeat(CHARACTERS_MAX)}"}`,
    `{"a":"${'\\u015f'.repeat(CHARACTERS_MAX)}","b":"${'\\n'.repeat(CHARACTERS_MAX)}"}`,
    `{"a":"${'😀'.repeat(CHARACTERS_MAX / 2)}"}`,
    `${PADDING}{"a":[],"b":{},"c":[1,-2.5e-3,0,true,false,null],\t"ş\\u0041":"\\\\"}\r\n`,
  ].map((text): [text: string, value: unknown] => [text, JSON.parse(text)]),
  [`${PADDING}{"a":-0,"b":-0.0}`, { a: 0, b: 0 }],
]
for (const [text, value] of kept)
  test(`kept: ${text.slice(0, 60)}`, () => assert.deepStrictEqual(parseJson(Buffer.from(text)), value))

const isShallow = (value: unknown): boolean => JSON.stringify(value).length < 20_000
const withoutMinusZero = (_name: string, value: unknown): unknown => (value === 0 ? 0 : value)
const escaped = (text: string): string =>
  text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
test('any JSON value parses as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5, noUnicodeString: false }).filter(isShallow), (value) => {
      const text = JSON.stringify(value)
      fc.pre(!/__proto__|constructor|prototype|u0000|\\ud[89a-f]|\d{16}|e\+/i.test(text))
      const expected = JSON.parse(text, withoutMinusZero)
      assert.deepStrictEqual(parseJson(Buffer.from(text)), expected)
      for (const spelt of [text, JSON.stringify(value, null, '\t'), escaped(text)])
        assert.deepStrictEqual(readJson(Buffer.from(spelt)), expected)
    }),
    { numRuns: examples(2_000) },
  )
})

test('any damaged text parses like JSON.parse or is refused, and never fails otherwise', () => {
  const whole = '{"amount":{"amount":1.5e3,"currency":"TRY"},"list":[true,null,"\\u00e7\\n"],"n":-12}'
  const damage = fc.tuple(
    fc.nat(whole.length),
    fc.nat(3),
    fc.constantFrom('', '"', '{', ']', ',', ':', '\\', '0', '\u0000', '\\u', 'é'),
  )
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), (damages) => {
      const text = damages.reduce((left, [at, cut, put]) => left.slice(0, at) + put + left.slice(at + cut), whole)
      let expected: unknown
      try {
        expected = JSON.parse(text, withoutMinusZero)
      } catch {
        assert.throws(() => readJson(Buffer.from(text)), Problem)
        return void refusal(text)
      }
      assert.deepStrictEqual(readJson(Buffer.from(text)), expected)
      try {
        assert.deepStrictEqual(parseJson(Buffer.from(text)), expected)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
      }
    }),
    { numRuns: examples(5_000) },
  )
})
