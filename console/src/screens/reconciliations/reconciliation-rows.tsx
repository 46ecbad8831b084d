/** The rows of a reconciliation: ours and the bank's next to each other, resolved one by one or many at once. */
import { type ReactNode, useState } from 'react'
import type { Operations, Reconciliation, ReconciliationDetail } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { useMay, useMe } from '../../api/me.ts'
import { getReconciliationsByIdDetails, postReconciliationsByIdDetailsBulkResolve } from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { useAddress } from '../../parts/address.ts'
import { Filters } from '../../parts/filters.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Card } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLanguage, useLocale } from '../../texts/language.ts'
import { STATES } from '../../texts/states.ts'
import { WORDS } from '../../texts/words.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { RemedyDialog } from './remedy-dialog.tsx'
import { ResolveDialog } from './resolve-dialog.tsx'
import { type RowDeed, useRowColumns } from './row-columns.tsx'
import { TEXTS } from './texts.ts'

type Query = NonNullable<Operations['GET /api/v1/reconciliations/{id}/details']['query']>

const DISCREPANCIES = ['amount_mismatch', 'status_mismatch', 'orphan_db', 'orphan_bank', 'matched'] as const
const STATUSES = ['pending', 'resolved', 'ignored', 'auto_matched'] as const

export const ReconciliationRows = ({ of, isOpen }: { of: Reconciliation; isOpen: boolean }): ReactNode => {
  const words = useTexts(TEXTS)
  const may = useMay()
  const { person } = useMe()
  const [deed, setDeed] = useState<RowDeed | 'bulk' | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const rows = useRows(of.id)
  const columns = useRowColumns(isOpen, of.currency, setDeed)
  const close = (): void => setDeed(null)
  const canChoose = isOpen && may(postReconciliationsByIdDetailsBulkResolve)
  const choice = {
    chosen,
    change: setChosen,
    labelOf: ({ transaction_id, bank_transaction_id, id }: ReconciliationDetail) =>
      words.choose(transaction_id ?? bank_transaction_id ?? id),
    allLabel: words.chooseAll,
    // The person who requested it first is not the second person.
    reasonOf: (row: ReconciliationDetail) =>
      row.detail_status === 'pending' && row.awaiting_by === person.id ? words.ownProposal : null,
  }
  return (
    <Card title={words.rows} className="queue">
      <RowFilters />
      {chosen.size > 0 && <Chosen count={chosen.size} onResolve={() => setDeed('bulk')} />}
      <List of={rows} empty={{ title: words.noRows, hint: words.noRowsHint }}>
        {(items) => (
          <Table
            caption={words.rows}
            columns={columns}
            rows={items}
            keyOf={({ id }) => id}
            choice={canChoose ? choice : undefined}
          />
        )}
      </List>
      {deed === 'bulk' && (
        <BulkDialog id={of.id} chosen={[...chosen]} onClose={close} onDone={() => setChosen(new Set())} />
      )}
      {deed !== null && deed !== 'bulk' && deed.kind === 'resolve' && (
        <ResolveDialog id={of.id} currency={of.currency} row={deed.row} onClose={close} />
      )}
      {deed !== null && deed !== 'bulk' && deed.kind === 'remedy' && (
        <RemedyDialog id={of.id} currency={of.currency} row={deed.row} onClose={close} />
      )}
    </Card>
  )
}

const useRows = (id: string) => {
  const [{ discrepancy, state }] = useAddress()
  return useRead(
    getReconciliationsByIdDetails,
    {
      path: { id },
      query: {
        discrepancy: discrepancy as Query['discrepancy'],
        detail_status: state as Query['detail_status'],
        page: usePage(),
        page_size: PAGE_SIZE,
      },
    },
    { keepsRows: true },
  )
}

const RowFilters = (): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const language = useLanguage()
  const optionsOf = (values: readonly string[]) =>
    values.map((each) => [each, STATES[each]?.[language] ?? each] as const)
  return (
    <Filters
      choices={[
        { name: 'state', label: common.status, options: optionsOf(STATUSES) },
        { name: 'discrepancy', label: words.discrepancy, options: optionsOf(DISCREPANCIES) },
      ]}
    />
  )
}

const Chosen = ({ count, onResolve }: { count: number; onResolve: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  return (
    <div className="chosen" role="status">
      <span>{words.chosen(count.toLocaleString(locale))}</span>
      <Action operation={postReconciliationsByIdDetailsBulkResolve} onPress={onResolve} kind="primary">
        {words.resolve}
      </Action>
    </div>
  )
}
