/**
 * A screen is declared once: its address, its titles, its place in the menu, the operations it needs. Routes and menu
 * follow from that.
 */
import type { ComponentType } from 'react'
import type { Me } from './api/me.ts'
import type { AnyOperation } from './api/operation.ts'
import type { IconName } from './parts/icon.tsx'
import type { Both } from './texts/dictionary.ts'

/** Groups of the menu, in order. */
export const GROUPS = {
  home: { en: 'Home', tr: 'Ana sayfa' },
  money: { en: 'Card payments', tr: 'Kart ödemeleri' },
  transfers: { en: 'Transfers', tr: 'Transferler' },
  settlement: { en: 'Settlement', tr: 'Mutabakat' },
  risk: { en: 'Risk', tr: 'Risk' },
  developers: { en: 'Developers', tr: 'Geliştiriciler' },
  organization: { en: 'Organization', tr: 'Kuruluş' },
  platform: { en: 'Platform', tr: 'Platform' },
} as const satisfies Readonly<Record<string, Both>>

export type Group = keyof typeof GROUPS

interface MenuEntry {
  readonly group: Group
  readonly icon: IconName
  /** Whether the menu has it for these people; if absent, for all who may open it. */
  readonly isFor?: (me: Pick<Me, 'shards'>) => boolean
}

export interface Screen {
  /** Path below /console; `$id` is a parameter. */
  readonly path: string
  readonly title: Both
  /** If absent, the screen is reached from another screen, not from the menu. */
  readonly menu?: MenuEntry
  /** Shown to people who may call one of these; if empty, to everyone. */
  readonly anyOf: readonly AnyOperation[]
  /** Loads the screen when it is first needed. */
  readonly load: () => Promise<{ default: ComponentType }>
}

export const screen = (declared: Screen): Screen => declared

/** Whether the menu leads to it. */
export const isInMenu = (of: Screen, me: Pick<Me, 'operations' | 'shards'>): boolean =>
  of.menu !== undefined && mayOpen(of, me.operations) && (of.menu.isFor?.(me) ?? true)

export const mayOpen = ({ anyOf }: Pick<Screen, 'anyOf'>, operations: readonly string[]): boolean =>
  anyOf.length === 0 || anyOf.some(({ id }) => operations.includes(id))
