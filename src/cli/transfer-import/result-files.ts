/** Writes the results of an import next to its file: faulty lines with their reasons, and the ids of created transfers. */
import { rmSync, writeFileSync } from 'node:fs'
import { stringify } from 'csv-stringify/sync'
import type { LineFault } from './check-lines.ts'
import type { Created } from './create-batches.ts'

/** Returns the path; removes the file of an earlier run when there are none. */
export const writeFaults = (path: string, faults: readonly LineFault[]): string => {
  const target = `${path}.faults.csv`
  if (faults.length === 0) rmSync(target, { force: true })
  else
    write(
      target,
      ['line', 'field', 'reason'],
      faults.map(({ line, field, reason }) => [String(line), field, reason]),
    )
  return target
}

export const writeCreated = (path: string, created: readonly Created[]): string => {
  const target = `${path}.created.csv`
  write(
    target,
    ['line', 'external_id', 'id'],
    created.map(({ line, externalId, id }) => [String(line), externalId, id]),
  )
  return target
}

const write = (path: string, head: readonly string[], rows: readonly (readonly string[])[]): void =>
  writeFileSync(path, stringify([head, ...rows] as string[][]), { mode: 0o600 })
