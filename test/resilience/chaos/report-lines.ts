/** What a run prints: its seed, what it did, and the numbers that must be zero. */
import type { RunReport } from './run.ts'

const SHOWN_MAX = 3

export const reportLines = (report: RunReport): string[] => [
  `chaos: seed ${report.seed}, ${report.kills} kills, ${report.databaseStops} stops of the database, ${report.payments} payments (${Object.entries(
    report.byStatus,
  )
    .map(([status, count]) => `${status} ${count}`)
    .join(
      ', ',
    )}), ${report.unanswered} requests without an answer, ${report.deliveries} deliveries of which ${report.repeatedDeliveries} repeats`,
  ...report.moves.map(
    ({ to, struck, tries, said }) => `  moved to ${to}, killed: ${struck}, ${tries} commands: ${said}`,
  ),
  ...Object.entries(report.verdict).flatMap(([name, faults]) => [
    `  ${String(faults.length).padStart(5)}  ${name}`,
    ...faults.slice(0, SHOWN_MAX).map((fault) => `           ${fault}`),
  ]),
]
