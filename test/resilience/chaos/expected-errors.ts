/** The errors that a program logs because its bank lies or its database was struck; any other ends the run at once. */
import { type ErrorLines, watchErrorLines } from '../../support/error-lines.ts'
import type { Program } from './program.ts'

const OF_A_LYING_BANK: ReadonlySet<string> = new Set([
  'inquiry.bank_silent',
  'operation.waits_for_people',
  'three_d.charged_not_reversed',
])

/** A seeded bug is found by the books, not by the log; without its database a program logs errors of every kind. */
export const watchChaosErrors = (
  { dataDir }: Program,
  { bug, isDatabaseStruck }: { bug: string | undefined; isDatabaseStruck: () => boolean },
): ErrorLines =>
  watchErrorLines(dataDir, (event) => bug !== undefined || OF_A_LYING_BANK.has(event) || isDatabaseStruck())
