/** Which of our two languages a caller prefers. */

export type Language = 'tr' | 'en'
/** A text of ours for people, in both. */
export type InBothLanguages = Readonly<Record<Language, string>>

/** Of a shopper's browser: Turkish where it names neither. */
export const preferredLanguage = (header: string | string[] | undefined): Language => namedLanguage(header) ?? 'tr'

/** Of a caller of the interface: English where it names neither. */
export const wishedLanguage = (header: string | string[] | undefined): Language => namedLanguage(header) ?? 'en'

/** Undefined: neither of them. */
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
