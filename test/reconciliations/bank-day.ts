/** A bank's file of a day, row by row as a test wants it. */
import { hash } from 'node:crypto'
import type { FileRecord } from '../../simulators/bank/settlement/day-file.ts'
import { writeProfile } from '../../simulators/bank/settlement/profiles.ts'
import { wiredConnectors } from '../support/bank-rig.ts'

/** The bank whose merchant number the files name. */
export const { demo: DEMO_BANK } = wiredConnectors.find(({ family }) => family === 'nestpay')!

export interface BankRow {
  order: string
  id: string
  gross: number
  kind?: 'SALE' | 'REFUND' | 'VOID_AFTER' | 'CHARGEBACK' | 'CHARGEBACK_REVERSAL'
  auth?: string
  /** Null: left empty. */
  basisPoints?: number | null
  commission?: number
  tax?: number
  installment?: string
  cardType?: string
}

export interface BankDay {
  rows: readonly BankRow[]
  /** Milliseconds. */
  at: number
  number?: number
  currency?: string
  /** The number under which the bank knows the merchant. */
  merchant?: string
}

export const bankDay = ({ rows, at, number = 1, currency = 'TRY', merchant = DEMO_BANK.storeId ?? '' }: BankDay) => {
  const inIstanbul = new Date(at + 3 * 3_600_000).toISOString()
  const created = `${inIstanbul.slice(0, 19)}+03:00`
  const day = inIstanbul.slice(0, 10)
  const details = rows.map((row, n): FileRecord => {
    const { order, id, gross, kind = 'SALE', auth = '', basisPoints = 0, commission = 0, tax = 0 } = row
    const card = ['403280******0015', 'VISA', row.cardType ?? 'CREDIT', 'N', row.installment ?? '1/1']
    const sums = [gross, basisPoints ?? '', commission, tax, gross - commission - tax, 0, day]
    return ['D', n + 1, order, id, `H${n + 1}`, auth, kind, created, ...card, ...sums]
  })
  const sum = (of: (row: BankRow) => number): number => rows.reduce((total, row) => total + of(row), 0)
  const gross = sum((row) => row.gross)
  const commission = sum((row) => row.commission ?? 0)
  const net = gross - commission - sum((row) => row.tax ?? 0)
  const head: FileRecord = ['H', '1', 'SIMBANK', merchant, currency, day, number, created]
  const file = writeProfile([head, ...details, ['T', rows.length, gross, commission, net]], 'csv')
  return { file, sha256: hash('sha256', file), query: `sha256=${hash('sha256', file)}` }
}
