/** What a run prints: a line for each file, the figures that tests report, failures at the end, the slowest files. */
import type { Spent } from '../support/spent.ts'
import type { FileResult } from './lanes.ts'

const SLOWEST = 10

export const fileReport = ({ file, ms, passed, skipped, failures, figures, spent }: FileResult): string =>
  [
    `${failures.length === 0 ? '✔' : '✖'} ${file}: ${passed} passed${skipped > 0 ? `, ${skipped} skipped` : ''}${failures.length > 0 ? `, ${failures.length} failed` : ''} (${seconds(ms)}${spentText(spent)})`,
    ...failures.map(({ name }) => `    ✖ ${name}`),
    ...figures.map((figure) => figure.replaceAll(/^/gm, '    ')),
    '',
  ].join('\n')

export const runReport = (results: readonly FileResult[], ms: number): string => {
  const sum = (count: (result: FileResult) => number): number => results.reduce((all, result) => all + count(result), 0)
  const slowest = [...results].sort((one, other) => other.ms - one.ms).slice(0, SLOWEST)
  const total: Spent = {
    cpuMs: sum(({ spent }) => spent.cpuMs),
    databases: sum(({ spent }) => spent.databases),
    programs: sum(({ spent }) => spent.programs),
    processes: sum(({ spent }) => spent.processes),
  }
  return [
    ...results.flatMap(({ file, failures }) =>
      failures.map(({ name, error }) => `\n✖ ${file}: ${name}\n${error.replaceAll(/^/gm, '  ')}`),
    ),
    `\nthe slowest of ${results.length} files:`,
    ...slowest.map(({ file, ms: took }) => `  ${seconds(took).padStart(8)}  ${file}`),
    `\n${sum(({ passed }) => passed)} tests passed, ${sum(({ failures }) => failures.length)} failed, ${sum(({ skipped }) => skipped)} skipped in ${seconds(ms)}${spentText(total)}\n`,
  ].join('\n')
}

/** Wall time says little where others use the machine: the processor time of the run, its lanes, their processes and the server. */
export const cpuReport = (allMs: number, serverMs: number): string =>
  `${seconds(allMs)} CPU in all, ${seconds(serverMs)} of them in the database server\n`

const spentText = ({ cpuMs, databases, programs, processes }: Spent): string =>
  [
    `, ${seconds(cpuMs)} CPU`,
    ...(databases > 0 ? [`, ${databases} databases`] : []),
    ...(programs > 0 ? [`, ${programs} starts`] : []),
    ...(processes > 0 ? [`, ${processes} processes`] : []),
  ].join('')

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
