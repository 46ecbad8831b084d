/** Faults of a file, by line and column. */
import type { ReactNode } from 'react'
import { Icon } from '../../../parts/icon.tsx'
import { type Column, Table } from '../../../parts/table.tsx'
import { type Same, useTexts } from '../../../texts/dictionary.ts'
import { useLanguage, useLocale } from '../../../texts/language.ts'
import { HEADINGS, type Column as SheetColumn } from './columns.ts'
import { download } from './csv-file.ts'
import type { LineFault } from './lines.ts'
import type { ServiceFault } from './pieces.ts'
import { TEXTS } from './texts.ts'

type AnyFault = LineFault | ServiceFault

const SHOWN_MAX = 100

const COLUMN_OF: Readonly<Record<string, SheetColumn>> = {
  source_account_id: 'source_account',
  'amount.value': 'amount',
  'amount.currency_code': 'currency',
  recipient: 'iban',
}
const sheetColumnOf = (fault: AnyFault): string =>
  'column' in fault ? fault.column : (COLUMN_OF[fault.field] ?? fault.field.replace(/^recipient\./, ''))

/** Returns the text of a fault, and the heading of its column. */
export const useFaultTexts = (): ((fault: AnyFault) => { readonly column: string; readonly text: string }) => {
  const words = useTexts(TEXTS)
  const language = useLanguage()
  return (fault) => {
    const column = sheetColumnOf(fault)
    return {
      column: HEADINGS[column as SheetColumn]?.[language] ?? column,
      text: 'kind' in fault ? words[fault.kind](fault.of) : fault.message,
    }
  }
}

export const Faults = ({ of }: { of: readonly AnyFault[] }): ReactNode => {
  const words: Same<(typeof TEXTS)['en']> = useTexts(TEXTS)
  const locale = useLocale()
  const textsOf = useFaultTexts()
  const rows = of
    .toSorted((a, b) => a.line - b.line)
    .map((fault, at) => ({ key: String(at), line: fault.line, ...textsOf(fault) }))
  const columns: Column<(typeof rows)[number]>[] = [
    { head: words.line, cell: ({ line }) => line.toLocaleString(locale) },
    { head: words.column, isKept: true, cell: ({ column }) => column },
    { head: words.wrong, cell: ({ text }) => text },
  ]
  const save = (): void =>
    download(words.faultsName, [
      [words.line, words.column, words.wrong],
      ...rows.map(({ line, column, text }) => [String(line), column, text]),
    ])
  return (
    <>
      <div className="notice bad" role="alert">
        <Icon name="warn" />
        <span>{words.faulty(rows.length.toLocaleString(locale))}</span>
        <button type="button" className="link" onClick={save}>
          {words.saveFaults}
        </button>
      </div>
      <Table
        caption={words.faultCaption}
        columns={columns}
        rows={rows.slice(0, SHOWN_MAX)}
        keyOf={({ key }) => key}
        noteOf={({ text }) => text}
      />
      {rows.length > SHOWN_MAX && (
        <p className="quiet spaced">{words.moreFaults((rows.length - SHOWN_MAX).toLocaleString(locale))}</p>
      )}
    </>
  )
}
