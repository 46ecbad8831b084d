/** Recurring transfers: what is paid when, and to whom; created, changed, paused, resumed, canceled. */
import { type ReactNode, useState } from 'react'
import type { Operations, RecurringTransfer } from '../../../../sdk/src/generated/transfers.ts'
import { useRead } from '../../api/data.ts'
import {
  deleteRecurringtransfersById,
  getRecurringtransfers,
  postRecurringtransfers,
  postRecurringtransfersByIdPause,
  postRecurringtransfersByIdResume,
  putRecurringtransfersById,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { useAddress } from '../../parts/address.ts'
import { Filters } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { List, PAGE_SIZE, toPage, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { RowMenu } from '../../parts/record/row-menu.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { Amount, Status, Time } from '../../parts/values.tsx'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { type Same, useTexts } from '../../texts/dictionary.ts'
import { useLanguage, useLocale } from '../../texts/language.ts'
import { STATES } from '../../texts/states.ts'
import { WORDS } from '../../texts/words.ts'
import { PlanDialog } from './plan-dialog.tsx'
import { TEXTS } from './texts.ts'

type Query = NonNullable<Operations['GET /api/v1/recurringtransfers']['query']>
type Deed =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'pause' | 'resume' | 'cancel'; readonly of: RecurringTransfer }
const STATUSES = ['active', 'paused', 'completed', 'cancelled'] as const

const PlanList = (): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const language = useLanguage()
  const [{ q, status }] = useAddress()
  const [deed, setDeed] = useState<Deed | null>(null)
  const columns = useColumns(setDeed)
  const plans = useRead(
    getRecurringtransfers,
    { query: { search_term: q, status: status as Query['status'], page: usePage(), page_size: PAGE_SIZE } },
    { keepsRows: true },
  )
  return (
    <Page
      title={words.title}
      hint={words.hint}
      actions={
        <Action operation={postRecurringtransfers} onPress={() => setDeed({ kind: 'new' })} kind="primary">
          <Icon name="plus" />
          {words.add}
        </Action>
      }
    >
      <Filters
        find={{ name: 'q', label: words.find }}
        choices={[
          {
            name: 'status',
            label: common.status,
            options: STATUSES.map((each) => [each, STATES[each]?.[language] ?? each]),
          },
        ]}
      />
      <List of={toPage(plans)} empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
        {(rows) => (
          <Table
            caption={words.caption}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            noteOf={(row) => row.recipient?.holder_name}
          />
        )}
      </List>
      {deed !== null && <DeedDialog deed={deed} onClose={() => setDeed(null)} />}
    </Page>
  )
}

const useColumns = (onDeed: (deed: Deed) => void): Column<RecurringTransfer>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const common = useTexts(WORDS)
  const locale = useLocale()
  return [
    { head: record.name, cell: (row) => <strong>{row.plan_name}</strong> },
    { head: words.receiver, cell: (row) => row.recipient?.holder_name },
    {
      head: common.amount,
      isFigure: true,
      cell: (row) => <Amount minor={row.amount} currency={row.currency} isAligned />,
    },
    { head: words.repeats, cell: (row) => words[row.repeat_type] },
    { head: common.status, cell: (row) => <Status value={row.status} /> },
    { head: words.nextRun, cell: (row) => <Time at={row.next_payment_date} /> },
    { head: words.made, isFigure: true, cell: (row) => row.execution_count.toLocaleString(locale) },
    {
      head: common.actions,
      isKept: true,
      cell: (row) => <RowMenu of={row.plan_name} deeds={deedsOf(row, words, record.edit, onDeed)} />,
    },
  ]
}

/** A plan that has ended can no longer be changed. */
const deedsOf = (
  of: RecurringTransfer,
  words: Same<(typeof TEXTS)['en']>,
  edit: string,
  onDeed: (deed: Deed) => void,
) => {
  const reason = of.status === 'active' || of.status === 'paused' ? null : words.over
  const isPaused = of.status === 'paused'
  return [
    { operation: putRecurringtransfersById, text: edit, reason, onPress: () => onDeed({ kind: 'edit', of }) },
    isPaused
      ? {
          operation: postRecurringtransfersByIdResume,
          text: words.resume,
          onPress: () => onDeed({ kind: 'resume', of }),
        }
      : {
          operation: postRecurringtransfersByIdPause,
          text: words.pause,
          reason,
          onPress: () => onDeed({ kind: 'pause', of }),
        },
    {
      operation: deleteRecurringtransfersById,
      text: words.cancelIt,
      reason,
      onPress: () => onDeed({ kind: 'cancel', of }),
    },
  ]
}

const DeedDialog = ({ deed, onClose }: { deed: Deed; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  if (deed.kind === 'new') return <PlanDialog onClose={onClose} />
  const { of } = deed
  if (deed.kind === 'edit') return <PlanDialog of={of} onClose={onClose} />
  const inputOf = () => ({ path: { id: of.id } })
  if (deed.kind === 'cancel')
    return (
      <WriteDialog
        operation={deleteRecurringtransfersById}
        inputOf={inputOf}
        title={words.cancelTitle(of.plan_name)}
        hint={words.cancelHint}
        submit={words.cancelIt}
        kind="danger"
        said={words.cancelled}
        onClose={onClose}
      />
    )
  const isPause = deed.kind === 'pause'
  return (
    <WriteDialog
      operation={isPause ? postRecurringtransfersByIdPause : postRecurringtransfersByIdResume}
      inputOf={inputOf}
      title={isPause ? words.pauseTitle(of.plan_name) : words.resumeTitle(of.plan_name)}
      hint={isPause ? words.pauseHint : undefined}
      submit={isPause ? words.pause : words.resume}
      said={words.done}
      onClose={onClose}
    />
  )
}

export default PlanList
