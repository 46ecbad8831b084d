/** Ctrl-K: screens by name, and payments, transfers, alerts and merchants by what one knows of them. It only repeats what menus and lists do. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Input } from 'react-aria-components/Input'
import { Menu, MenuItem } from 'react-aria-components/Menu'
import { SearchField } from 'react-aria-components/SearchField'
import { callOwn } from '../api/call.ts'
import { useMe } from '../api/me.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { SCREENS } from '../screens.ts'
import { texts, useTexts } from '../texts/dictionary.ts'
import { useLanguage } from '../texts/language.ts'
import { mayOpen } from './screen.ts'

const FIND_FROM = 3

const TEXTS = texts(
  {
    title: 'Find',
    label: 'Screen, order, reference, last four digits, e-mail',
    nothing: 'Nothing found',
    payment: 'Payment',
    transfer: 'Transfer',
    alert: 'Alert',
    merchant: 'Merchant',
  },
  {
    title: 'Ara',
    label: 'Ekran, sipariş, referans, son dört hane, e-posta',
    nothing: 'Sonuç yok',
    payment: 'Ödeme',
    transfer: 'Transfer',
    alert: 'Uyarı',
    merchant: 'Üye iş yeri',
  },
)

interface Found {
  readonly kind: string
  readonly id: string
  readonly title?: string | null
  readonly subtitle?: string | null
}

interface Row {
  readonly to: string
  readonly text: string
  readonly note: string
  readonly icon: IconName
}

const PLACES: Readonly<Record<string, readonly [path: string, icon: IconName]>> = {
  payment: ['/payments/', 'card'],
  transfer: ['/transfers/', 'transfer'],
  alert: ['/alerts/', 'shield'],
  merchant: ['/merchants/', 'people'],
}

const useRows = (typed: string): Row[] => {
  const words = useTexts(TEXTS)
  const language = useLanguage()
  const { operations } = useMe()
  const asked = useDeferredValue(typed.trim())
  const found = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) =>
      callOwn<{ items: readonly Found[] }>('GET', `search?${new URLSearchParams({ q: asked })}`, undefined, { signal }),
    enabled: asked.length >= FIND_FROM,
    retry: false,
  })
  const plain = (text: string): string => text.toLocaleLowerCase(language)
  const screens = SCREENS.filter(
    (screen) =>
      screen.menu && mayOpen(screen, operations) && plain(screen.title[language]).includes(plain(typed.trim())),
  ).map(
    (screen) =>
      ({ to: screen.path, text: screen.title[language], note: '', icon: screen.menu?.icon ?? 'dot' }) as const,
  )
  const hits = (asked.length >= FIND_FROM ? (found.data?.items ?? []) : []).flatMap(({ kind, id, title, subtitle }) => {
    const [path, icon] = PLACES[kind] ?? []
    if (path === undefined || icon === undefined) return []
    const name = words[kind as 'payment' | 'transfer' | 'alert' | 'merchant']
    return [{ to: `${path}${id}`, text: title ?? id, note: [name, subtitle].filter(Boolean).join(' · '), icon }]
  })
  return [...screens, ...hits]
}

const Palette = ({ onClose }: { onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const navigate = useNavigate()
  const [typed, type] = useState('')
  const rows = useRows(typed)
  return (
    <Dialog title={words.title} isOpen onClose={onClose} className="palette">
      <Autocomplete inputValue={typed} onInputChange={type} disableAutoFocusFirst={false}>
        <SearchField aria-label={words.label} autoFocus className="find">
          <Icon name="search" />
          <Input placeholder={words.label} maxLength={100} />
        </SearchField>
        <Menu
          className="menu found"
          aria-label={words.title}
          items={rows}
          renderEmptyState={() => <p className="quiet">{words.nothing}</p>}
          onAction={(to) => {
            onClose()
            void navigate({ to: String(to) } as never)
          }}
        >
          {(row) => (
            <MenuItem id={row.to} textValue={row.text}>
              <Icon name={row.icon} />
              <span>
                {row.text}
                {row.note !== '' && <span className="quiet small block">{row.note}</span>}
              </span>
            </MenuItem>
          )}
        </Menu>
      </Autocomplete>
    </Dialog>
  )
}

export default Palette
