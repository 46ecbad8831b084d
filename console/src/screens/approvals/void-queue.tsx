/** Voids that a person requested: who, why, and the decision. */
import { type ReactNode, useState } from 'react'
import type { CancellationRequest } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { useMay, useMe } from '../../api/me.ts'
import {
  getCancellationRequests,
  postCancellationRequestsByIdApprove,
  postCancellationRequestsByIdReject,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { Field } from '../../parts/form.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Actor, Ago, Amount } from '../../parts/values.tsx'
import { filled, WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { FIRST_PAGE, Queue, type WaitingProps } from './queue.tsx'
import { TEXTS } from './texts.ts'

type Deed = { readonly isApproval: boolean; readonly request: CancellationRequest }

export const VoidQueue = ({ waits }: WaitingProps): ReactNode => {
  const words = useTexts(TEXTS)
  const may = useMay()
  const [deed, setDeed] = useState<Deed | null>(null)
  const columns = useColumns(setDeed)
  const isMine = may(getCancellationRequests)
  const requests = useRead(
    getCancellationRequests,
    { query: { status: 'pending', waits_for: waits, ...FIRST_PAGE } },
    { isOn: isMine },
  )
  if (!isMine) return null
  return (
    <Queue of={requests} title={words.voids}>
      {(rows: readonly CancellationRequest[]) => (
        <>
          <Table
            caption={words.voids}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ transaction_id: id }) => `/payments/${id}`}
            noteOf={(row) => <Actor id={row.requested_by} />}
          />
          {deed !== null && <DecisionDialog {...deed} onClose={() => setDeed(null)} />}
        </>
      )}
    </Queue>
  )
}

const useColumns = (onDeed: (deed: Deed) => void): Column<CancellationRequest>[] => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const { person } = useMe()
  const reasonOf = (row: CancellationRequest): string | null =>
    row.requested_by === person.id ? words.ownRequest : null
  return [
    { head: common.reason, cell: (row) => row.reason ?? words.payment },
    {
      head: common.amount,
      isFigure: true,
      cell: (row) =>
        row.transaction && <Amount minor={row.transaction.amount} currency={row.transaction.currency} isAligned />,
    },
    { head: words.askedBy, cell: (row) => <Actor id={row.requested_by} /> },
    { head: words.asked, cell: (row) => <Ago at={row.requested_at} /> },
    {
      head: common.actions,
      isKept: true,
      cell: (request) => (
        <span className="row-actions">
          <Action
            operation={postCancellationRequestsByIdApprove}
            reason={reasonOf(request)}
            onPress={() => onDeed({ isApproval: true, request })}
          >
            {words.approve}
          </Action>
          <Action
            operation={postCancellationRequestsByIdReject}
            reason={reasonOf(request)}
            onPress={() => onDeed({ isApproval: false, request })}
          >
            {words.reject}
          </Action>
        </span>
      ),
    },
  ]
}

const DecisionDialog = ({ isApproval, request, onClose }: Deed & { onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const note = <Field name="note" label={common.note} isLong maxLength={500} />
  if (isApproval)
    return (
      <WriteDialog
        operation={postCancellationRequestsByIdApprove}
        inputOf={({ note }) => ({ path: { id: request.id }, body: { note: filled(note) } })}
        title={words.approveVoid}
        hint={words.approveVoidHint}
        submit={words.approve}
        fields={['note']}
        said={words.approved}
        onClose={onClose}
      >
        {note}
      </WriteDialog>
    )
  return (
    <WriteDialog
      operation={postCancellationRequestsByIdReject}
      inputOf={({ note }) => ({ path: { id: request.id }, body: { note: filled(note) } })}
      title={words.rejectVoid}
      hint={words.rejectVoidHint}
      submit={words.reject}
      kind="danger"
      fields={['note']}
      said={words.rejected}
      onClose={onClose}
    >
      {note}
    </WriteDialog>
  )
}
