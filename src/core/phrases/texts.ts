/**
 * Texts of pages, mails and files in both languages: a key that one of them lacks does not compile. A sentence with values that may reach an
 * answer, a row or a log is a phrase instead (phrase.ts).
 */

export type Language = 'en' | 'tr'

/** Names that the languages give themselves, for links between them. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', tr: 'Türkçe' }

/** Locales for Intl; in English too, days and months are written the European way. */
export const LOCALES = { en: 'en-GB', tr: 'tr-TR' } as const satisfies Record<Language, string>

/** A single text in both languages, where a table has one per row. */
export type InBothLanguages = Readonly<Record<Language, string>>

/** The same keys: texts, functions with the same parameters, and groups of these. */
type Same<E> = E extends string
  ? string
  : E extends (...parameters: infer P) => infer R
    ? (...parameters: P) => Same<R>
    : { readonly [K in keyof E]: Same<E[K]> }

export type Texts<E> = Readonly<Record<Language, Same<E>>>

export const texts = <const E extends object>(en: E, tr: Same<NoInfer<E>>): Texts<E> => ({
  en: en as unknown as Same<E>,
  tr,
})

/** Returns the text that a group has for a code; undefined if it has none. */
export const findText = (group: Readonly<Record<string, string>>, code: string): string | undefined =>
  Object.hasOwn(group, code) ? group[code] : undefined

export const isLanguage = (value: unknown): value is Language => value === 'en' || value === 'tr'

export const otherLanguage = (language: Language): Language => (language === 'tr' ? 'en' : 'tr')
