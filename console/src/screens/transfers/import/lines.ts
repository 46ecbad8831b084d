/** Converts rows to transfers, and collects what is wrong with them by line and column, before anything is sent. */
import { isValidIBAN } from 'ibantools'
import type { CreateTransferItem, TransferCurrency, TransferType } from '../../../../../sdk/src/generated/transfers.ts'
import { type Column, type Head, readHead } from './columns.ts'
import { type Row, SheetFault } from './row.ts'
import { compactIban, isRounded, parseMinor, parseMoment, parseWay } from './values.ts'

export const LINES_MAX = 10_000

export interface Account {
  readonly id: string
  readonly currency: TransferCurrency
  readonly iban: string | null
  readonly account_number: string | null
}

export interface ImportLine {
  readonly line: number
  readonly item: CreateTransferItem
}

export type LineFaultKind =
  | 'isMissing'
  | 'isTooLong'
  | 'isTooShort'
  | 'amountUnreadable'
  | 'amountAmbiguous'
  | 'amountNotPositive'
  | 'ibanWrong'
  | 'ibanAndAccount'
  | 'currencyOther'
  | 'wayUnknown'
  | 'dateUnreadable'
  | 'sourceUnknown'
  | 'referenceTwice'
  | 'numberRounded'

export interface LineFault {
  readonly line: number
  readonly column: Column
  readonly kind: LineFaultKind
  /** The text in the cell, a line number, or the allowed limit, depending on the kind. */
  readonly of: string
}

export interface Choice {
  readonly accounts: readonly Account[]
  readonly sourceId: string
  readonly way: TransferType
  readonly zone: string
}

export interface ReadLines {
  readonly lines: readonly ImportLine[]
  readonly faults: readonly LineFault[]
  readonly ignored: readonly string[]
}

const LONGEST: Readonly<Partial<Record<Column, number>>> = {
  holder_name: 100,
  external_id: 100,
  description: 100,
  account_number: 34,
}

/**
 * Columns whose digits identify a person or a thing: a spreadsheet that read them as a number may have rounded them.
 */
const NAMES: readonly Column[] = ['source_account', 'account_number', 'external_id', 'tax_id']

/** Throws a SheetFault if the file as a whole cannot be used. */
export const readLines = (rows: readonly Row[], choice: Choice): ReadLines => {
  const [first, ...others] = rows
  if (first === undefined || others.length === 0) throw new SheetFault('isEmpty')
  if (others.length > LINES_MAX) throw new SheetFault('hasTooManyLines', String(LINES_MAX))
  const head = readHead(first.cells)
  const lines: ImportLine[] = []
  const faults: LineFault[] = []
  const lineOf = new Map<string, number>()
  for (const row of others) {
    const found = readLine(row, head, choice)
    faults.push(...found.faults.map((fault) => ({ line: row.line, ...fault })))
    lines.push({ line: row.line, item: found.item })
    const reference = found.item.external_id
    if (!reference) continue
    const earlier = lineOf.get(reference)
    if (earlier === undefined) lineOf.set(reference, row.line)
    else faults.push({ line: row.line, column: 'external_id', kind: 'referenceTwice', of: String(earlier) })
  }
  return { lines, faults, ignored: head.ignored }
}

type Fault = Omit<LineFault, 'line'>

const readLine = (row: Row, { columns }: Head, choice: Choice): { item: CreateTransferItem; faults: Fault[] } => {
  const faults: Fault[] = []
  const refuse = (column: Column, kind: LineFaultKind, of = ''): void => void faults.push({ column, kind, of })
  const cell = (column: Column): string => row.cells[columns.indexOf(column)]?.trim() ?? ''
  const source = sourceOf(cell('source_account'), choice)
  if (source === undefined) refuse('source_account', 'sourceUnknown', cell('source_account'))
  const currency = source?.currency ?? 'TRY'
  const amount = parseMinor(cell('amount'), currency)
  if (cell('amount') === '') refuse('amount', 'isMissing')
  else if (amount === 'unreadable') refuse('amount', 'amountUnreadable', cell('amount'))
  else if (amount === 'ambiguous') refuse('amount', 'amountAmbiguous', cell('amount'))
  else if (amount === 0) refuse('amount', 'amountNotPositive')
  const named = cell('currency').toUpperCase().replace(/^TL$/, 'TRY')
  if (named !== '' && named !== currency) refuse('currency', 'currencyOther', currency)
  checkReceiver(cell, refuse)
  for (const [column, most] of Object.entries(LONGEST) as [Column, number][])
    if (cell(column).length > most) refuse(column, 'isTooLong', String(most))
  for (const column of NAMES) if (isRounded(cell(column))) refuse(column, 'numberRounded', cell(column))
  const way = cell('transfer_type') === '' ? choice.way : parseWay(cell('transfer_type'))
  if (way === null) refuse('transfer_type', 'wayUnknown', cell('transfer_type'))
  const moment = cell('scheduled_date') === '' ? undefined : parseMoment(cell('scheduled_date'), choice.zone)
  if (moment === null) refuse('scheduled_date', 'dateUnreadable', cell('scheduled_date'))
  const item = {
    source_account_id: source?.id ?? '',
    ...only('external_id', cell('external_id')),
    ...only('description', cell('description')),
    transfer_type: way ?? choice.way,
    recipient: {
      holder_name: cell('holder_name'),
      ...only('iban', compactIban(cell('iban'))),
      ...only('account_number', cell('account_number')),
      ...only('tax_id', cell('tax_id')),
    },
    amount: { value: typeof amount === 'number' ? amount : 0, currency_code: currency },
    ...(moment ? { scheduled_date: moment } : {}),
  }
  return { item, faults }
}

/** Leaves out an empty value. */
const only = <K extends string>(name: K, value: string): { [P in K]?: string } =>
  (value === '' ? {} : { [name]: value }) as { [P in K]?: string }

const sourceOf = (named: string, { accounts, sourceId }: Choice): Account | undefined => {
  if (named === '') return accounts.find(({ id }) => id === sourceId)
  const plain = compactIban(named)
  return accounts.find(
    ({ id, iban, account_number: number }) => id === named.toLowerCase() || iban === plain || number === plain,
  )
}

const checkReceiver = (
  cell: (column: Column) => string,
  refuse: (column: Column, kind: LineFaultKind, of?: string) => void,
): void => {
  const iban = compactIban(cell('iban'))
  if (cell('holder_name') === '') refuse('holder_name', 'isMissing')
  else if (cell('holder_name').length < 2) refuse('holder_name', 'isTooShort', '2')
  if (iban === '' && cell('account_number') === '') refuse('iban', 'isMissing')
  else if (iban !== '' && cell('account_number') !== '') refuse('iban', 'ibanAndAccount')
  else if (iban !== '' && !isValidIBAN(iban)) refuse('iban', 'ibanWrong', cell('iban'))
}
