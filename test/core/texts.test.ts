/** Dictionaries of two languages: what one of them lacks does not compile, and a code finds its text or none. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findText, texts } from '../../src/core/phrases/texts.ts'

const EN = { title: 'Pay', left: (count: number) => `${count} left`, faults: { code: 'Wrong code' } }

test('Turkish has every member of English, with the same parameters, in groups too', () => {
  const { en, tr } = texts(EN, { title: 'Öde', left: (count) => `${count} kaldı`, faults: { code: 'Kod yanlış' } })
  assert.deepEqual([en.title, en.left(2), en.faults.code], ['Pay', '2 left', 'Wrong code'])
  assert.deepEqual([tr.title, tr.left(2), tr.faults.code], ['Öde', '2 kaldı', 'Kod yanlış'])
  // @ts-expect-error the title is missing
  texts(EN, { left: () => '', faults: { code: '' } })
  // @ts-expect-error the fault is missing
  texts(EN, { title: '', left: () => '', faults: {} })
  // @ts-expect-error a member that English does not have
  texts(EN, { title: '', left: () => '', faults: { code: '' }, extra: '' })
  // @ts-expect-error other parameters
  texts(EN, { title: '', left: (count: string) => count, faults: { code: '' } })
})

test('a code finds its own text only', () => {
  assert.equal(findText(EN.faults, 'code'), 'Wrong code')
  for (const code of ['other', '', 'constructor', 'toString']) assert.equal(findText(EN.faults, code), undefined)
})
