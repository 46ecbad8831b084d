/**
 * Changes of routing and of fraud checks that take effect once a second person has confirmed them; each is shown
 * completely where it is decided.
 */
import { type ReactNode, useState } from 'react'
import type { WaitingChange } from '../../../../sdk/src/generated/shared.ts'
import { useRead } from '../../api/data.ts'
import { useMay, useMe } from '../../api/me.ts'
import { RowAction } from '../../parts/record/row-action.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { Actor, Ago } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import {
  Differences,
  SIDES,
  type Side,
  useKindOfWaiting,
  useNameOfWaiting,
  WaitingDecision,
  type WaitingDeed,
} from '../waiting/waiting-changes.tsx'
import { QUEUE_ROWS, Queue, type WaitingProps } from './queue.tsx'
import { TEXTS } from './texts.ts'

export const WaitingQueue = ({ side, waits }: WaitingProps & { side: Side }): ReactNode => {
  const words = useTexts(TEXTS)
  const { list, confirm } = SIDES[side]
  const [deed, setDeed] = useState<WaitingDeed | null>(null)
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
          {deed !== null && <WaitingDecision side={side} {...deed} onClose={() => setDeed(null)} />}
        </>
      )}
    </Queue>
  )
}

const useColumns = (side: Side, onDeed: (deed: WaitingDeed) => void): Column<WaitingChange>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const common = useTexts(WORDS)
  const { person } = useMe()
  const { confirm, reject } = SIDES[side]
  const nameOf = useNameOfWaiting()
  const kindOf = useKindOfWaiting()
  return [
    {
      head: words.what,
      cell: (row) => (
        <>
          <strong>{nameOf(row)}</strong>
          {row.label !== '' && <span className="block small quiet">{kindOf(row)}</span>}
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
            text={change.requested_by === person.id ? record.withdraw : record.reject}
            of={nameOf(change)}
            onPress={() => onDeed({ isYes: false, change })}
          />
        </span>
      ),
    },
  ]
}
