/** Rows of a spreadsheet, and why a file cannot be read as one. */

export interface Row {
  /** Line number as a person who opens the file counts it. */
  readonly line: number
  readonly cells: readonly string[]
}

export type SheetFaultKind =
  | 'isEmpty'
  | 'isOldExcel'
  | 'isTooLarge'
  | 'isUnreadable'
  | 'quoteStaysOpen'
  | 'hasTooManyLines'
  | 'lacksColumns'
  | 'hasColumnTwice'

/** The file as a whole cannot be used. `of` is a line, columns or a number, depending on the kind. */
export class SheetFault extends Error {
  readonly kind: SheetFaultKind
  readonly of: string
  constructor(kind: SheetFaultKind, of = '') {
    super(`${kind} ${of}`)
    this.kind = kind
    this.of = of
  }
}
