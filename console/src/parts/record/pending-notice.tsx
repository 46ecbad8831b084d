/** A change that waits for a second person: who asked for it, what it does, and the two decisions. */
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
  /** Name of what it changes, for the buttons. */
  readonly name: string
  readonly change: {
    readonly requested_by: string
    readonly requested_at: string
    readonly changes: readonly ChangelogDiff[]
    /** Confirmed with it. */
    readonly unchanged: readonly ChangelogDiff[]
  }
  readonly confirm: AnyOperation
  readonly reject: AnyOperation
  readonly onDecide: (deed: 'confirm' | 'reject') => void
}

export const PendingNotice = ({ title, name, change, confirm, reject, onDecide }: PendingNoticeProps): ReactNode => {
  const record = useTexts(RECORD)
  const { person } = useMe()
  return (
    <div className="notice waits" role="status">
      <Icon name="warn" />
      <div>
        <p>
          <strong>{title}</strong> · <Actor id={change.requested_by} /> · <Time at={change.requested_at} />
        </p>
        <DiffTable
          rows={[...change.changes, ...change.unchanged].map(({ field, before, after }) => [
            field,
            before ?? '',
            after ?? '',
          ])}
        />
        <span className="row-actions">
          <RowAction
            operation={confirm}
            text={record.confirm}
            of={name}
            reason={change.requested_by === person.id ? record.ownChange : null}
            onPress={() => onDecide('confirm')}
          />
          <RowAction operation={reject} text={record.reject} of={name} onPress={() => onDecide('reject')} />
        </span>
      </div>
    </div>
  )
}
