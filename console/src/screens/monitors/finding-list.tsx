/** Findings of the monitors, open ones and ended ones. */
import type { ReactNode } from 'react'
import type { MonitorFinding } from '../../../../sdk/src/generated/identity.ts'
import { useRead } from '../../api/data.ts'
import { getMonitorsChannels, getMonitorsFindings } from '../../generated/operations.ts'
import { useAddress } from '../../parts/address.ts'
import { Icon } from '../../parts/icon.tsx'
import { Lanes } from '../../parts/lanes.tsx'
import { To } from '../../parts/link.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Page } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Status, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useKinds, useTarget } from './kinds.ts'
import { TEXTS } from './texts.ts'

const REFRESH_MS = 60_000

const FindingList = (): ReactNode => {
  const words = useTexts(TEXTS)
  const isOpen = useAddress()[0].which !== 'over'
  const columns = useColumns(isOpen)
  const findings = useRead(
    getMonitorsFindings,
    { query: { open: isOpen, page: usePage(), page_size: PAGE_SIZE } },
    { keepsRows: true, everyMs: REFRESH_MS },
  )
  return (
    <Page
      title={words.title}
      hint={words.hint}
      actions={
        <To to="/monitors/channels" className="button">
          {words.channels}
        </To>
      }
    >
      <Unheard />
      <Lanes
        label={words.which}
        to="/monitors"
        name="which"
        options={[
          ['open', words.open],
          ['over', words.over],
        ]}
        hasAll={false}
      />
      <List
        of={findings}
        empty={
          isOpen ? { title: words.wellTitle, hint: <Watched /> } : { title: words.noneTitle, hint: words.noneHint }
        }
      >
        {(rows) => (
          <Table
            caption={words.caption}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            noteOf={({ since }) => <Time at={since} />}
          />
        )}
      </List>
    </Page>
  )
}

/** A warning while no channel is on. */
const Unheard = (): ReactNode => {
  const words = useTexts(TEXTS)
  const { data } = useRead(getMonitorsChannels, { query: { page_size: 100 } })
  if (data === undefined || data.items.some((channel) => channel.is_active && channel.is_confirmed)) return null
  return (
    <div className="notice waits">
      <Icon name="warn" />
      <span>{words.nobody}</span>
    </div>
  )
}

const Watched = (): ReactNode => {
  const words = useTexts(TEXTS)
  const kinds = useKinds()
  return (
    <>
      {words.wellHint}
      {kinds.map((kind) => (
        <span key={kind} className="block">
          {words[kind]}
        </span>
      ))}
    </>
  )
}

const useColumns = (isOpen: boolean): Column<MonitorFinding>[] => {
  const words = useTexts(TEXTS)
  const targetOf = useTarget()
  const look = (row: MonitorFinding): ReactNode => {
    const to = targetOf(row)
    return to === null ? null : (
      <To to={to} className="block small">
        {words.look}
        <span className="unseen">: {row.title}</span>
      </To>
    )
  }
  return [
    {
      head: words.finding,
      cell: (row) => (
        <>
          <strong>{row.title}</strong>
          <span className="block small quiet">{row.text}</span>
          {look(row)}
        </>
      ),
    },
    { head: words.severity, isKept: true, cell: (row) => <Status value={row.severity} /> },
    { head: words.since, cell: (row) => <Time at={row.since} /> },
    ...(isOpen ? [] : [{ head: words.until, cell: (row: MonitorFinding) => <Time at={row.ended_at} /> }]),
  ]
}

export default FindingList
