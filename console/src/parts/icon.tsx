/** Line icons of one size and stroke; they decorate a text and never replace one. */
import type { ReactNode } from 'react'

const PATHS = {
  home: 'M3 8.5 8 4l5 4.5V13H9.5v-3h-3v3H3z',
  card: 'M2 4.5h12v7H2zM2 7h12',
  refund: 'M6 3 3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H6',
  approve: 'M3 8.5 6.5 12 13 4.5',
  transfer: 'M2 6h10L9 3M14 10H4l3 3',
  people: 'M8 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3 13.5c.5-2.5 2.5-4 5-4s4.500 1.500 5 4',
  bank: 'M2 6.500 8 3l6 3.500zM4 7v4.500M8 7v4.500M12 7v4.500M2 13h12',
  shield: 'M8 2l5 2v4c0 3-2 5-5 6-3-1-5-3-5-6V4z',
  code: 'M5.500 4.500 2 8l3.500 3.500M10.500 4.500 14 8l-3.500 3.500',
  settings: 'M3 5h6M12 5h1M3 11h1M7 11h6M10.500 3.500v3M5.500 9.500v3',
  globe: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM2 8h12M8 2c2 2 2 10 0 12M8 2c-2 2-2 10 0 12',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.800 10.800 14 14',
  menu: 'M2 4h12M2 8h12M2 12h12',
  close: 'M4 4l8 8M12 4l-8 8',
  copy: 'M5.500 5.500h8v8h-8zM3 10.500H2.500v-8h8V3',
  sun: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1.500v1.500M8 13v1.500M1.500 8H3M13 8h1.500M3.400 3.400l1 1M11.600 11.600l1 1M12.600 3.400l-1 1M4.400 11.600l-1 1',
  moon: 'M13 9.500A5.500 5.500 0 0 1 6.500 3a5.500 5.500 0 1 0 6.500 6.500z',
  clock: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 5v3.200l2 1.300',
  out: 'M6 3H3v10h3M7 8h7M11 5l3 3-3 3',
  right: 'M6 3.500 10.500 8 6 12.500',
  left: 'M10 3.500 5.500 8l4.500 4.500',
  down: 'M3.500 6 8 10.500 12.500 6',
  warn: 'M8 2.500 14.500 13.500h-13zM8 6.500v3.500M8 11.800v.2',
  print: 'M4.500 6V2.500h7V6M4.500 11.500H2.500V6h11v5.500h-2M4.500 9.500h7v4h-7z',
  list: 'M5 4h9M5 8h9M5 12h9M2 4h.5M2 8h.5M2 12h.5',
  plus: 'M8 3v10M3 8h10',
  download: 'M8 2.500v8M4.500 7 8 10.500 11.500 7M3 13.500h10',
  dot: 'M8 6.500a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3z',
} as const

export type IconName = keyof typeof PATHS

export const Icon = ({ name }: { name: IconName }): ReactNode => (
  <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path d={PATHS[name]} />
  </svg>
)
