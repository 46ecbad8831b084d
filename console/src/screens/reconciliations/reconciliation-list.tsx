/** Reconciliations: which days of which bank agree, and what is open. */
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Operations, Reconciliation } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import {
  getReconciliations,
  getReconciliationsById,
  postReconciliationsFiles,
  postReconciliationsStart,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { useAddress } from '../../parts/address.ts'
import { Filters } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { usePeriod } from '../../parts/period.tsx'
import { CalendarDay } from '../../parts/record/calendar-day.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Amount, Status } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLanguage, useLocale } from '../../texts/language.ts'
import { STATES } from '../../texts/states.ts'
import { WORDS } from '../../texts/words.ts'
import { differing, stillOpen } from './counts.ts'
import { StartDialog } from './start-dialog.tsx'
import { TEXTS } from './texts.ts'
import { UploadDialog } from './upload-dialog.tsx'

type Query = NonNullable<Operations['GET /api/v1/reconciliations']['query']>
const STATUSES = ['in_review', 'completed', 'partially_completed', 'cancelled', 'draft'] as const

const ReconciliationList = (): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const language = useLanguage()
  const navigate = useNavigate()
  const [{ status }] = useAddress()
  const [deed, setDeed] = useState<'upload' | 'start' | null>(null)
  const columns = useColumns()
  const may = useMay()
  const mayRead = may(getReconciliations)
  const reconciliations = useRead(
    getReconciliations,
    {
      query: {
        overall_status: status as Query['overall_status'],
        ...usePeriod('start_date', 'end_date'),
        page: usePage(),
        page_size: PAGE_SIZE,
      },
    },
    { keepsRows: true, isOn: mayRead },
  )
  const open = (id: string): void => {
    if (may(getReconciliationsById)) void navigate({ to: `/reconciliations/${id}` })
  }
  return (
    <Page
      title={words.title}
      actions={
        <>
          <Action operation={postReconciliationsFiles} onPress={() => setDeed('upload')} kind="primary">
            <Icon name="plus" />
            {words.upload}
          </Action>
          <Action operation={postReconciliationsStart} onPress={() => setDeed('start')}>
            {words.start}
          </Action>
        </>
      }
    >
      {mayRead ? null : <p>{words.uploadOnly}</p>}
      {mayRead && (
        <Filters
          choices={[
            {
              name: 'status',
              label: common.status,
              options: STATUSES.map((each) => [each, STATES[each]?.[language] ?? each]),
            },
          ]}
          hasPeriod
        />
      )}
      {mayRead && (
        <List of={reconciliations} kind="reconciliation" empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
          {(rows) => (
            <Table
              caption={words.caption}
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              linkOf={({ id }) => `/reconciliations/${id}`}
              noteOf={(row) => <CalendarDay date={row.reconciliation_date} />}
            />
          )}
        </List>
      )}
      {deed === 'upload' && <UploadDialog onClose={() => setDeed(null)} onTaken={open} />}
      {deed === 'start' && <StartDialog onClose={() => setDeed(null)} onStarted={open} />}
    </Page>
  )
}

const useColumns = (): Column<Reconciliation>[] => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const locale = useLocale()
  return [
    {
      head: words.bank,
      cell: (row) => row.connector_config_name ?? row.merchant_name ?? row.bank_code ?? words.reconciliation,
    },
    { head: words.days, cell: (row) => <CalendarDay date={row.reconciliation_date} /> },
    {
      head: common.status,
      isKept: true,
      cell: (row) => (
        <>
          <Status value={row.overall_status} />
          {row.overall_status === 'in_review' && row.waiting_files > 0 && <Status value="waiting" />}
        </>
      ),
    },
    { head: words.matched, isFigure: true, cell: (row) => row.matched_count.toLocaleString(locale) },
    {
      head: words.open,
      isFigure: true,
      cell: (row) =>
        differing(row) === 0 ? (
          <span className="quiet">{words.allClear}</span>
        ) : (
          words.openOf(stillOpen(row).toLocaleString(locale), differing(row).toLocaleString(locale))
        ),
    },
    {
      head: words.ours,
      isFigure: true,
      cell: (row) => <Amount minor={row.total_db_amount} currency={row.currency} isAligned />,
    },
    {
      head: words.theirs,
      isFigure: true,
      cell: (row) => <Amount minor={row.total_bank_amount} currency={row.currency} isAligned />,
    },
  ]
}

export default ReconciliationList
