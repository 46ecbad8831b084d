/** Phrases in rows and kept answers: ["The payment is {}.", "failed"]. A phrase among the values is a list itself. */
import { Phrase, type PhraseValue } from './phrase.ts'

export interface StoredPhrase extends ReadonlyArray<string | number | StoredPhrase> {
  readonly 0: string
}

export const toStored = ({ template, values }: Phrase): StoredPhrase =>
  [template, ...values.map(toStoredValue)] as const

const toStoredValue = (value: PhraseValue): string | number | StoredPhrase => {
  if (value instanceof Phrase) return toStored(value)
  return typeof value === 'bigint' ? String(value) : value
}

export const fromStored = ([template, ...values]: StoredPhrase): Phrase =>
  new Phrase(
    String(template),
    values.map((value) => (typeof value === 'object' ? fromStored(value) : value)),
  )
