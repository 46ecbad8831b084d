/** The steps that make settlements of a reconciliation: its payments, rows of banks, settlements, and their completion. */
import type { Tx } from '../../infra/database/database.ts'
import { type BankRow, type Line, lineOfBankRow, linesOfMovement } from '../model/settled-lines.ts'
import type { LineRow } from '../store/line-store.ts'
import { findTerms } from '../terms/find-terms.ts'
import { lockTerms } from '../terms/terms-store.ts'
import { closePage } from './close-run.ts'
import { keepMovementDays } from './close-store.ts'
import { completeSettled } from './complete-settled.ts'
import { withinBounds } from './movement-bounds.ts'
import {
  insertLines,
  moveRun,
  queueBankRows,
  type ReadMovement,
  type Run,
  readBankMovements,
  readBankRows,
  readMovements,
  toBankCursor,
} from './settlement-run-store.ts'

const PAGE_ROWS = 2_000

type Next = { readonly stage: Run['stage'] | 'done'; readonly cursor: string | null }

const STEPS: Readonly<Record<Run['stage'], (tx: Tx, run: Run, nowMs: number) => Promise<Next>>> = {
  payments: (tx, run) => settlePayments(tx, run),
  bank: (tx, run) => settleBankRows(tx, run),
  close: (tx, run, nowMs) => closePage(tx, run, nowMs),
  async confirm(tx, run, nowMs) {
    await completeSettled(tx, run.tenant_id, nowMs)
    return { stage: 'done', cursor: null }
  },
}

export const advanceRun = async (tx: Tx, run: Run, nowMs: number): Promise<void> => {
  await moveRun(tx, run, await STEPS[run.stage](tx, run, nowMs))
}

const settlePayments = async (tx: Tx, run: Run): Promise<Next> => {
  await lockTerms(tx, run.tenant_id, 'use')
  const movements = await readMovements(tx, run, PAGE_ROWS)
  const rows = run.source === 'files' ? await findBankRows(tx, run, movements) : () => []
  const keys = movements.map((one) => ({
    merchantId: one.merchant_id,
    configurationId: one.configuration_id,
    day: one.day,
  }))
  const terms = movements.length === 0 ? [] : await findTerms(tx, run.tenant_id, keys)
  await insertLines(
    tx,
    movements.flatMap((movement, n) =>
      linesOfMovement(movement, rows(movement), terms[n]).map((line) => ({
        ...toRow(run, movement, line),
        period_day: run.source === 'files' ? run.file_day : movement.created_day,
        source_id: movement.source_id,
        terms_id: terms[n]?.id ?? null,
      })),
    ),
  )
  await keepMovementDays(tx, run.tenant_id, movements)
  const last = movements.at(-1)
  return movements.length < PAGE_ROWS ? { stage: 'bank', cursor: null } : { stage: 'payments', cursor: last!.source_id }
}

/** Returns the bank's rows that may belong to a movement. */
const findBankRows = async (
  tx: Tx,
  run: Run,
  movements: readonly ReadMovement[],
): Promise<(movement: ReadMovement) => BankRow[]> => {
  const found = await readBankRows(tx, run, {
    lines: movements.flatMap(({ bank_line }) => bank_line ?? []),
    payments: movements.flatMap(({ is_refund, payment_id }) => (is_refund ? [] : payment_id)),
  })
  const byLine = new Map(found.map((row) => [row.line, row]))
  const byPayment = Map.groupBy(found, ({ payment_id }) => payment_id)
  return ({ bank_line, payment_id, is_refund }) => {
    const matched = bank_line === null ? undefined : byLine.get(bank_line)
    if (matched === undefined) return []
    const others = is_refund ? [] : (byPayment.get(payment_id) ?? [])
    return [matched, ...others.filter(({ line }) => line !== matched.line)]
  }
}

const settleBankRows = async (tx: Tx, run: Run): Promise<Next> => {
  await queueBankRows(tx, run)
  const read = run.source === 'files' ? await readBankMovements(tx, run, PAGE_ROWS) : []
  const movements = await withinBounds(
    tx,
    run.tenant_id,
    read.filter(({ is_taken }) => is_taken),
  )
  await lockTerms(tx, run.tenant_id, 'use')
  const keys = movements.map((one) => ({
    merchantId: one.merchant_id,
    configurationId: one.configuration_id,
    day: one.day ?? run.file_day,
  }))
  const terms = movements.length === 0 ? [] : await findTerms(tx, run.tenant_id, keys)
  await insertLines(
    tx,
    movements.map((movement, n) => ({
      ...toRow(run, movement, lineOfBankRow(movement, run.file_day, movement.booked, terms[n])),
      period_day: run.file_day,
      source_id: movement.file_id,
      terms_id: terms[n]?.id ?? null,
    })),
  )
  await keepMovementDays(
    tx,
    run.tenant_id,
    movements.map((one) => ({ ...one, day: one.day ?? run.file_day })),
  )
  const last = read.at(-1)
  return last === undefined || read.length < PAGE_ROWS
    ? { stage: 'close', cursor: null }
    : { stage: 'bank', cursor: toBankCursor(last) }
}

const toRow = (
  { tenant_id, reconciliation_id }: Run,
  {
    merchant_id,
    configuration_id,
    currency,
    payment_id,
  }: Pick<LineRow, 'merchant_id' | 'configuration_id' | 'currency' | 'payment_id'>,
  line: Line,
): Omit<LineRow, 'period_day' | 'source_id' | 'terms_id'> => ({
  tenant_id,
  reconciliation_id,
  merchant_id,
  configuration_id,
  currency,
  payment_id,
  ...line,
})
