/** Every call to a bank: what was sent, what came back, how long it took. */
import type { ReactNode } from 'react'
import type { ApiRequestLog, ErrorCategory, Operations } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import {
  getApiRequestLogs,
  getApiRequestLogsById,
  getTraceByCorrelationId,
  getTransactionsById,
} from '../../generated/operations.ts'
import { useAddress } from '../../parts/address.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Filters } from '../../parts/filters.tsx'
import { To } from '../../parts/link.tsx'
import { List, PAGE_SIZE, usePage } from '../../parts/list.tsx'
import { Facts, Page } from '../../parts/page.tsx'
import { usePeriod } from '../../parts/period.tsx'
import { Reading } from '../../parts/reading.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { TextBlock } from '../../parts/text-block.tsx'
import { Actor, Id, Status, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { TEXTS } from './texts.ts'

type Query = NonNullable<Operations['GET /api/v1/api-request-logs']['query']>

const CATEGORIES: readonly ErrorCategory[] = [
  'BankDeclined',
  'Technical',
  'Timeout',
  'Validation',
  'Configuration',
  'Fraud',
  'Unknown',
]

/** Parses `00:00:00.1230000` into milliseconds. */
export const parseMilliseconds = (duration: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = duration.split(':').map(Number)
  return Math.round(((hours * 60 + minutes) * 60 + seconds) * 1_000)
}

const RequestList = (): ReactNode => {
  const words = useTexts(TEXTS)
  const [{ q, result, category, request }, change] = useAddress()
  const columns = useColumns(({ id }) => change({ request: id }))
  const requests = useRead(
    getApiRequestLogs,
    {
      query: {
        search_term: q,
        is_success: result === undefined ? undefined : result === 'true',
        error_categories: category as Query['error_categories'],
        ...usePeriod('request_timestamp_from', 'request_timestamp_to'),
        page: usePage(),
        page_size: PAGE_SIZE,
      },
    },
    { keepsRows: true },
  )
  return (
    <Page title={words.title} hint={words.hint}>
      <Filters
        find={{ name: 'q', label: words.find }}
        choices={[
          {
            name: 'result',
            label: words.outcome,
            options: [
              ['true', words.fine],
              ['false', words.wrong],
            ],
          },
          { name: 'category', label: words.category, options: CATEGORIES.map((value) => [value, words[value]]) },
        ]}
        hasPeriod
      />
      <List of={requests} empty={{ title: words.emptyTitle, hint: words.emptyHint }}>
        {(rows) => (
          <Table
            caption={words.caption}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            noteOf={(row) => (
              <>
                {row.connector_code} · <Time at={row.request_timestamp} />
              </>
            )}
          />
        )}
      </List>
      {request !== undefined && <RequestDialog id={request} onClose={() => change({ request: undefined })} />}
    </Page>
  )
}

const useColumns = (onLook: (request: ApiRequestLog) => void): Column<ApiRequestLog>[] => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const locale = useLocale()
  return [
    {
      head: words.call,
      cell: (row) => (
        <>
          <strong>{row.method}</strong> <span className="digest">{row.endpoint}</span>
        </>
      ),
    },
    { head: words.bank, cell: (row) => row.connector_code },
    { head: words.outcome, cell: (row) => <Status value={row.is_success ? 'success' : 'failed'} /> },
    { head: words.answer, cell: (row) => row.status_code ?? <span className="quiet">{words.noAnswer}</span> },
    { head: words.category, cell: (row) => row.error_category && words[row.error_category] },
    {
      head: words.took,
      isFigure: true,
      cell: (row) => words.ms(parseMilliseconds(row.duration).toLocaleString(locale)),
    },
    { head: common.time, cell: (row) => <Time at={row.request_timestamp} /> },
    {
      head: common.details,
      isKept: true,
      cell: (row) => (
        <button type="button" className="button" onClick={() => onLook(row)}>
          {words.look}
          <span className="unseen">: {row.endpoint}</span>
        </button>
      ),
    },
  ]
}

const RequestDialog = ({ id, onClose }: { id: string; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const request = useRead(getApiRequestLogsById, { path: { id } })
  const { data } = request
  return (
    <Dialog
      title={data ? `${data.method} ${data.endpoint}` : words.call}
      isOpen
      onClose={onClose}
      className="wide-modal"
    >
      <Reading of={request} lines={10}>
        {(read) => <Exchange of={read} />}
      </Reading>
    </Dialog>
  )
}

const Exchange = ({ of }: { of: ApiRequestLog }): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const locale = useLocale()
  const may = useMay()
  return (
    <>
      <Facts
        rows={[
          [words.outcome, <Status key="s" value={of.is_success ? 'success' : 'failed'} />],
          [words.answer, of.status_code ?? words.noAnswer],
          [words.category, of.error_category && words[of.error_category]],
          [common.reason, of.error_message],
          [words.took, words.ms(parseMilliseconds(of.duration).toLocaleString(locale))],
          [common.time, <Time key="t" at={of.request_timestamp} />],
          [words.by, of.created_by && <Actor key="b" id={of.created_by} />],
          [words.address, of.caller_address],
          [common.correlation, of.correlation_id && <Id key="c" value={of.correlation_id} />],
        ]}
      />
      <p className="card-end">
        {of.transaction_id !== null && may(getTransactionsById) && (
          <To to={`/payments/${of.transaction_id}`}>{words.payment}</To>
        )}
        {of.correlation_id !== null && may(getTraceByCorrelationId) && (
          <To to={`/traces/${of.correlation_id}`}>{words.trace}</To>
        )}
      </p>
      <div className="beside">
        <section aria-label={words.sent}>
          <h3>{words.sent}</h3>
          <TextBlock label={words.headers} text={of.request_headers} />
          <TextBlock label={words.body} text={of.request_body} />
        </section>
        <section aria-label={words.answered}>
          <h3>{words.answered}</h3>
          <TextBlock label={words.headers} text={of.response_headers} />
          <TextBlock label={words.body} text={of.response_body} />
        </section>
      </div>
    </>
  )
}

export default RequestList
