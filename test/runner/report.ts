/** What a run prints: a line for each file, the figures that tests report, failures at the end, the slowest files. */
import type { FileResult } from './lanes.ts'

const SLOWEST = 10

export const fileReport = ({ file, ms, passed, skipped, failures, figures }: FileResult): string =>
  [
    `${failures.length === 0 ? '✔' : '✖'} ${file}: ${passed} passed${skipped > 0 ? `, ${skipped} skipped` : ''}${failures.length > 0 ? `, ${failures.length} failed` : ''} (${seconds(ms)})`,
    ...failures.map(({ name }) => `    ✖ ${name}`),
    ...figures.map((figure) => `    ${figure}`),
    '',
  ].join('\n')

export const runReport = (results: readonly FileResult[], ms: number): string => {
  const sum = (count: (result: FileResult) => number): number => results.reduce((all, result) => all + count(result), 0)
  const slowest = [...results].sort((one, other) => other.ms - one.ms).slice(0, SLOWEST)
  return [
    ...results.flatMap(({ file, failures }) =>
      failures.map(({ name, error }) => `\n✖ ${file}: ${name}\n${error.replaceAll(/^/gm, '  ')}`),
    ),
    `\nthe slowest of ${results.length} files:`,
    ...slowest.map(({ file, ms: took }) => `  ${seconds(took).padStart(8)}  ${file}`),
    `\n${sum(({ passed }) => passed)} tests passed, ${sum(({ failures }) => failures.length)} failed, ${sum(({ skipped }) => skipped)} skipped in ${seconds(ms)}\n`,
  ].join('\n')
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
