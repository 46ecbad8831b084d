/**
 * Values a movement that a reconciliation settled: by the bank's rows if there are any, otherwise by the terms. It is
 * in one piece because the two ways to value a movement use the same shares and dates.
 */
import { splitEqually } from '../../core/money.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'
import { SIDES } from '../../reconciliations/day-files/day-file.ts'
import { computeSettledAmount } from '../../reconciliations/model/settled-amount.ts'
import { commissionOfRefund, computeCommission, computePlatformShare, splitParts } from './commission.ts'
import type { MerchantTerms } from './terms.ts'
import { computeValueDates, valueDateOfRefund } from './value-dates.ts'

export interface BankRow
  extends Row<
    'bank_file_rows',
    | 'line'
    | 'kind'
    | 'payment_id'
    | 'order_id'
    | 'provider_transaction_id'
    | 'installment'
    | 'gross'
    | 'basis_points'
    | 'commission'
    | 'tax'
    | 'value_date'
  > {
  readonly kind: 'SALE' | 'REFUND' | 'VOID_AFTER' | 'CHARGEBACK' | 'CHARGEBACK_REVERSAL'
  readonly installment: number
  /**
   * Commission and tax together, if the bank's differed and no person accepted them: by the terms, or as a person
   * adjusted them. Null means the bank's.
   */
  readonly agreed_commission: number | null
  readonly day: string | null
}

/**
 * Returns whether amounts have the sign of their kind. Rows that an earlier release accepted may not; no line is made
 * of them.
 */
export const isOnItsSide = ({ kind, gross, commission, tax }: Omit<BankRow, 'agreed_commission'>): boolean => {
  const side = SIDES[kind] ?? 0
  return gross * side >= 0 && [commission, tax].every((part) => part === 0 || part * gross > 0)
}

/** A payment or a refund that a reconciliation settled, and how a person resolved what differed. */
export interface SettledMovement {
  readonly source_id: string
  readonly payment_id: string
  readonly merchant_id: string
  readonly configuration_id: string
  readonly currency: string
  readonly is_refund: boolean
  /** Our amount; for a sale what was captured. */
  readonly amount: number
  readonly installments: number
  readonly card_type: string
  readonly card_scheme: string
  readonly is_on_us: boolean | null
  readonly day: string
  readonly bank_line: number | null
  readonly bank_amount: number | null
  readonly bank_status: string | null
  readonly resolution_action: string | null
  readonly adjusted_amount: number | null
}

export interface Line {
  /** 0 if the bank has no line for it. */
  readonly line: number
  readonly installment: number
  readonly kind: 'sale' | 'refund' | 'void' | 'chargeback' | 'chargeback_reversal'
  readonly day: string
  readonly gross: number
  readonly bank_commission: number
  readonly bank_tax: number
  readonly platform_commission: number
  readonly platform_tax: number
  readonly net: number
  /** The part of the gross amount that was in the journal. */
  readonly booked: number
  readonly value_date: string | null
}

const KINDS = {
  SALE: 'sale',
  REFUND: 'refund',
  VOID_AFTER: 'void',
  CHARGEBACK: 'chargeback',
  CHARGEBACK_REVERSAL: 'chargeback_reversal',
} as const

/** `rows` are those of the bank's file that may belong to it. */
export const linesOfMovement = (
  movement: SettledMovement,
  rows: readonly BankRow[],
  terms: MerchantTerms | undefined,
): Line[] => {
  const booked = movement.is_refund ? -movement.amount : movement.amount
  const own = movement.resolution_action === 'accept_db' ? [] : findRowsOfMovement(movement, rows)
  if (own.length > 0) return fromBankRows(own, { movement, terms, booked })
  return fromTerms(computeSettledAmount(movement), { movement, terms, booked })
}

interface Context {
  readonly movement: Pick<
    SettledMovement,
    'is_refund' | 'installments' | 'card_type' | 'card_scheme' | 'is_on_us' | 'day'
  >
  readonly terms: MerchantTerms | undefined
  readonly booked: number
}

/** Returns the rows of the matched copy, and those with which the bank took the sale back. */
const findRowsOfMovement = (movement: SettledMovement, rows: readonly BankRow[]): BankRow[] => {
  const matched = rows.find(({ line }) => line === movement.bank_line)
  if (matched === undefined) return []
  const sold = matched.kind === 'SALE' ? copyOf(matched, rows) : [matched]
  const sum = Math.abs(sold.reduce((total, { gross }) => total + gross, 0))
  if (movement.adjusted_amount !== null && movement.adjusted_amount !== sum) return []
  if (!sold.every(isOnItsSide)) return []
  if (movement.bank_status !== 'voided') return sum === movement.bank_amount ? sold : []
  const back = rows.filter((row) => row.kind === 'VOID_AFTER' && row.order_id === matched.order_id)
  const own = [...new Set([...sold, ...back])]
  // No more may be taken back than was sold.
  return own.every(isOnItsSide) && own.reduce((total, { gross }) => total + gross, 0) >= 0 ? own : []
}

