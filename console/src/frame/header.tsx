/** The header above a screen: search, the platform's clock, language, theme, and who is signed in. */
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useMe, useSavePreferences } from '../api/me.ts'
import { Icon } from '../parts/icon.tsx'
import { loadedLater } from '../parts/loaded-later.ts'
import { Safely } from '../parts/safely.tsx'
import { texts, useTexts } from '../texts/dictionary.ts'
import { useLanguage } from '../texts/language.ts'
import { toLook } from './look.tsx'
import { PlatformClock } from './platform-clock.tsx'

const AccountMenu = loadedLater(() => import('./account-menu.tsx'))

const TEXTS = texts(
  {
    menu: 'Open the menu',
    find: 'Find anything',
    language: 'Türkçe',
    dark: 'Dark theme',
    light: 'Light theme',
    account: 'Account of',
  },
  {
    menu: 'Menüyü aç',
    find: 'Her şeyde ara',
    language: 'English',
    dark: 'Koyu tema',
    light: 'Açık tema',
    account: 'Hesap:',
  },
)

const isDarkNow = (theme: 'light' | 'dark' | 'system'): boolean =>
  theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'

export const Header = ({ onMenu, onFind }: { onMenu: () => void; onFind: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const language = useLanguage()
  const { preferences, person } = useMe()
  const save = useSavePreferences()
  const isDark = isDarkNow(toLook(preferences, person.locale).theme)
  return (
    <header className="top">
      <button type="button" className="icon-button only-narrow" onClick={onMenu} aria-label={words.menu}>
        <Icon name="menu" />
      </button>
      <button type="button" className="finder" onClick={onFind}>
        <Icon name="search" />
        <span>{words.find}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <span className="spring" />
      <PlatformClock />
      <button
        type="button"
        className="icon-button"
        lang={language === 'tr' ? 'en' : 'tr'}
        title={words.language}
        onClick={() => save({ language: language === 'tr' ? 'en' : 'tr' })}
      >
        {language === 'tr' ? 'EN' : 'TR'}
        <span className="unseen"> {words.language}</span>
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={isDark ? words.light : words.dark}
        title={isDark ? words.light : words.dark}
        onClick={() => save({ theme: isDark ? 'light' : 'dark' })}
      >
        <Icon name={isDark ? 'sun' : 'moon'} />
      </button>
      <Account />
    </header>
  )
}

/** The content is loaded when the menu is first opened. */
const Account = (): ReactNode => {
  const words = useTexts(TEXTS)
  const { person } = useMe()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="person"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        {initialsOf(person.name)}
        <span className="unseen"> {`${words.account} ${person.name}`}</span>
      </button>
      {isOpen && (
        <Safely load={AccountMenu.ready}>
          <Suspense>
            <AccountMenu.Show anchor={button} onClose={() => setOpen(false)} />
          </Suspense>
        </Safely>
      )}
    </>
  )
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => part.slice(0, 1))
    .join('')
    .toLocaleUpperCase('tr')
