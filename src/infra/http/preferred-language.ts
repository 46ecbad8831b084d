/** Determines which of our two languages a caller prefers. */
import { isLanguage, type Language } from '../../core/phrases/texts.ts'

type Header = string | string[] | undefined

/** Returns the language of a shopper's browser; Turkish if the header names neither. */
export const preferredLanguage = (header: Header): Language => namedLanguage(header) ?? 'tr'

/** Returns the language that a page's address or a body names; that of the browser if it names none. */
export const chosenLanguage = (
  named: unknown,
  { headers }: { readonly headers: Readonly<Record<string, Header>> },
): Language => (isLanguage(named) ? named : preferredLanguage(headers['accept-language']))

/** Returns the language of an API caller; English if the header names neither. */
export const wishedLanguage = (header: Header): Language => namedLanguage(header) ?? 'en'

/** Returns undefined if the header names neither. */
export const namedLanguage = (header: Header): Language | undefined => {
  const wishes = String(header ?? '')
    .split(',')
    .map((part, at) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = parameters.map((each) => /^\s*q=([01](?:\.\d{1,3})?)\s*$/.exec(each)?.[1]).find(Boolean)
      return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight), at }
    })
    .filter(({ language, weight }) => isLanguage(language) && weight > 0)
    .sort((a, b) => b.weight - a.weight || a.at - b.at)
  return wishes[0]?.language as Language | undefined
}
