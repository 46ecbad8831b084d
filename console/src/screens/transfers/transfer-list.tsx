/** Transfers in tabs by state; many can be approved, rejected or sent together. */
import { type ReactNode, useState } from 'react'
import type { Operations, Transfer, TransferStatus } from '../../../../sdk/src/generated/transfers.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import { useFresh } from '../../api/stream.ts'
import { getTransfers, postTransfersBulkCreate } from '../../generated/operations.ts'
import { useAddress } from '../../parts/address.ts'
import { Filters, useOrderChoice } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { To } from '../../parts/link.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { usePeriod } from '../../parts/period.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Actor, Amount, Status, Time } from '../../parts/values.tsx'
import { type Same, useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { TEXTS } from './texts.ts'
import { type Step, StepOutcome, type StepResult, TransferSteps } from './transfer-steps.tsx'

type Query = NonNullable<Operations['GET /api/v1/transfers']['query']>
type Words = Same<(typeof TEXTS)['en']>

const LANES: readonly (readonly [status: TransferStatus, name: keyof Words])[] = [
  ['pending', 'lanePending'],
  ['approved', 'laneApproved'],
  ['processing', 'laneProcessing'],
  ['delivered', 'laneDelivered'],
  ['completed', 'laneCompleted'],
  ['failed', 'laneFailed'],
  ['rejected', 'laneRejected'],
]

/** Actions on many transfers, by tab. */
const STEPS: Readonly<Partial<Record<string, readonly Step[]>>> = { pending: ['approve', 'reject'], approved: ['send'] }

const TransferList = (): ReactNode => {
  const words = useTexts(TEXTS)
  const may = useMay()
  const [{ q, status, way, sort, waits }] = useAddress()
  const [result, setResult] = useState<StepResult | null>(null)
  const transfers = useRead(
    getTransfers,
    {
      query: {
        search_term: q,
        status: status as Query['status'],
        transfer_type: way as Query['transfer_type'],
        waits_for: waits as Query['waits_for'],
        sort: sort as Query['sort'],
        ...usePeriod('from_date', 'to_date'),
        page: usePage(),
        page_size: PAGE_SIZE,
      },
    },
    { keepsRows: true },
  )
  const ways = (['fast', 'eft', 'remittance'] as const).map((value) => [value, words[value]] as const)
  return (
    <Page
      title={words.title}
      actions={
        may(postTransfersBulkCreate) && (
          <>
            <To to="/transfers/import" className="button">
              {words.fromFile}
            </To>
            <To to="/transfers/new" className="button primary">
              <Icon name="plus" />
              {words.newTransfer}
            </To>
          </>
        )
      }
    >
      <Lanes now={status} />
      <Filters
        find={{ name: 'q', label: words.find }}
        choices={[
          { name: 'way', label: words.way, options: ways },
          { name: 'waits', label: words.waits, options: [['me', words.waitsForMe]] },
          useOrderChoice(),
        ]}
        hasPeriod
      />
      <StepOutcome result={result} />
      <List of={transfers} kind="transfer" empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
        {(rows) => <Rows rows={rows} steps={STEPS[status ?? ''] ?? []} onDone={setResult} />}
      </List>
    </Page>
  )
}

const Lanes = ({ now }: { now: string | undefined }): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  return (
    <nav className="lanes" aria-label={words.lanes}>
      <To to="/transfers" className={now === undefined ? 'lane now' : 'lane'}>
        {common.all}
      </To>
      {LANES.map(([status, name]) => (
        <To key={status} to="/transfers" search={{ status }} className={now === status ? 'lane now' : 'lane'}>
          {words[name] as string}
        </To>
      ))}
    </nav>
  )
}

interface RowsProps {
  readonly rows: readonly Transfer[]
  readonly steps: readonly Step[]
  readonly onDone: (result: StepResult) => void
}

const Rows = ({ rows, steps, onDone }: RowsProps): ReactNode => {
  const words = useTexts(TEXTS)
  const locale = useLocale()
  const columns = useColumns(words)
  const fresh = useFresh('transfer')
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  // A row that has left the page is not acted on.
  const chosen = new Set(rows.map(({ id }) => id).filter((id) => picked.has(id)))
  const nameOf = (row: Transfer): string => row.external_id ?? row.receiver_account?.holder_name ?? row.id
  return (
    <>
      {steps.length > 0 && chosen.size > 0 && (
        <div className="chosen">
          <span>{words.chosen(chosen.size.toLocaleString(locale))}</span>
          <TransferSteps
            ids={[...chosen]}
            steps={steps}
            onDone={(result) => {
              setPicked(new Set())
              onDone(result)
            }}
          />
        </div>
      )}
      <Table
        caption={words.caption}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/transfers/${id}`}
        noteOf={(row) => <>{row.external_id ?? row.description}</>}
        isNew={({ id }) => fresh.has(id)}
        choice={
          steps.length === 0
            ? undefined
            : { chosen, change: setPicked, labelOf: (row) => words.choose(nameOf(row)), allLabel: words.chooseAll }
        }
      />
    </>
  )
}

const useColumns = (words: Words): Column<Transfer>[] => {
  const common = useTexts(WORDS)
  return [
    { head: words.receiver, cell: (row) => row.receiver_account?.holder_name ?? row.id },
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
    { head: common.status, cell: (row) => <Status value={row.status} /> },
    { head: common.reference, cell: (row) => row.external_id ?? row.description },
    { head: words.way, cell: (row) => words[row.success_transfer_type ?? row.request_transfer_type] },
    { head: words.maker, cell: (row) => <Actor id={row.created_by} /> },
    { head: words.scheduled, cell: (row) => <Time at={row.scheduled_date} /> },
  ]
}

export default TransferList
