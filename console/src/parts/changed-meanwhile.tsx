/** Changes of another person between reading and saving: both values of every member that differs. */
import type { ReactNode } from 'react'
import type { ProblemDocument } from '../api/problem.ts'
import { useTexts } from '../texts/dictionary.ts'
import { WORDS } from '../texts/words.ts'
import { Icon } from './icon.tsx'
import { DiffTable } from './record/diff-table.tsx'
import { Actor, Time } from './values.tsx'

interface ChangedProps {
  readonly problem: ProblemDocument
  /** The version that was read. */
  readonly basis: object
}

/** Members already mentioned in the line above. */
const KNOWN = new Set(['last_modified'])

const toText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** Returns members whose stored values differ from those that were read. */
export const findDifferences = (basis: object, current: object): [field: string, read: string, now: string][] => {
  const read = basis as Readonly<Record<string, unknown>>
  return Object.entries(current)
    .filter(([field]) => !KNOWN.has(field))
    .map(([field, now]): [string, string, string] => [field, toText(read[field]), toText(now)])
    .filter(([, before, now]) => before !== now)
}

export const ChangedMeanwhile = ({ problem, basis }: ChangedProps): ReactNode => {
  const words = useTexts(WORDS)
  const { changed_by, changed_at, current = {} } = problem
  return (
    <div className="notice waits changed-meanwhile">
      <Icon name="warn" />
      <div>
        <strong className="block">{words.changedMeanwhile}</strong>
        {changed_at !== undefined && (
          <span className="block small">
            <Actor id={changed_by ?? null} /> · <Time at={changed_at} />
          </span>
        )}
        <DiffTable rows={findDifferences(basis, current)} before={words.asRead} after={words.asNow} />
        <span className="block">{words.changedHint}</span>
      </div>
    </div>
  )
}
