/** The line above a screen: search, the platform's clock, language, theme, and who is signed in. */
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { callOwn } from '../api/call.ts'
import { useMe, useSavePreferences } from '../api/me.ts'
import { Icon } from '../parts/icon.tsx'
import { texts, useTexts } from '../texts/dictionary.ts'
import { useLanguage } from '../texts/language.ts'
import { lookOf } from './look.tsx'
import { PlatformClock } from './platform-clock.tsx'

const TEXTS = texts(
  {
    menu: 'Open the menu',
    find: 'Find anything',
    language: 'Türkçe',
    dark: 'Dark theme',
    light: 'Light theme',
    account: 'Account of',
    signOut: 'Sign out',
  },
  {
    menu: 'Menüyü aç',
    find: 'Her şeyde ara',
    language: 'English',
    dark: 'Koyu tema',
    light: 'Açık tema',
    account: 'Hesap:',
    signOut: 'Çıkış yap',
  },
)

const isDarkNow = (theme: 'light' | 'dark' | 'system'): boolean =>
  theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'

export const Header = ({ onMenu, onFind }: { onMenu: () => void; onFind: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const language = useLanguage()
  const { preferences, person } = useMe()
  const save = useSavePreferences()
  const isDark = isDarkNow(lookOf(preferences, person.locale).theme)
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

const Account = (): ReactNode => {
  const words = useTexts(TEXTS)
  const { person, tenant } = useMe()
  const client = useQueryClient()
  const signOut = (): void => {
    void callOwn('DELETE', 'session', undefined, { isPlain: true })
      .catch(() => undefined)
      .then(() => {
        client.clear()
        location.assign('/console/sign-in')
      })
  }
  return (
    <MenuTrigger>
      <Button className="person">
        {initialsOf(person.name)}
        <span className="unseen"> {`${words.account} ${person.name}`}</span>
      </Button>
      <Popover className="popover" placement="bottom end">
        <div className="person-head">
          <strong>{person.name}</strong>
          <span className="quiet small">{person.email}</span>
          <span className="quiet small">{tenant.name}</span>
        </div>
        <Menu className="menu" aria-label={`${words.account} ${person.name}`} onAction={signOut}>
          <MenuItem id="out" textValue={words.signOut}>
            <Icon name="out" />
            {words.signOut}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => part.slice(0, 1))
    .join('')
    .toLocaleUpperCase('tr')
