/**
 * Finds the phrase of a reason that a row holds, such as `error_message`. The column is text because the interface, events and files give it
 * unchanged, and it holds what a bank wrote as well as what we did: ours are recognized by their words, and a bank's text stays as it came.
 */
import { constantPhrase, listed, Phrase, verbatim } from './phrase.ts'
import { TURKISH } from './turkish/phrases.ts'
import { REASONS } from './turkish/reasons.ts'

const PIECES_MAX = 3

/** A bank's own text stays unchanged. */
export const storedReason = (text: string): Phrase => {
  const reason = knownReason(text)
  if (reason !== undefined) return reason
  const pieces = text.split('; ')
  const isOurs = pieces.length > 1 && pieces.length <= PIECES_MAX && pieces.some((each) => knownReason(each))
  return isOurs ? listed(pieces.map((each) => knownReason(each) ?? verbatim(each))) : verbatim(text)
}

const knownReason = (text: string): Phrase | undefined => {
  if (Object.hasOwn(REASONS, text) || Object.hasOwn(TURKISH, text)) return constantPhrase(text)
  for (const { template, pattern } of WITH_VALUES) {
    const found = pattern.exec(text)
    if (found) return new Phrase(template, found.slice(1))
  }
  return undefined
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const WITH_VALUES = Object.keys(REASONS)
  .filter((template) => template.includes('{}'))
  .map((template) => ({
    template,
    pattern: new RegExp(`^${template.split('{}').map(escaped).join('([^;]{1,100})')}$`),
  }))
