/** Parses cells: amounts, transfer types, moments, IBANs. Returns null or a fault if a cell is ambiguous. */
import { parseMoney } from '../../../../../sdk/src/money.ts'
import { startOfDay } from '../../../format/time.ts'
import { folded } from './columns.ts'

const WHOLE = /^\d{1,13}$/
const DECIMAL = /^(\d{1,13})[.,](\d{1,2})$/
const GROUPED = /^(?:\d{1,3}(?:\.\d{3})+,\d{1,2}|\d{1,3}(?:,\d{3})+\.\d{1,2})$/
const GROUPS = /^(?:\d{1,3}(?:\.\d{3}){2,}|\d{1,3}(?:,\d{3}){2,})$/
/** 1.250 can mean a thousand or one and a quarter; amounts are never guessed. */
const EITHER = /^\d{1,3}[.,]\d{3}$/

/** Returns minor units. */
export const parseMinor = (text: string, currency: string): number | 'unreadable' | 'ambiguous' => {
  const plain = text.replaceAll(/\s/g, '').replace(currency === 'TRY' ? /^₺|(?:₺|TL|TRY)$/ : currency, '')
  if (EITHER.test(plain)) return 'ambiguous'
  const decimal = plainDecimal(plain)
  try {
    return decimal === null ? 'unreadable' : parseMoney(decimal, currency).amount
  } catch {
    return 'unreadable'
  }
}

const plainDecimal = (text: string): string | null => {
  if (WHOLE.test(text)) return text
  if (DECIMAL.test(text)) return text.replace(',', '.')
  if (GROUPS.test(text)) return text.replaceAll(/[.,]/g, '')
  if (!GROUPED.test(text)) return null
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  return `${text.slice(0, at).replaceAll(/[.,]/g, '')}.${text.slice(at + 1)}`
}

const WAYS: Readonly<Record<string, 'fast' | 'eft' | 'remittance'>> = {
  fast: 'fast',
  eft: 'eft',
  remittance: 'remittance',
  havale: 'remittance',
  'same bank': 'remittance',
  'ayni banka': 'remittance',
}
export const parseWay = (text: string): 'fast' | 'eft' | 'remittance' | null => WAYS[folded(text)] ?? null

const NINE_HOURS_MS = 9 * 3_600_000
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** The day Excel counts from, adjusted for dates since March 1900. */
const EXCEL_EPOCH = Date.UTC(1899, 11, 30)

/** Returns a moment in the interface's format. A day without a time means nine in the morning in the zone. */
export const parseMoment = (text: string, zone: string): string | null => {
  const trimmed = text.trim()
  if (/^\d{5}(?:\.\d+)?$/.test(trimmed)) return momentOfSerial(Number(trimmed), zone)
  const [, year, month, day, hours, minutes] =
    /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{1,2}):(\d{2})(?::\d{2})?)?$/.exec(trimmed) ?? []
  if (year !== undefined) return momentAt(`${year}-${month}-${day}`, toTimeOfDay(hours, minutes), zone)
  const [, d, m, y, hh, mm] =
    /^(\d{1,2})[./](\d{1,2})[./](\d{4})(?: (\d{1,2}):(\d{2})(?::\d{2})?)?$/.exec(trimmed) ?? []
  if (y !== undefined) return momentAt(`${y}-${m?.padStart(2, '0')}-${d?.padStart(2, '0')}`, toTimeOfDay(hh, mm), zone)
  // A time with its zone, as programs write it.
  return /^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:\d{2})$/.test(trimmed) && !Number.isNaN(Date.parse(trimmed))
    ? new Date(trimmed).toISOString()
    : null
}

const toTimeOfDay = (hours: string | undefined, minutes: string | undefined): number | null => {
  if (hours === undefined) return NINE_HOURS_MS
  return Number(hours) < 24 && Number(minutes) < 60 ? (Number(hours) * 60 + Number(minutes)) * MINUTE_MS : null
}

const momentOfSerial = (serial: number, zone: string): string | null => {
  const days = Math.floor(serial)
  const date = new Date(EXCEL_EPOCH + days * DAY_MS).toISOString().slice(0, 10)
  const minutes = Math.round(((serial - days) * DAY_MS) / MINUTE_MS)
  return momentAt(date, minutes === 0 ? NINE_HOURS_MS : minutes * MINUTE_MS, zone)
}

const momentAt = (date: string, sinceMidnight: number | null, zone: string): string | null => {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  // 31 November does not exist, though a Date accepts it.
  if (sinceMidnight === null || Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== date)
    return null
  return new Date(Date.parse(startOfDay(date, zone)) + sinceMidnight).toISOString()
}

/** Recognizes 1,23457E+15, which Excel makes of a long number in a cell that is not text. */
export const isRounded = (text: string): boolean => /^\d(?:[.,]\d+)?E\+?\d+$/i.test(text)

export const compactIban = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase()
