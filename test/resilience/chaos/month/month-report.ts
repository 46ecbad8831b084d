/** What a month prints: its seed, what happened in it, and the numbers that must be zero. */
import type { Verdict } from '../oracle.ts'

export interface MonthReport {
  seed: number
  days: number
  payments: number
  /** Charged by plans. */
  installments: number
  chargebacks: Record<string, number>
  files: number
  lies: Record<string, number>
  /** Rows that needed a second person. */
  byTwo: number
  strikes: Record<string, number>
  verdict: Verdict
}

export const countBy = (words: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]))

export const monthFaults = ({ verdict }: MonthReport): string[] =>
  Object.entries(verdict).flatMap(([name, faults]) => faults.map((fault) => `${name}: ${fault}`))

const SHOWN_MAX = 3
const shown = (all: Record<string, number>): string =>
  Object.entries(all)
    .map(([word, count]) => `${word} ${count}`)
    .join(', ') || 'none'

export const monthLines = ({ verdict, ...report }: MonthReport): string[] => [
  `month: seed ${report.seed}, ${report.days} days, ${report.payments} payments, ${report.installments} installments of plans, chargebacks (${shown(report.chargebacks)}), ${report.files} files, lies (${shown(report.lies)}), ${report.byTwo} rows resolved by two people, struck: ${shown(report.strikes)}`,
  ...Object.entries(verdict).flatMap(([name, faults]) => [
    `  ${String(faults.length).padStart(5)}  ${name}`,
    ...faults.slice(0, SHOWN_MAX).map((fault) => `           ${fault}`),
  ]),
]
