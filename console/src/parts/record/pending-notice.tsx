/**
 * A change that waits for a second person: who requested it, what it does, and the two decisions; the person who
 * requested it may withdraw it.
 */
import type { ReactNode } from 'react'
import type { ChangelogDiff } from '../../../../sdk/src/generated/cards.ts'
import { useMe } from '../../api/me.ts'
import type { AnyOperation } from '../../api/operation.ts'
import { useTexts } from '../../texts/dictionary.ts'
import { Icon } from '../icon.tsx'
import { Actor, Time } from '../values.tsx'
import { DiffTable } from './diff-table.tsx'
import { RowAction } from './row-action.tsx'
import { RECORD } from './texts.ts'

interface PendingNoticeProps {
  readonly title: string
  /** Name of the changed record, for the buttons. */
  readonly name: string
  readonly change: {
    /** Null if the interface does not return it. */
    readonly requested_by: string | null
    readonly requested_at?: string
    readonly changes: readonly ChangelogDiff[]
    /** Members that are confirmed together with it. */
    readonly unchanged?: readonly ChangelogDiff[]
  }
  readonly confirm: AnyOperation
  /** If absent, it cannot be withdrawn, only replaced by another request. */
  readonly reject?: AnyOperation
  readonly onDecide: (deed: 'confirm' | 'reject') => void
}

export const PendingNotice = ({ title, name, change, confirm, reject, onDecide }: PendingNoticeProps): ReactNode => {
  const record = useTexts(RECORD)
  const { person } = useMe()
  const isOwn = change.requested_by === person.id
  return (
    <div className="notice waits" role="status">
      <Icon name="warn" />
      <div>
        <p>
          <strong>{title}</strong>
          {change.requested_by !== null && (
            <>
              {' · '}
              {record.askedBy} <Actor id={change.requested_by} />
            </>
          )}
          {change.requested_at !== undefined && (
            <>
              {' · '}
              <Time at={change.requested_at} />
            </>
          )}
        </p>
        <DiffTable
          rows={[...change.changes, ...(change.unchanged ?? [])].map(({ field, before, after }) => [
            field,
            before ?? '',
            after ?? '',
          ])}
          before={record.counts}
          after={record.asked}
        />
        {isOwn && <p className="small">{record.ownChange}</p>}
        <span className="row-actions">
          {!isOwn && (
            <RowAction operation={confirm} text={record.confirm} of={name} onPress={() => onDecide('confirm')} />
          )}
          {reject && (
            <RowAction
              operation={reject}
              text={isOwn ? record.withdraw : record.reject}
              of={name}
              onPress={() => onDecide('reject')}
            />
          )}
        </span>
      </div>
    </div>
  )
}
