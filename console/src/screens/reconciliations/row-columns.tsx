/** Columns of the rows: what differs, our side, the bank's side, and what can be done. */
import type { ReactNode } from 'react'
import type { ReconciliationDetail } from '../../../../sdk/src/generated/cards.ts'
import { useMe } from '../../api/me.ts'
import {
  postReconciliationsByIdDetailsByDetailIdRemedy,
  postReconciliationsByIdDetailsByDetailIdResolve,
} from '../../generated/operations.ts'
import { To } from '../../parts/link.tsx'
import { RowAction } from '../../parts/record/row-action.tsx'
import type { Column } from '../../parts/table.tsx'
import { Amount, Status } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { TEXTS } from './texts.ts'

export type RowDeed = { readonly kind: 'resolve' | 'remedy'; readonly row: ReconciliationDetail }

export const useRowColumns = (
  isOpen: boolean,
  currency: string | null,
  onDeed: (deed: RowDeed) => void,
): Column<ReconciliationDetail>[] => {
  const words = useTexts(TEXTS)
  return [
    { head: words.discrepancy, cell: (row) => <What row={row} currency={currency} /> },
    {
      head: words.ours,
      isFigure: true,
      cell: (row) => <Side amount={row.db_amount} status={row.db_status} currency={currency} />,
    },
    {
      head: words.theirs,
      isFigure: true,
      cell: (row) => <Side amount={row.bank_amount} status={row.bank_status} currency={currency} />,
    },
    {
      head: words.difference,
      isFigure: true,
      cell: ({ db_amount: ours, bank_amount: theirs }) =>
        ours !== null && theirs !== null && ours !== theirs ? (
          <Amount minor={theirs - ours} currency={currency} isAligned />
        ) : null,
    },
    { head: words.proposed, isKept: true, cell: (row) => <Next row={row} isOpen={isOpen} onDeed={onDeed} /> },
  ]
}

interface SideProps {
  readonly amount: number | null
  readonly status: string | null
  readonly currency: string | null
}

const Side = ({ amount, status, currency }: SideProps): ReactNode => {
  const words = useTexts(TEXTS)
  if (amount === null && status === null) return <span className="quiet">{words.missing}</span>
  return (
    <>
      {amount !== null && (
        <span className="block">
          <Amount minor={amount} currency={currency} isAligned />
        </span>
      )}
      {status !== null && <Status value={ofBank(status)} />}
    </>
  )
}

/** A bank's `approved` is final, whereas a transfer with that state continues. */
export const ofBank = (status: string): string => (status === 'approved' ? 'taken' : status)

/** On a phone the two sides are below it. */
const What = ({ row, currency }: { row: ReconciliationDetail; currency: string | null }): ReactNode => {
  const words = useTexts(TEXTS)
  return (
    <>
      <Status value={row.discrepancy} />
      {row.kind !== 'movement' && <span className="quiet small"> {words[row.kind]}</span>}
      <span className="block small">
        {row.transaction_id ? (
          <To to={`/payments/${row.transaction_id}`}>{words.ourReference}</To>
        ) : (
          <code>{row.bank_transaction_id}</code>
        )}
      </span>
      {row.reason && <span className="block small quiet">{row.reason}</span>}
      <span className="row-note">
        {words.ours}: <Side amount={row.db_amount} status={row.db_status} currency={currency} />
        <br />
        {words.theirs}: <Side amount={row.bank_amount} status={row.bank_status} currency={currency} />
      </span>
    </>
  )
}

const Next = ({
  row,
  isOpen,
  onDeed,
}: {
  row: ReconciliationDetail
  isOpen: boolean
  onDeed: (deed: RowDeed) => void
}): ReactNode => {
  const words = useTexts(TEXTS)
  const { person } = useMe()
  const name = row.transaction_id ?? row.bank_transaction_id ?? row.id
  if (row.detail_status !== 'pending')
    return (
      <>
        <Status value={row.detail_status} />
        {row.resolution_action && (
          <span className="block small quiet">{words[toActionWord(row.resolution_action)]}</span>
        )}
        {row.remarks && <span className="block small quiet">{row.remarks}</span>}
      </>
    )
  const isOwn = row.awaiting_by === person.id
  return (
    <>
      {row.awaiting_action && (
        <span className="block small quiet">{words.awaits(words[toActionWord(row.awaiting_action)])}</span>
      )}
      {isOwn && isOpen && <span className="block small">{words.ownProposal}</span>}
      {row.remedy_status && row.remedy_status !== 'proposed' && <Status value={row.remedy_status} />}
      {isOpen && (
        <span className="row-actions">
          {row.remedy !== null && row.remedy_status !== 'carried_out' && (
            <RowAction
              operation={postReconciliationsByIdDetailsByDetailIdRemedy}
              text={words[row.remedy]}
              of={name}
              onPress={() => onDeed({ kind: 'remedy', row })}
            />
          )}
          {!isOwn && (
            <RowAction
              operation={postReconciliationsByIdDetailsByDetailIdResolve}
              text={row.awaiting_action ? words.confirmProposal : words.resolve}
              of={name}
              onPress={() => onDeed({ kind: 'resolve', row })}
            />
          )}
        </span>
      )}
    </>
  )
}

/** A remedy and a resolution may share a name but are displayed with different words. */
export const toActionWord = <A extends string>(action: A): Exclude<A, 'force_status'> | 'force_status_action' =>
  (action === 'force_status' ? 'force_status_action' : action) as Exclude<A, 'force_status'> | 'force_status_action'
