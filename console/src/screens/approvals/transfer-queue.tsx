/**
 * Transfers that wait to be approved or sent; the step is taken on the transfer's page, where the earlier steps are
 * visible.
 */
import type { ReactNode } from 'react'
import type { Transfer } from '../../../../sdk/src/generated/transfers.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import { getTransfers, postTransfersBulkApprove, postTransfersBulkSend } from '../../generated/operations.ts'
import { Table } from '../../parts/table.tsx'
import { Ago, Amount } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { FIRST_PAGE, Queue, type WaitingProps } from './queue.tsx'
import { TEXTS } from './texts.ts'

const STEP = { pending: postTransfersBulkApprove, approved: postTransfersBulkSend } as const

interface TransferQueueProps extends WaitingProps {
  readonly status: 'pending' | 'approved'
  readonly title: string
}

export const TransferQueue = ({ status, title, waits }: TransferQueueProps): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const may = useMay()
  const isMine = may(getTransfers, STEP[status])
  const query = { status, waits_for: waits, ...FIRST_PAGE }
  const transfers = useRead(getTransfers, { query }, { isOn: isMine })
  if (!isMine) return null
  return (
    <Queue of={transfers} title={title} all={{ to: '/transfers', search: { status, ...(waits && { waits }) } }}>
      {(rows: readonly Transfer[]) => (
        <Table
          caption={title}
          rows={rows}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/transfers/${id}`}
          noteOf={(row) => row.external_id ?? row.description}
          columns={[
            { head: words.receiver, cell: (row) => row.receiver_account?.holder_name ?? row.id },
            {
              head: common.amount,
              isFigure: true,
              isKept: true,
              cell: (row) => <Amount minor={row.amount} currency={row.currency} isAligned />,
            },
            { head: common.reference, cell: (row) => row.external_id ?? row.description },
            { head: words.asked, cell: (row) => <Ago at={row.created} /> },
          ]}
        />
      )}
    </Queue>
  )
}
