/** The language of the page, for texts and formats. */
import { createContext, useContext } from 'react'

export type Language = 'en' | 'tr'

const LanguageContext = createContext<Language>('en')
export const LanguageProvider = LanguageContext.Provider
export const useLanguage = (): Language => useContext(LanguageContext)
/** Locale for Intl; in English too, days and months are written the European way. */
export const useLocale = (): string => (useLanguage() === 'tr' ? 'tr-TR' : 'en-GB')
