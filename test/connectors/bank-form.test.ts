/** Bank forms use one of two charsets, named or not; a signature over characters matches only when decoded correctly. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { parseBankForm } from '../../src/access/input/bank-form.ts'
import { isVer3Hash, ver3Hash } from '../../src/connectors/nestpay/nestpay-hash.ts'
import { Problem } from '../../src/core/problem.ts'

const FORM = 'application/x-www-form-urlencoded'
const TEXT = 'TÜRKİYE İŞ BANKASI: ğüşıöçÇ & = + %'

const percent = (bytes: Buffer): string =>
  [...bytes].map((byte) => (byte === 0x20 ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)).join('')
const latin5 = (text: string): string => percent(iconv.encode(text, 'iso-8859-9'))
const utf8 = (text: string): string => percent(Buffer.from(text))
const read = (text: string | Buffer, contentType = FORM): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parseBankForm(Buffer.from(text), contentType)).map(([name, [value]]) => [name, value!]),
  )

const forms: [name: string, body: string | Buffer, contentType?: string][] = [
  ['UTF-8, unnamed', `a=${utf8(TEXT)}`],
  ['UTF-8, named by the field', `a=${utf8(TEXT)}&encoding=utf-8`],
  ['UTF-8, named by the header', `a=${utf8(TEXT)}`, `${FORM}; charset=UTF-8`],
  ['Latin-5, unnamed', `a=${latin5(TEXT)}`],
  ['Latin-5, named by the field', `a=${latin5(TEXT)}&encoding=ISO-8859-9`],
  ['Latin-5, named by the header', `a=${latin5(TEXT)}`, `${FORM};charset="iso-8859-9"`],
  [
    'Latin-5 as raw bytes',
    Buffer.concat([Buffer.from('b=1&a='), iconv.encode(TEXT.replace(/[&=+%]/g, ''), 'iso-8859-9')]),
  ],
]
for (const [name, body, contentType] of forms)
  test(`read: ${name}`, () =>
    assert.equal(read(body, contentType).a, typeof body === 'string' ? TEXT : TEXT.replace(/[&=+%]/g, '')))

test('refused: an unknown charset, bytes that are not of the named one, a broken percent sign', () => {
  for (const [body, type] of [
    ['a=1', `${FORM}; charset=utf-16`],
    ['a=1&encoding=koi8-r', FORM],
    [Buffer.from([0x61, 0x3d, 0xdd]), `${FORM}; charset=utf-8`],
    ['a=%DD&encoding=utf-8', FORM],
    ['a=%', FORM],
    ['a=%zz', FORM],
  ] as const)
    assert.throws(() => read(Buffer.from(body), type), Problem, String(body))
})

test('a callback in Latin-5 keeps its signature, in either encoding', () => {
  const fields = { oid: 'V1', EXTRA_CARDISSUER: TEXT, mdStatus: '1', mdErrorMsg: 'Şifre doğru' }
  const signed = { ...fields, HASH: ver3Hash(fields, 'key') }
  for (const encode of [latin5, utf8]) {
    const body = Object.entries(signed)
      .map(([name, value]) => `${name}=${encode(value)}`)
      .join('&')
    const got = read(body)
    assert.deepEqual(got, signed)
    assert.ok(isVer3Hash(got.HASH!, got, 'key'))
  }
})

test('any input is read or refused, and never fails otherwise', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      try {
        parseBankForm(Buffer.from(bytes), FORM)
      } catch (error) {
        assert.ok(error instanceof Problem)
      }
    }),
  )
})
