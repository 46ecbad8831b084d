/** The content of a bank's file of one merchant, currency and business day, in whichever form it comes. */
import type { Phrase } from '../../core/phrases/phrase.ts'

export const ROW_KINDS = ['SALE', 'REFUND', 'VOID_AFTER', 'CHARGEBACK', 'CHARGEBACK_REVERSAL', 'FEE'] as const
export type RowKind = (typeof ROW_KINDS)[number]

/** The side of each kind: 1 is paid to the merchant, -1 is taken from it. */
export const SIDES: Readonly<Partial<Record<RowKind, 1 | -1>>> = {
  SALE: 1,
  REFUND: -1,
  VOID_AFTER: -1,
  CHARGEBACK: -1,
  CHARGEBACK_REVERSAL: 1,
}

export interface DayHeader {
  readonly bank: string
  /** The bank's number for the merchant: client or terminal id. */
  readonly merchant: string
  /** ISO 4217 letters. */
  readonly currency: string
  /** YYYY-MM-DD in Istanbul. */
  readonly day: string
  /** Number within this merchant, currency and day. */
  readonly number: number
  readonly createdAt: string
}

/**
 * A movement of money, with one row per installment. Amounts are minor units; a positive one is paid to the merchant.
 */
export interface DayRow {
  readonly line: number
  readonly orderId: string
  readonly providerTransactionId: string | null
  readonly hostReference: string | null
  readonly authCode: string | null
  readonly kind: RowKind
  readonly at: string
  readonly maskedCard: string | null
  readonly scheme: string | null
  readonly cardType: string | null
  readonly isOnUs: boolean | null
  readonly installment: number
  readonly installments: number
  readonly gross: number
  readonly commissionBasisPoints: number | null
  readonly commission: number
  readonly tax: number
  readonly net: number
  readonly blockedDays: number | null
  readonly valueDate: string | null
}

/** A blocked amount whose value date has come. */
export interface DayRelease {
  readonly line: number
  readonly orderId: string
  readonly providerTransactionId: string | null
  readonly installment: number
  readonly installments: number
  readonly net: number
  readonly valueDate: string
}

/** A payout to the merchant's account. */
export interface DayPayout {
  readonly line: number
  readonly valueDate: string
  readonly amount: number
  readonly carriedOver: number
}

export type DayItem =
  | { readonly kind: 'header'; readonly header: DayHeader }
  | { readonly kind: 'row'; readonly row: DayRow }
  | { readonly kind: 'release'; readonly release: DayRelease }
  | { readonly kind: 'payout'; readonly payout: DayPayout }

export interface Line {
  /** Counted from 1. */
  readonly number: number
  readonly bytes: Buffer
}

/** One form of a file. */
export interface DayFileProfile {
  readonly name: string
  /** The bank sends the file's SHA-256 with it; without that the file is not accepted. */
  readonly hasChecksum: boolean
  /** True if its rows state what the bank took, even if that is nothing. */
  readonly hasCommissions: boolean
  /** Returns whether a file that begins with this line has this form. */
  begins(line: Buffer): boolean
  /**
   * Yields the header first. Throws {@link DayFileRefused} at the end if anything was wrong; until then no item is
   * final.
   */
  read(lines: AsyncIterable<Line>): AsyncGenerator<DayItem>
}

export interface LineFault {
  /** Null means the file as a whole. */
  readonly line: number | null
  readonly message: Phrase
}

export const FAULTS_MAX = 100

/** The whole file is refused, with the first {@link FAULTS_MAX} faults and their lines. */
export class DayFileRefused extends Error {
  readonly faults: readonly LineFault[]
  constructor(faults: readonly LineFault[]) {
    super(faults.map(({ line, message }) => (line === null ? message : `line ${line}: ${message}`)).join('; '))
    this.faults = faults
  }
}

/** Collects the faults of a file. */
export class Faults {
  readonly #found: LineFault[] = []
  add(line: number | null, message: Phrase): void {
    if (this.#found.length < FAULTS_MAX) this.#found.push({ line, message })
  }
  get isFull(): boolean {
    return this.#found.length === FAULTS_MAX
  }
  throwIfAny(): void {
    if (this.#found.length > 0) throw new DayFileRefused(this.#found)
  }
}
