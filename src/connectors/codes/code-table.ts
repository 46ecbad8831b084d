/** A connector's table of bank codes: rows of code, or code/sub-code; the lookup prefers the row with the sub-code. */
import { type CanonicalCode, type CanonicalName, canonicalCode } from './canonical-codes.ts'

export interface BankCodeRow extends CanonicalCode {
  /** Code as the bank sends it; with a sub-code `99/CORE-2012`. */
  readonly code: string
  /** The bank has decided: nothing was booked. Any other code leaves the outcome unknown until an inquiry. */
  readonly isDecline: boolean
}

export interface CodeTable {
  /** Returns undefined if no row has the code; such a code decides nothing. */
  find(code: string): BankCodeRow | undefined
  readonly rows: readonly BankCodeRow[]
}

export const codeTable = (names: Readonly<Record<string, CanonicalName>>): CodeTable => {
  const rows = new Map(Object.entries(names).map(([code, name]) => [code, buildRow(code, name)]))
  return {
    find: (code) => rows.get(code) ?? rows.get(toMainCode(code)),
    rows: [...rows.values()].sort((a, b) => (a.code < b.code ? -1 : 1)),
  }
}

/** The code without its sub-code. */
export const toMainCode = (code: string): string => code.split('/', 1)[0] ?? code

/** Combines a code and its sub-code; a sub-code without information is left out. */
export const codeWithSub = (code: string, sub: string | null | undefined): string =>
  sub === undefined || sub === null || sub === '' || sub === code ? code : `${code}/${sub}`

const OPEN_CATEGORIES = new Set(['Technical', 'Timeout', 'Unknown'])

const buildRow = (code: string, name: CanonicalName): BankCodeRow => {
  const meaning = canonicalCode(name)
  return {
    code,
    ...meaning,
    isDecline: meaning.retry !== 'inquire_first' && !OPEN_CATEGORIES.has(meaning.category),
  }
}
