/**
 * Ctrl-K: finds screens by name, and payments, transfers, alerts and merchants by what is known about them. Everything
 * in it can also be reached by menus and lists.
 */
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
import { isInMenu } from '../screen.ts'
import { SCREENS } from '../screens.ts'
import { texts, useTexts } from '../texts/dictionary.ts'
import { useLanguage } from '../texts/language.ts'

const FIND_FROM = 3
/** More than a person reads; the list then needs no scrolling. */
const ROWS_MAX = 12

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

interface Group {
  readonly kind: string
  /** Rows as the list of their surface returns them; only texts are shown. */
  readonly items: readonly Readonly<Record<string, unknown>>[]
}

interface Row {
  readonly to: string
  readonly text: string
  readonly note: string
  readonly icon: IconName
}

interface Place {
  readonly path: string
  readonly icon: IconName
  /** Members that can name it; the first present one is used. */
  readonly names: readonly string[]
  readonly notes: readonly string[]
}

const PLACES: Readonly<Record<string, Place>> = {
  payment: {
    path: '/payments/',
    icon: 'card',
    names: ['external_id', 'basket_id'],
    notes: ['masked_card_number', 'merchant_name'],
  },
  transfer: { path: '/transfers/', icon: 'transfer', names: ['external_id', 'description'], notes: ['receipt_no'] },
  alert: { path: '/alerts/', icon: 'shield', names: ['reason_codes'], notes: ['merchant_external_id'] },
  merchant: { path: '/merchants/', icon: 'people', names: ['name'], notes: ['external_id'] },
}

/** A kind without a screen has no link. */
const toRow = (kind: string, item: Readonly<Record<string, unknown>>, word: string): Row | null => {
  const place = PLACES[kind]
  if (place === undefined || !SCREENS.some(({ path }) => path === `${place.path}$id`)) return null
  const textsOf = (names: readonly string[]): string[] =>
    names.map((name) => item[name]).filter((text): text is string => typeof text === 'string' && text !== '')
  const id = String(item.parent_transaction_id ?? item.id)
  return {
    to: `${place.path}${id}`,
    text: textsOf(place.names)[0] ?? id,
    note: [word, ...textsOf(place.notes)].join(' · '),
    icon: place.icon,
  }
}

const useRows = (typed: string): Row[] => {
  const words = useTexts(TEXTS)
  const language = useLanguage()
  const me = useMe()
  const asked = useDeferredValue(typed.trim())
  const found = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) =>
      callOwn<{ groups: readonly Group[] }>('GET', `search?${new URLSearchParams({ q: asked })}`, undefined, {
        signal,
      }),
    enabled: asked.length >= FIND_FROM,
    retry: false,
  })
  const plain = (text: string): string => text.toLocaleLowerCase(language)
  const screens = SCREENS.filter(
    (screen) => isInMenu(screen, me) && plain(screen.title[language]).includes(plain(typed.trim())),
  ).map(
    (screen) =>
      ({ to: screen.path, text: screen.title[language], note: '', icon: screen.menu?.icon ?? 'dot' }) as const,
  )
  const groups = asked.length >= FIND_FROM ? (found.data?.groups ?? []) : []
  const hits = groups.flatMap(({ kind, items }) =>
    items.flatMap((item) => toRow(kind, item, words[kind as 'payment' | 'transfer' | 'alert' | 'merchant']) ?? []),
  )
  // A payment and its refund lead to the same page.
  const once = hits.filter(({ to }, at) => hits.findIndex((each) => each.to === to) === at)
  return [...screens, ...once].slice(0, ROWS_MAX)
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
