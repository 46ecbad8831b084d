/** Changes of routing and of fraud checks that count once a second person has confirmed them: all of each is shown where it is decided. */
import { type ReactNode, useState } from 'react'
import type { WaitingChange } from '../../../../sdk/src/generated/shared.ts'
import { useRead } from '../../api/data.ts'
import { useMay, useMe } from '../../api/me.ts'
import {
  getFraudWaitingChanges,
  getWaitingChanges,
  postFraudWaitingChangesByIdConfirm,
  postFraudWaitingChangesByIdReject,
  postWaitingChangesByIdConfirm,
  postWaitingChangesByIdReject,
} from '../../generated/operations.ts'
import { DiffTable } from '../../parts/record/diff-table.tsx'
import { RowAction } from '../../parts/record/row-action.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { Actor, Ago } from '../../parts/values.tsx'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { QUEUE_ROWS, Queue, type WaitingProps } from './queue.tsx'
import { TEXTS } from './texts.ts'

const SIDES = {
  routing: {
    list: getWaitingChanges,
    confirm: postWaitingChangesByIdConfirm,
    reject: postWaitingChangesByIdReject,
  },
  checks: {
    list: getFraudWaitingChanges,
    confirm: postFraudWaitingChangesByIdConfirm,
    reject: postFraudWaitingChangesByIdReject,
  },
} as const
type Side = keyof typeof SIDES
type Deed = { readonly isYes: boolean; readonly change: WaitingChange }

export const WaitingQueue = ({ side, waits }: WaitingProps & { side: Side }): ReactNode => {
  const words = useTexts(TEXTS)
  const { list, confirm } = SIDES[side]
  const [deed, setDeed] = useState<Deed | null>(null)
  const columns = useColumns(side, setDeed)
  const isOn = useMay()(list, confirm)
  const changes = useRead(list, { query: { waits_for: waits, page: 1, page_size: QUEUE_ROWS } }, { isOn })
  if (!isOn) return null
  const title = words[side]
  return (
    <Queue of={changes} title={title}>
      {(rows: readonly WaitingChange[]) => (
        <>
          <Table
            caption={title}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            noteOf={(row) => <Actor id={row.requested_by} />}
          />
          {deed !== null && <DecisionDialog side={side} {...deed} onClose={() => setDeed(null)} />}
        </>
      )}
    </Queue>
  )
}

const Differences = ({ of }: { of: WaitingChange }): ReactNode => (
  <DiffTable rows={of.changes.map(({ field, before, after }) => [field, before ?? '', after ?? ''])} />
)

const useColumns = (side: Side, onDeed: (deed: Deed) => void): Column<WaitingChange>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const common = useTexts(WORDS)
  const { person } = useMe()
  const { confirm, reject } = SIDES[side]
  const nameOf = ({ kind, label }: WaitingChange): string => label || kind
  return [
    {
      head: words.what,
      cell: (row) => (
        <>
          <strong>{nameOf(row)}</strong> <code className="quiet">{row.kind}</code>
        </>
      ),
    },
    { head: words.change, cell: (row) => <Differences of={row} /> },
    { head: words.askedBy, cell: (row) => <Actor id={row.requested_by} /> },
    { head: words.asked, cell: (row) => <Ago at={row.requested_at} /> },
    {
      head: common.actions,
      isKept: true,
      cell: (change) => (
        <span className="row-actions">
          <RowAction
            operation={confirm}
            text={record.confirm}
            of={nameOf(change)}
            reason={change.requested_by === person.id ? record.ownChange : null}
            onPress={() => onDeed({ isYes: true, change })}
          />
          <RowAction
            operation={reject}
            text={record.reject}
            of={nameOf(change)}
            onPress={() => onDeed({ isYes: false, change })}
          />
        </span>
      ),
    },
  ]
}

const DecisionDialog = ({ side, isYes, change, onClose }: Deed & { side: Side; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const { confirm, reject } = SIDES[side]
  return (
    <WriteDialog
      operation={isYes ? confirm : reject}
      inputOf={() => ({ path: { id: change.id } })}
      title={isYes ? words.confirmChange : words.rejectChange}
      hint={<Differences of={change} />}
      submit={isYes ? record.confirm : record.reject}
      kind={isYes ? 'primary' : 'danger'}
      said={isYes ? record.confirmed : record.rejected}
      onClose={onClose}
    />
  )
}
