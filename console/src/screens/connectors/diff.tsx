/** The effect of a change, member by member. */
import type { ReactNode } from 'react'
import type { ChangelogDiff } from '../../../../sdk/src/generated/cards.ts'
import { DiffTable } from '../../parts/record/diff-table.tsx'

export const Diff = ({ of }: { of: readonly ChangelogDiff[] }): ReactNode => (
  <DiffTable rows={of.map(({ field, before, after }) => [field, before ?? '', after ?? ''])} />
)
