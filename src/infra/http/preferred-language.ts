/** Determines which of our two languages a caller prefers. */

export type Language = 'tr' | 'en'
/** A text for people, in both languages. */
export type InBothLanguages = Readonly<Record<Language, string>>

/** Returns the language of a shopper's browser; Turkish if the header names neither. */
export const preferredLanguage = (header: string | string[] | undefined): Language => namedLanguage(header) ?? 'tr'

/** Returns the language of an API caller; English if the header names neither. */
export const wishedLanguage = (header: string | string[] | undefined): Language => namedLanguage(header) ?? 'en'

/** Returns undefined if the header names neither. */
export const namedLanguage = (header: string | string[] | undefined): Language | undefined => {
  const wishes = String(header ?? '')
    .split(',')
    .map((part, at) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = parameters.map((each) => /^\s*q=([01](?:\.\d{1,3})?)\s*$/.exec(each)?.[1]).find(Boolean)
      return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight), at }
    })
    .filter(({ language, weight }) => (language === 'tr' || language === 'en') && weight > 0)
    .sort((a, b) => b.weight - a.weight || a.at - b.at)
  return wishes[0]?.language as Language | undefined
}
