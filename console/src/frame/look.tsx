/**
 * Language and theme of the page: the person's choice, otherwise the choice last stored in the browser, otherwise the
 * locale of the person or of the browser.
 */
import { type ReactNode, useEffect } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import type { Preferences } from '../api/me.ts'
import { type Language, LanguageProvider } from '../texts/language.ts'

/** Stored in addition to the preferences, so that the page has the right colours before the person is known. */
const KEPT = 'vezne-look'

export interface Look {
  readonly language: Language
  readonly theme: 'light' | 'dark' | 'system'
}

const kept = (): Partial<Look> => {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<Look>
  } catch {
    return {}
  }
}

export const toLook = (preferences: Preferences | null | undefined, locale: string | null | undefined): Look => {
  const before = kept()
  const isTurkish = (locale ?? navigator.language).toLowerCase().startsWith('tr')
  return {
    language: preferences?.language ?? before.language ?? (isTurkish ? 'tr' : 'en'),
    theme: preferences?.theme ?? before.theme ?? 'system',
  }
}

export const LookProvider = ({ look, children }: { look: Look; children: ReactNode }): ReactNode => {
  const { language, theme } = look
  useEffect(() => {
    const { documentElement: page } = document
    page.lang = language
    if (theme === 'system') page.removeAttribute('data-theme')
    else page.setAttribute('data-theme', theme)
    localStorage.setItem(KEPT, JSON.stringify({ language, theme }))
  }, [language, theme])
  return (
    <I18nProvider locale={language === 'tr' ? 'tr-TR' : 'en-US'}>
      <LanguageProvider value={language}>{children}</LanguageProvider>
    </I18nProvider>
  )
}
