/** Writes a phrase in Turkish: its template by the catalogue, its values unchanged, phrases among them in Turkish. */
import { Phrase, type PhraseValue } from './phrase.ts'
import { TURKISH } from './turkish/phrases.ts'
import { REASONS } from './turkish/reasons.ts'

export const inTurkish = (said: Phrase): string => {
  const values = said.values.map(valueInTurkish)
  const turkish = TURKISH[said.template] ?? REASONS[said.template]
  if (turkish !== undefined) return turkish.replaceAll(/\{(\d)\}/g, (_, at: string) => values[Number(at)] ?? '')
  // "{}: {}" joins two phrases that have their own templates.
  return said.template.split('{}').reduce((text, part, at) => `${text}${values[at - 1] ?? ''}${part}`)
}

const valueInTurkish = (value: PhraseValue): string => (value instanceof Phrase ? inTurkish(value) : String(value))
