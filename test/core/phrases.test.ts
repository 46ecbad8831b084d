/** Every phrase of the sources has a Turkish text and every Turkish text a phrase; each is recognized as itself, alone and inside others. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { ERROR_CODES } from '../../src/core/error-codes.ts'
import { inTurkish } from '../../src/core/phrases/in-turkish.ts'
import { listed, phrase } from '../../src/core/phrases/phrase.ts'
import { TURKISH } from '../../src/core/phrases/turkish/phrases.ts'
import { inLanguageOf } from '../../src/infra/http/problem-language.ts'

const SOURCES = fileURLToPath(new URL('../../src', import.meta.url))

interface Template {
  readonly english: string
  readonly file: string
}

interface Quasi {
  readonly quasis: readonly { readonly value: { readonly cooked: string } }[]
}
const templateOf = ({ quasis }: Quasi): string => quasis.map(({ value }) => value.cooked).join('{}')

/** By the syntax of the sources: what runs only when a bank fails is found as well. */
const templates: Template[] = globSync('**/*.ts', { cwd: SOURCES }).flatMap((file) => {
  const text = readFileSync(join(SOURCES, file), 'utf8')
  if (!text.includes('phrase`')) return []
  const { program } = parseSync(file, text)
  return taggedIn(program).map((english) => ({ english, file }))
})

function taggedIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(taggedIn)
  const { type, tag, quasi } = node as { type?: string; tag?: { name?: string }; quasi?: Quasi }
  const own = type === 'TaggedTemplateExpression' && tag?.name === 'phrase' ? [templateOf(quasi as Quasi)] : []
  return [...own, ...Object.values(node).flatMap(taggedIn)]
}
/** "{}: {}" joins phrases and needs no Turkish. */
const hasWords = (english: string): boolean => /\p{L}/u.test(english)
const valuesIn = (text: string): number => text.split('{}').length - 1

test('the sources have phrases by the hundreds', () => assert.ok(templates.length > 700, String(templates.length)))

test('every phrase has a Turkish text', () => {
  const missing = templates.filter(({ english }) => hasWords(english) && TURKISH[english] === undefined)
  assert.deepEqual(missing, [], 'add these to a file of src/core/phrases/turkish')
})

test('every meaning of an error code has a Turkish text', () => {
  const missing = Object.entries(ERROR_CODES).filter(([, { detail }]) => TURKISH[detail] === undefined)
  assert.deepEqual(missing, [], 'add these to src/core/phrases/turkish/error-codes.ts')
})

test('every Turkish text belongs to a phrase', () => {
  const said = new Set([
    ...templates.map(({ english }) => english),
    ...Object.values(ERROR_CODES).map(({ detail }) => detail),
  ])
  assert.deepEqual(
    Object.keys(TURKISH).filter((english) => !said.has(english)),
    [],
    'nothing says these any more: take them away',
  )
})

test('a phrase is in one file of the catalogue alone', () => {
  const folder = join(SOURCES, 'core/phrases/turkish')
  const files = globSync('*.ts', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'))
  const rows = files.join('\n').match(/^ {2}['"].*['"],$/gm) ?? []
  assert.equal(rows.length, Object.keys(TURKISH).length)
})

test('no two values of a phrase touch each other: nobody could tell them apart', () => {
  assert.deepEqual(
    templates.filter(({ english }) => english.includes('{}{}')),
    [],
  )
})

test('Turkish texts have the values of their phrases', () => {
  for (const [english, turkish] of Object.entries(TURKISH)) {
    const used = new Set([...turkish.matchAll(/\{(\d+)\}/g)].map(([, at]) => Number(at)))
    const given = Array.from({ length: valuesIn(english) }, (_, at) => at)
    assert.deepEqual([...used].sort(), given, english)
  }
})

test('each phrase is recognized as itself, whatever others resemble it', () => {
  for (const [english, turkish] of Object.entries(TURKISH)) {
    let at = 0
    const text = english.replaceAll('{}', () => `v${at++}`)
    assert.equal(
      inTurkish(text),
      turkish.replaceAll(/\{(\d)\}/g, (_, value) => `v${value}`),
      english,
    )
  }
})

test('phrases inside phrases, faults of fields and lists of them', () => {
  const table: [english: string, turkish: string][] = [
    [phrase`amount.value: ${phrase`is required`}`, 'amount.value: zorunludur'],
    [
      listed([phrase`currency: ${phrase`is required`}`, phrase`name: ${phrase`must be ${phrase`a text`}`}`]),
      'currency: zorunludur; name: bir metin olmalı',
    ],
    [
      'email: is required; did you mean it by mail?; name: must not be empty; and 2 more in errors',
      'email: zorunludur; mail ile bunu mu demek istediniz?; name: boş olamaz; ve errors içinde 2 tane daha',
    ],
    ['scope_id is no user of this tenant.', 'scope_id bu kuruluşun bir kullanıcısı değil.'],
    ['items[3].recipient.iban: is no valid IBAN', 'items[3].recipient.iban: geçerli bir IBAN değil'],
    [
      'Line 3, column 14 (items[2].name): a text has no closing quote',
      'Satır 3, sütun 14 (items[2].name): bir metnin kapanış tırnağı yok',
    ],
    ['must be a whole number, written without quotes', 'bir tam sayı (tırnaksız yazılmalı) olmalı'],
    [
      'To this merchant belong 2 API keys, 3 users, payments; is_active false switches it off instead.',
      'Bu üye iş yerine ait olanlar var: 2 API anahtarı, 3 kullanıcı, payments; bunun yerine is_active false ile kapatın.',
    ],
    ['A sentence of a bank: DECLINED.', 'A sentence of a bank: DECLINED.'],
    ['Card declined or blocked; call, or visit, your bank.', 'Card declined or blocked; call, or visit, your bank.'],
  ]
  for (const [english, turkish] of table) assert.equal(inTurkish(english), turkish)
})

test('values stay as they are on the wire, also where a phrase reads the same', () => {
  assert.equal(inTurkish('The payment is failed.'), 'Ödeme failed durumunda.')
  assert.equal(inTurkish('must be one of $&, {0}, $1'), 'şunlardan biri olmalı: $&, {0}, $1')
})

test('a long text takes no longer than it is long', () => {
  const text = `${'must be one of a; '.repeat(200)}x or `.repeat(2)
  assert.equal(typeof inTurkish(text), 'string')
  assert.equal(inTurkish(`must be one of ${'x'.repeat(10_000)}`).startsWith('must be one of'), true)
})

test('a problem document: detail, faults and title; the codes, fields and values stay', () => {
  const body = {
    code: 'bad_request',
    title: 'Bad request',
    detail: 'amount: must be 1 or more',
    errors: [{ field: 'amount', code: 'out_of_range', message: 'must be 1 or more' }],
  }
  assert.equal(inLanguageOf(body, undefined), body)
  assert.equal(inLanguageOf(body, 'en').detail, body.detail)
  const { detail, errors, title } = inLanguageOf(body, 'tr-TR,tr;q=0.9,en;q=0.8')
  assert.equal(title, 'Hatalı istek')
  assert.equal(detail, 'amount: en az 1 olmalı')
  assert.deepEqual(errors, [{ field: 'amount', code: 'out_of_range', message: 'en az 1 olmalı' }])
})
