/** The language of the page, for texts and formats. */
import { createContext, useContext } from 'react'

export type Language = 'en' | 'tr'

const LanguageContext = createContext<Language>('en')
export const LanguageProvider = LanguageContext.Provider
export const useLanguage = (): Language => useContext(LanguageContext)
/** For Intl: days and months of Europe in English too. */
export const useLocale = (): string => (useLanguage() === 'tr' ? 'tr-TR' : 'en-GB')
