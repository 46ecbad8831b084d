/** Reasons of states as rows hold them: what we wrote reads in Turkish, what a bank wrote stays; every reason of the sources is known. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { canonicalCodes } from '../../src/connectors/codes/canonical-codes.ts'
import { inTurkish } from '../../src/core/phrases/in-turkish.ts'
import { storedReason } from '../../src/core/phrases/stored-reason.ts'
import { TURKISH } from '../../src/core/phrases/turkish/phrases.ts'
import { REASONS } from '../../src/core/phrases/turkish/reasons.ts'

const SOURCES = fileURLToPath(new URL('../../src', import.meta.url))
const sources = globSync('**/*.ts', { cwd: SOURCES })
  .filter((file) => !file.startsWith('core/phrases/'))
  .map((file) => ({ file, text: readFileSync(join(SOURCES, file), 'utf8') }))

test('ours are Turkish, with their values and joined with others; a bank’s stay, and all are as they were in English', () => {
  const table: [stored: string, turkish: string][] = [
    ['The cardholder did not finish within 15 minutes', 'Kart sahibi doğrulamayı 15 dakika içinde tamamlamadı'],
    ['The cardholder was not authenticated (md status 0)', 'Kart sahibi doğrulanmadı (md status 0)'],
    ['Not booked (51); trying Second bank', 'İşlenmedi (51); Second bank deneniyor'],
    ['The bank could not be reached; nothing was sent', 'Bankaya ulaşılamadı; hiçbir şey gönderilmedi'],
    ['KART KAPALI; the bank had charged, and it was reversed', 'KART KAPALI; banka tahsil etmişti, geri alındı'],
    ['Refund accepted by the bank', 'Banka iadeyi kabul etti'],
    ['Insufficient funds', 'Bakiye yetersiz'],
    ['Insufficient funds, says our bank', 'Insufficient funds, says our bank'],
    ['Please; call; your; bank', 'Please; call; your; bank'],
    ['{} {0}', '{} {0}'],
  ]
  for (const [stored, turkish] of table)
    assert.deepEqual([inTurkish(storedReason(stored)), String(storedReason(stored))], [turkish, stored])
})

test('what banks mean by their codes is a reason, and its Turkish stands in the table of codes', () => {
  for (const { english, turkish } of canonicalCodes()) {
    assert.ok(Object.hasOwn(REASONS, english), `add this to src/core/phrases/turkish/reasons.ts: ${english}`)
    assert.equal(turkish, REASONS[english])
  }
})

/** Literals of members that are stored as reasons. */
const reasonsIn = (node: unknown): string[] => {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(reasonsIn)
  const { type, key, value } = node as {
    type?: string
    key?: { name?: string }
    value?: { type?: string; value?: unknown }
  }
  const isReason = type === 'Property' && (key?.name === 'error_message' || key?.name === 'providerMessage')
  const own = isReason && value?.type === 'Literal' && typeof value.value === 'string' ? [value.value] : []
  return [...own, ...Object.values(node).flatMap(reasonsIn)]
}

test('every reason that the sources store is known', () => {
  const stored = sources.flatMap(({ file, text }) =>
    /error_message|providerMessage/.test(text) ? reasonsIn(parseSync(file, text).program) : [],
  )
  assert.ok(stored.length > 15, String(stored.length))
  assert.deepEqual(
    stored.filter((text) => REASONS[text] === undefined && TURKISH[text] === undefined),
    [],
    'add these to src/core/phrases/turkish/reasons.ts',
  )
})

test('no reason is a phrase as well, and each has the values of its English', () => {
  for (const [english, turkish] of Object.entries(REASONS)) {
    assert.equal(TURKISH[english], undefined, english)
    const used = new Set([...turkish.matchAll(/\{(\d+)\}/g)].map(([, at]) => Number(at)))
    assert.deepEqual([...used].sort(), [...new Array(english.split('{}').length - 1).keys()], english)
  }
})
