/** Rows of a spreadsheet, and why a file cannot be taken as one. */

export interface Row {
  /** As the person who opens the file counts it. */
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

/** The file as a whole cannot be taken. `of`: a line, columns or a number, as the kind needs. */
export class SheetFault extends Error {
  readonly kind: SheetFaultKind
  readonly of: string
  constructor(kind: SheetFaultKind, of = '') {
    super(`${kind} ${of}`)
    this.kind = kind
    this.of = of
  }
}