/** If a file lists a sale twice, the n-th line of each installment number belongs to the n-th copy. */
const copyOf = (matched: BankRow, rows: readonly BankRow[]): BankRow[] => {
  const same = rows
    .filter(
      (row) =>
        row.kind === matched.kind &&
        row.order_id === matched.order_id &&
        row.provider_transaction_id === matched.provider_transaction_id,
    )
    .toSorted((a, b) => a.line - b.line)
  const copies: BankRow[][] = []
  const seen = new Map<number, number>()
  for (const row of same) {
    const nth = seen.get(row.installment) ?? 0
    seen.set(row.installment, nth + 1)
    copies[nth] = [...(copies[nth] ?? []), row]
  }
  return copies.find((copy) => copy.includes(matched)) ?? [matched]
}

const fromBankRows = (rows: readonly BankRow[], { movement, terms, booked }: Context): Line[] => {
  const gross = rows.reduce((sum, row) => sum + row.gross, 0)
  const shares = platformParts(terms, gross, rows.length)
  // A gateway's list contains no commissions; then those of the terms apply.
  const isCommissionKnown = rows.some(({ basis_points, commission }) => basis_points !== null || commission !== 0)
  const expected = isCommissionKnown
    ? new Map<number, number>()
    : expectedOf(rows, bankCommission(movement, terms, gross))
  return rows.map((row, n) =>
    toLine({
      line: row.line,
      installment: row.installment,
      kind: KINDS[row.kind],
      day: row.day ?? movement.day,
      gross: row.gross,
      ...takenOf(row, expected.get(row.line)),
      ...(shares[n] as Share),
      booked: n === 0 ? booked : 0,
      value_date: row.value_date ?? expectedDates(movement, terms, row.gross)[row.installment - 1] ?? null,
    }),
  )
}

/** Returns the expected commission by line, on what was not taken back. */
const expectedOf = (rows: readonly BankRow[], commission: number): Map<number, number> => {
  const kept = rows.filter(({ kind }) => kind !== 'VOID_AFTER')
  const parts = splitEqually(commission, kept.length)
  return new Map(rows.map(({ line, kind }) => [line, kind === 'VOID_AFTER' ? 0 : (parts.shift() as number)]))
}

/** Returns what the bank keeps of a row. */
const takenOf = (
  { commission, tax, agreed_commission }: BankRow,
  expected?: number,
): Pick<Line, 'bank_commission' | 'bank_tax'> =>
  expected === undefined && agreed_commission === null
    ? { bank_commission: commission, bank_tax: tax }
    : { bank_commission: agreed_commission ?? expected ?? 0, bank_tax: 0 }

const fromTerms = (gross: number, { movement, terms, booked }: Context): Line[] => {
  const installments = gross > 0 && terms?.value_date_plan === 'per_installment' ? movement.installments : 1
  const dates = expectedDates(movement, terms, gross)
  const shares = platformParts(terms, gross, installments)
  const commission = bankCommission(movement, terms, gross)
  return splitParts({ gross, commission, tax: 0 }, installments).map((part, n) =>
    toLine({
      line: 0,
      installment: part.installment,
      kind: movement.is_refund ? 'refund' : 'sale',
      day: movement.day,
      gross: part.gross,
      bank_commission: part.commission,
      bank_tax: 0,
      ...(shares[n] as Share),
      booked: n === 0 ? booked : 0,
      value_date: dates[n] ?? null,
    }),
  )
}

/**
 * Returns the line of a movement that only the bank reports: a chargeback, or a sale taken back after it was settled.
 * The platform takes no share of a chargeback.
 */
export const lineOfBankRow = (row: BankRow, day: string, booked: number, terms: MerchantTerms | undefined): Line =>
  toLine({
    line: row.line,
    installment: row.installment,
    kind: KINDS[row.kind],
    day: row.day ?? day,
    gross: row.gross,
    ...takenOf(row),
    ...(platformParts(row.kind === 'VOID_AFTER' ? terms : undefined, row.gross, 1)[0] as Share),
    booked,
    value_date: row.value_date ?? valueDateOfRefund(row.day ?? day),
  })

type Share = Pick<Line, 'platform_commission' | 'platform_tax'>

const platformParts = (terms: MerchantTerms | undefined, gross: number, parts: number): Share[] => {
  const { commission, tax } = terms === undefined ? { commission: 0, tax: 0 } : computePlatformShare(terms, gross)
  const taxes = splitEqually(tax, parts)
  return splitEqually(commission, parts).map((share, n) => ({
    platform_commission: share,
    platform_tax: taxes[n] as number,
  }))
}

/** Returns the bank's commission by the terms; 0 if there are none. */
const bankCommission = (movement: Context['movement'], terms: MerchantTerms | undefined, gross: number): number => {
  if (terms === undefined) return 0
  const sale = {
    cardType: movement.card_type,
    cardScheme: movement.card_scheme,
    isOnUs: movement.is_on_us,
    installments: movement.installments,
  }
  return (
    (gross < 0
      ? commissionOfRefund(terms, { ...sale, amount: -gross })
      : computeCommission(terms, { ...sale, amount: gross })) ?? 0
  )
}

const expectedDates = (
  movement: Context['movement'],
  terms: MerchantTerms | undefined,
  gross: number,
): (string | null)[] => {
  if (gross < 0) return [valueDateOfRefund(movement.day)]
  return terms === undefined ? [] : computeValueDates(terms, movement.day, movement.installments)
}

const toLine = (line: Omit<Line, 'net'>): Line => ({
  ...line,
  net: line.gross - line.bank_commission - line.bank_tax - line.platform_commission - line.platform_tax,
})
