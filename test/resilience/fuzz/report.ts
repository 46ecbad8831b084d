/** What a fuzzing run prints: seed, counts per operation and status, failures. */
import type { FuzzReport } from './fuzz.ts'

export const reportLines = ({ seed, requests, tallies, failures }: FuzzReport): string[] => [
  `fuzz: seed ${seed}, ${tallies.length} operations, ${requests} requests, ${failures.length} failures`,
  ...tallies.map(({ operation, requests: count, byAnswer }) => {
    const answers = Object.entries(byAnswer).map(([answer, times]) => `${answer}: ${times}`)
    return `  ${operation}: ${count} (${answers.join(', ')})`
  }),
  ...failures.flatMap((failure) => ['', failure]),
]
