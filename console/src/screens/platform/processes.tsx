/** Processes of the program: which run, which ended cleanly, which died. */
import type { ReactNode } from 'react'
import type { RunningProcess } from '../../../../sdk/src/generated/identity.ts'
import { useRead } from '../../api/data.ts'
import { getPlatformProcesses } from '../../generated/operations.ts'
import { Page } from '../../parts/page.tsx'
import { Reading } from '../../parts/reading.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { None, Status, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { WORDS } from '../../texts/words.ts'
import { PROCESS_TEXTS } from './texts.ts'

const LOOK_MS = 10_000

const Processes = (): ReactNode => {
  const words = useTexts(PROCESS_TEXTS)
  const columns = useColumns()
  const processes = useRead(getPlatformProcesses, {}, { everyMs: LOOK_MS })
  return (
    <Page title={words.title} hint={words.hint}>
      <Reading of={processes}>
        {({ items }) => (
          <Table
            caption={words.caption}
            columns={columns}
            rows={items}
            keyOf={({ process_no: no }) => String(no)}
            noteOf={(row) => <Status value={toState(row)} />}
          />
        )}
      </Reading>
    </Page>
  )
}

/** A process that runs without a sign of life holds its work but does none of it. */
const toState = ({ status, is_silent }: RunningProcess): string => (is_silent ? 'silent' : status)

const useColumns = (): Column<RunningProcess>[] => {
  const words = useTexts(PROCESS_TEXTS)
  const common = useTexts(WORDS)
  const workOf = ({ serves_requests, runs_jobs }: RunningProcess): string =>
    [serves_requests && words.requests, runs_jobs && words.jobs].filter(Boolean).join(', ') || words.none
  return [
    {
      head: words.host,
      cell: ({ host, pid }) => (
        <>
          <strong>{host}</strong> <span className="quiet">{pid}</span>
        </>
      ),
    },
    { head: common.status, cell: (row) => <Status value={toState(row)} /> },
    { head: words.work, cell: workOf },
    { head: words.version, cell: ({ version }) => version },
    { head: words.started, cell: ({ started }) => <Time at={started} /> },
    { head: words.ended, cell: ({ ended }) => (ended === null ? <None /> : <Time at={ended} />) },
  ]
}

export default Processes
