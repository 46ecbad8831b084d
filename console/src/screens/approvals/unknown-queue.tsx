/** Operations whose outcome no bank reported: one person proposes what was found at the bank, another confirms. */
import { type ReactNode, useState } from 'react'
import type { KnownOutcome, UnresolvedOperation } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { useMay, useMe } from '../../api/me.ts'
import {
  getUnresolvedOperations,
  postUnresolvedOperationsByIdConfirm,
  postUnresolvedOperationsByIdPropose,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { Field } from '../../parts/form.tsx'
import { PickField } from '../../parts/pick-field.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Actor, Ago, Amount, Id } from '../../parts/values.tsx'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { QUEUE_ROWS, Queue, type WaitingProps } from './queue.tsx'
import { TEXTS } from './texts.ts'

const OUTCOMES: readonly KnownOutcome[] = ['booked', 'not_booked']

export const UnknownQueue = ({ waits }: WaitingProps): ReactNode => {
  const words = useTexts(TEXTS)
  const may = useMay()
  const [open, setOpen] = useState<UnresolvedOperation | null>(null)
  const columns = useColumns(setOpen)
  const isMine = may(getUnresolvedOperations)
  const query = (status: 'waiting' | 'proposed') => ({
    query: { status, waits_for: waits, page: 1, page_size: QUEUE_ROWS },
  })
  const proposed = useRead(getUnresolvedOperations, query('proposed'), { isOn: isMine })
  const waiting = useRead(getUnresolvedOperations, query('waiting'), { isOn: isMine })
  if (!isMine) return null
  const isProposed = (proposed.data?.total_count ?? 0) > 0
  return (
    <Queue of={isProposed ? proposed : waiting} title={words.unknown}>
      {(rows: readonly UnresolvedOperation[]) => (
        <>
          <Table
            caption={words.unknown}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ transaction_id: id }) => `/payments/${id}`}
          />
          {open !== null && <OutcomeDialog operation={open} onClose={() => setOpen(null)} />}
        </>
      )}
    </Queue>
  )
}

const useColumns = (onOpen: (operation: UnresolvedOperation) => void): Column<UnresolvedOperation>[] => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const { person } = useMe()
  return [
    { head: words.what, cell: (row) => words[row.kind] },
    {
      head: common.amount,
      isFigure: true,
      cell: (row) => <Amount minor={row.amount} currency={row.currency} isAligned />,
    },
    { head: words.bankReference, cell: (row) => <Id value={row.bank_reference} /> },
    { head: words.waiting, cell: (row) => <Ago at={row.waiting_since} /> },
    { head: words.proposedBy, cell: (row) => <Actor id={row.proposed_by} /> },
    {
      head: common.actions,
      isKept: true,
      cell: (row) =>
        row.status === 'proposed' ? (
          <Action
            operation={postUnresolvedOperationsByIdConfirm}
            reason={row.proposed_by === person.id ? words.ownProposal : null}
            onPress={() => onOpen(row)}
          >
            {words.confirmIt}
          </Action>
        ) : (
          <Action operation={postUnresolvedOperationsByIdPropose} onPress={() => onOpen(row)}>
            {words.propose}
          </Action>
        ),
    },
  ]
}

const OutcomeDialog = ({ operation, onClose }: { operation: UnresolvedOperation; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const { id, proposed_outcome: outcome, change_id } = operation
  if (outcome !== null)
    return (
      <WriteDialog
        operation={postUnresolvedOperationsByIdConfirm}
        inputOf={() => ({ path: { id }, body: { outcome, change_id } })}
        title={words.confirmTitle}
        hint={words.confirmHint(words[outcome])}
        submit={words.confirmIt}
        said={words.confirmed}
        onClose={onClose}
      />
    )
  return (
    <WriteDialog
      operation={postUnresolvedOperationsByIdPropose}
      inputOf={({ outcome: found, note = '' }) => ({ path: { id }, body: { outcome: found as KnownOutcome, note } })}
      title={words.proposeTitle}
      hint={words.proposeHint}
      submit={words.propose}
      fields={['outcome', 'note']}
      said={words.proposed}
      onClose={onClose}
    >
      <PickField name="outcome" label={words.outcome} options={OUTCOMES.map((each) => [each, words[each]])} />
      <Field name="note" label={words.foundWhere} isLong isRequired maxLength={1000} />
    </WriteDialog>
  )
}
