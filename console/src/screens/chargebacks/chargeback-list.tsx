/** Chargebacks: those that need a response, nearest deadline first; and all of them. */
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Chargeback, Operations } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { getChargebacks, postChargebacks } from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { useAddress } from '../../parts/address.ts'
import { Filters } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { To } from '../../parts/link.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { usePeriod } from '../../parts/period.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Ago, Amount, Status, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLanguage } from '../../texts/language.ts'
import { STATES } from '../../texts/states.ts'
import { WORDS } from '../../texts/words.ts'
import { OpenDialog } from './open-dialog.tsx'
import { TEXTS } from './texts.ts'

type Query = NonNullable<Operations['GET /api/v1/chargebacks']['query']>
const STATUSES = ['opened', 'disputed', 'won', 'lost'] as const

const ChargebackList = (): ReactNode => {
  const words = useTexts(TEXTS)
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [{ view }] = useAddress()
  const isAll = view === 'all'
  const lane = (isNow: boolean): string => (isNow ? 'lane now' : 'lane')
  return (
    <Page
      title={words.title}
      actions={
        <Action operation={postChargebacks} onPress={() => setOpen(true)}>
          <Icon name="plus" />
          {words.open}
        </Action>
      }
    >
      <nav className="lanes" aria-label={words.title}>
        <To to="/chargebacks" className={lane(!isAll)}>
          {words.toAnswer}
        </To>
        <To to="/chargebacks" search={{ view: 'all' }} className={lane(isAll)}>
          {words.everything}
        </To>
      </nav>
      {isAll ? <All /> : <ToAnswer />}
      {isOpen && (
        <OpenDialog onClose={() => setOpen(false)} onOpened={(id) => void navigate({ to: `/chargebacks/${id}` })} />
      )}
    </Page>
  )
}

const ToAnswer = (): ReactNode => {
  const words = useTexts(TEXTS)
  const open = useRead(
    getChargebacks,
    { query: { status: 'opened', order_by: 'deadline', page: usePage(), page_size: PAGE_SIZE } },
    { keepsRows: true },
  )
  return (
    <List of={open} kind="chargeback" empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
      {(rows) => <Rows rows={rows} caption={words.caption} />}
    </List>
  )
}

const All = (): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const language = useLanguage()
  const [{ status }] = useAddress()
  const all = useRead(
    getChargebacks,
    {
      query: {
        status: status as Query['status'],
        ...usePeriod('start_date', 'end_date'),
        page: usePage(),
        page_size: PAGE_SIZE,
      },
    },
    { keepsRows: true },
  )
  return (
    <>
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
      <List of={all} kind="chargeback" empty={{ title: words.emptyAll }}>
        {(rows) => <Rows rows={rows} caption={words.captionAll} />}
      </List>
    </>
  )
}

const Rows = ({ rows, caption }: { rows: readonly Chargeback[]; caption: string }): ReactNode => (
  <Table
    caption={caption}
    columns={useColumns()}
    rows={rows}
    keyOf={({ id }) => id}
    linkOf={({ id }) => `/chargebacks/${id}`}
    noteOf={(row) => <Deadline of={row} />}
  />
)

export const Deadline = ({ of }: { of: Chargeback }): ReactNode => {
  const words = useTexts(TEXTS)
  if (of.response_deadline === null) return <span className="quiet">{words.noDeadline}</span>
  return (
    <>
      <Time at={of.response_deadline} form="day" />
      {of.status === 'opened' && (
        <>
          {' · '}
          <Ago at={of.response_deadline} />
        </>
      )}
      {of.deadline_alarm && (
        <>
          {' '}
          <Status value={of.deadline_alarm} />
        </>
      )}
    </>
  )
}

const useColumns = (): Column<Chargeback>[] => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  return [
    { head: common.reason, cell: (row) => row.reason ?? row.reason_code ?? words.chargeback },
    {
      head: common.amount,
      isFigure: true,
      isKept: true,
      cell: (row) => (
        <>
          <Amount minor={row.amount} currency={row.currency} isAligned />
          <span className="only-phone">
            <Status value={row.status} />
          </span>
        </>
      ),
    },
    { head: words.deadline, cell: (row) => <Deadline of={row} /> },
    { head: common.status, cell: (row) => <Status value={row.status} /> },
    { head: common.merchant, cell: (row) => row.merchant_name },
    { head: words.card, cell: (row) => row.masked_card_number },
  ]
}

export default ChargebackList
