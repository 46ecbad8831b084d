/** Every phrase of the sources has a Turkish text and every Turkish text a phrase; values and phrases inside it are kept apart from the words. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { rateLimitExceeded } from '../../src/access/limits/rate-limiter.ts'
import { maskCardNumbers } from '../../src/core/card-numbers-in-text.ts'
import { ERROR_CODES, type ProblemCode } from '../../src/core/error-codes.ts'
import { inTurkish } from '../../src/core/phrases/in-turkish.ts'
import { fromKeptProblem, toKeptProblem } from '../../src/core/phrases/kept-problem.ts'
import { both, constantPhrase, either, listed, type Phrase, phrase, verbatim } from '../../src/core/phrases/phrase.ts'
import { fromStored, toStored } from '../../src/core/phrases/stored-phrase.ts'
import { TURKISH_CODES } from '../../src/core/phrases/turkish/error-codes.ts'
import { TURKISH } from '../../src/core/phrases/turkish/phrases.ts'
import { REASONS } from '../../src/core/phrases/turkish/reasons.ts'
import { Problem, problemBody } from '../../src/core/problem.ts'
import { translateProblem } from '../../src/infra/http/problem-language.ts'

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
  assert.deepEqual(missing, [], 'add these to src/core/phrases/turkish/phrases.ts')
})

test('every meaning of an error code reads in Turkish as its row has it, also where two codes mean the same', () => {
  const wrong = Object.entries(ERROR_CODES).filter(
    ([code, { detail }]) => TURKISH[detail] !== TURKISH_CODES[code as ProblemCode].detail || TURKISH[detail] === '',
  )
  assert.deepEqual(wrong, [], 'correct these in src/core/phrases/turkish/error-codes.ts')
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

test('a phrase stands in the catalogue once', () => {
  const folder = join(SOURCES, 'core/phrases/turkish')
  const files = ['phrases.ts', 'reasons.ts'].map((file) => readFileSync(join(folder, file), 'utf8'))
  const rows = files.join('\n').match(/^ {2}(?:['"]|\w+:).*['"],$/gm) ?? []
  const meanings = new Set(Object.values(ERROR_CODES).map(({ detail }) => detail))
  assert.equal(rows.length + meanings.size, Object.keys({ ...TURKISH, ...REASONS }).length)
})

test('Turkish texts have the values of their phrases', () => {
  for (const [english, turkish] of Object.entries(TURKISH)) {
    const used = new Set([...turkish.matchAll(/\{(\d+)\}/g)].map(([, at]) => Number(at)))
    const given = Array.from({ length: valuesIn(english) }, (_, at) => at)
    assert.deepEqual([...used].sort(), given, english)
  }
})

test('a phrase reads in English as it is written, in Turkish by the catalogue, with phrases inside it', () => {
  const table: [said: Phrase, english: string, turkish: string][] = [
    [phrase`amount.value: ${phrase`is required`}`, 'amount.value: is required', 'amount.value: zorunludur'],
    [
      listed([phrase`currency: ${phrase`is required`}`, phrase`name: ${phrase`must be ${phrase`a text`}`}`]),
      'currency: is required; name: must be a text',
      'currency: zorunludur; name: bir metin olmalı',
    ],
    [
      phrase`must be ${phrase`${phrase`a whole number`}, written without quotes`}`,
      'must be a whole number, written without quotes',
      'bir tam sayı (tırnaksız yazılmalı) olmalı',
    ],
    [
      rateLimitExceeded({ limit: 50, remaining: 0, resetAt: 1, retryAfter: 2 }).said,
      'The limit of 50 requests a second is used up; wait 2 s, as Retry-After says, and repeat.',
      'Sınır doldu (saniyede 50 istek); Retry-After başlığında yazdığı gibi 2 sn bekleyip yineleyin.',
    ],
    [
      phrase`${either(['json', 'form', 'text'])}: ${both(['a', 'b'])}`,
      'json or form or text: a and b',
      'json ya da form ya da text: a ve b',
    ],
    // Values stay as they are on the wire, whatever phrase reads the same, and whatever they are made of.
    [phrase`The payment is ${'failed'}.`, 'The payment is failed.', 'Ödeme failed durumunda.'],
    [phrase`must be one of ${'$&,{0},$1,{}'}`, 'must be one of $&,{0},$1,{}', 'şunlardan biri olmalı: $&,{0},$1,{}'],
    [verbatim('is required'), 'is required', 'is required'],
    [constantPhrase('is required'), 'is required', 'zorunludur'],
    [constantPhrase('A sentence of a bank: {}.'), 'A sentence of a bank: {}.', 'A sentence of a bank: {}.'],
  ]
  for (const [said, english, turkish] of table) {
    assert.deepEqual([String(said), inTurkish(said)], [english, turkish])
    assert.deepEqual([JSON.parse(JSON.stringify({ said })).said, `${said}`], [english, english])
    const stored = fromStored(JSON.parse(JSON.stringify(toStored(said))))
    assert.deepEqual([String(stored), inTurkish(stored)], [english, turkish])
  }
})

test('words inside a phrase are a phrase: an English sentence as a value does not compile', () => {
  const isDay = process.argv.length > 0
  // @ts-expect-error a sentence
  phrase`The plan allows ${isDay ? 'ten a day' : 'ten a month'}.`
  // @ts-expect-error a sentence with a value
  phrase`The plan allows ${`${process.argv.length} a day`}.`
  // @ts-expect-error what may be absent
  phrase`The plan allows ${process.argv[0]}.`
  assert.equal(String(phrase`The plan allows ${isDay ? 'one' : 2}.`), 'The plan allows one.')
})

test('a card number among the values is masked in both languages and in what is kept', () => {
  const said = phrase`must be one of ${phrase`${'4111111111111111'} or ${4111111111111111}`}`
  const masked = said.withTexts(maskCardNumbers)
  for (const text of [String(masked), inTurkish(masked), JSON.stringify(toStored(masked))])
    assert.doesNotMatch(text, /4111111111111111/)
})

test('a refusal that is kept says the same again in both languages; what was kept without its phrases says it in English', () => {
  const problem = new Problem('bad_request', {
    detail: phrase`amount: ${phrase`must be ${1} or more`}`,
    errors: [{ field: 'amount', code: 'out_of_range', message: phrase`must be ${1} or more` }],
  })
  const context = { errorsBase: 'https://e.example', instance: '/', correlationId: 'c' }
  const body = problemBody(problem, context)
  const kept = toKeptProblem(problem, context)
  assert.equal(JSON.stringify(fromKeptProblem(kept)), JSON.stringify(body))
  assert.equal(inTurkish(fromKeptProblem(kept).detail), 'amount: en az 1 olmalı')
  const { phrases: _, ...older } = JSON.parse(kept)
  assert.equal(JSON.stringify(fromKeptProblem(JSON.stringify(older))), JSON.stringify(body))
  assert.equal(inTurkish(fromKeptProblem(JSON.stringify(older)).detail), 'amount: must be 1 or more')
})

test('a problem document: detail, faults and title; the codes, fields and values stay', () => {
  const body = {
    code: 'bad_request',
    title: 'Bad request',
    detail: phrase`amount: ${phrase`must be ${1} or more`}`,
    errors: [{ field: 'amount', code: 'out_of_range', message: phrase`must be ${1} or more` }],
  }
  assert.equal(translateProblem(body, undefined), body)
  assert.equal(translateProblem(body, 'en').detail, body.detail)
  const { detail, errors, title } = translateProblem(body, 'tr-TR,tr;q=0.9,en;q=0.8')
  assert.equal(title, 'Hatalı istek')
  assert.equal(detail, 'amount: en az 1 olmalı')
  assert.deepEqual(errors, [{ field: 'amount', code: 'out_of_range', message: 'en az 1 olmalı' }])
})
