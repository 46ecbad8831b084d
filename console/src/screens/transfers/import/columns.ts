/** Columns of the file: their names in both languages, and their names in the interface. */
import { SheetFault } from './row.ts'

export const COLUMNS = [
  'holder_name',
  'iban',
  'account_number',
  'amount',
  'currency',
  'description',
  'external_id',
  'transfer_type',
  'scheduled_date',
  'tax_id',
  'source_account',
] as const
export type Column = (typeof COLUMNS)[number]

/** Headings of the template; a file may use any name of the column. */
export const HEADINGS: Readonly<Record<Column, Readonly<Record<'en' | 'tr', string>>>> = {
  holder_name: { en: 'Receiver', tr: 'Alıcı' },
  iban: { en: 'IBAN', tr: 'IBAN' },
  account_number: { en: 'Account number', tr: 'Hesap numarası' },
  amount: { en: 'Amount', tr: 'Tutar' },
  currency: { en: 'Currency', tr: 'Para birimi' },
  description: { en: 'Description', tr: 'Açıklama' },
  external_id: { en: 'Reference', tr: 'Referans' },
  transfer_type: { en: 'Way', tr: 'Yol' },
  scheduled_date: { en: 'Date', tr: 'Tarih' },
  tax_id: { en: 'Tax number', tr: 'VKN veya TCKN' },
  source_account: { en: 'Source account', tr: 'Kaynak hesap' },
}

const ALSO: Readonly<Partial<Record<Column, readonly string[]>>> = {
  holder_name: ['Account holder', 'Name', 'Alıcı adı', 'Ad soyad', 'Hesap sahibi', 'Unvan'],
  amount: ['Miktar'],
  account_number: ['Account no', 'Hesap no'],
  external_id: ['Your reference', 'Referans no'],
  transfer_type: ['Type', 'Transfer türü', 'Tür'],
  scheduled_date: ['Planned for', 'Ödeme tarihi', 'İşlem tarihi'],
  tax_id: ['VKN', 'TCKN', 'Vergi no', 'Vergi numarası'],
}

/** Ignores case, dots, accents and separators between words. */
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ı', 'i')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

const COLUMN_OF: ReadonlyMap<string, Column> = new Map(
  COLUMNS.flatMap((column) =>
    [column, HEADINGS[column].en, HEADINGS[column].tr, ...(ALSO[column] ?? [])].map(
      (name) => [folded(name), column] as const,
    ),
  ),
)

export interface Head {
  /** Columns by position; null if one is not used. */
  readonly columns: readonly (Column | null)[]
  /** Headings that correspond to no field of a transfer. */
  readonly ignored: readonly string[]
}

/** Throws a SheetFault if columns are missing or repeated. */
export const readHead = (cells: readonly string[]): Head => {
  const columns = cells.map((cell) => COLUMN_OF.get(folded(cell)) ?? null)
  const missing = (['holder_name', 'amount'] as const).filter((column) => !columns.includes(column))
  if (missing.length > 0 || !(columns.includes('iban') || columns.includes('account_number')))
    throw new SheetFault(
      'lacksColumns',
      [...missing, 'iban'].filter((each) => !columns.includes(each as Column)).join(),
    )
  const twice = columns.find((column, at) => column !== null && columns.indexOf(column) !== at)
  if (twice) throw new SheetFault('hasColumnTwice', twice)
  return {
    columns,
    ignored: cells.filter((cell, at) => columns[at] === null && cell.trim() !== ''),
  }
}
