/** Codes of banks: the meaning of each, and the text that people see. */
import { type ReactNode, useState } from 'react'
import type { BulkErrorCodeItem, ConnectorErrorCode, ErrorCategory } from '../../../../sdk/src/generated/cards.ts'
import { useRead } from '../../api/data.ts'
import { useMay } from '../../api/me.ts'
import {
  getConnectorErrorCodes,
  getConnectors,
  postConnectorErrorCodesBulk,
  putConnectorErrorCodesByKey,
} from '../../generated/operations.ts'
import { Action } from '../../parts/action.tsx'
import { useAddress } from '../../parts/address.ts'
import { Filters } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Page } from '../../parts/page.tsx'
import { Reading, StateCard } from '../../parts/reading.tsx'
import { buildBody, listNames, type Member, Members, type Options } from '../../parts/record/members.tsx'
import { RecordDialog } from '../../parts/record/record-dialog.tsx'
import { RowAction } from '../../parts/record/row-action.tsx'
import { RECORD } from '../../parts/record/texts.ts'
import { type Column, Table } from '../../parts/table.tsx'
import { WriteDialog } from '../../parts/write-dialog.tsx'
import { useTexts } from '../../texts/dictionary.ts'
import { useLanguage, useLocale } from '../../texts/language.ts'
import { WORDS } from '../../texts/words.ts'
import { WaitingNotices } from '../waiting/waiting-changes.tsx'
import { TEXTS } from './texts.ts'

const CATEGORIES = [
  'BankDeclined',
  'Technical',
  'Timeout',
  'Validation',
  'Fraud',
  'Configuration',
  'Unknown',
] as const satisfies readonly ErrorCategory[]
/** The interface returns all codes at once; a page of this many stays fast. */
const SHOWN = 100
const CONNECTORS = 100

const ErrorCodes = (): ReactNode => {
  const words = useTexts(TEXTS)
  const [edited, setEdited] = useState<ConnectorErrorCode | 'new' | null>(null)
  const [{ q = '', connector, category }] = useAddress()
  const connectors = useConnectorOptions()
  const codes = useRead(
    getConnectorErrorCodes,
    { query: { connector_code: connector, category: category as ErrorCategory } },
    { keepsRows: true },
  )
  return (
    <Page
      title={words.title}
      hint={words.hint}
      actions={
        <Action operation={postConnectorErrorCodesBulk} onPress={() => setEdited('new')} kind="primary">
          <Icon name="plus" />
          {words.add}
        </Action>
      }
    >
      <WaitingNotices side="routing" isShown={({ kind }) => kind === 'connector_error_code'} />
      <Filters
        find={{ name: 'q', label: words.find }}
        choices={[
          { name: 'connector', label: words.connector, options: connectors },
          { name: 'category', label: words.category, options: CATEGORIES.map((each) => [each, words[each]]) },
        ]}
      />
      <Reading of={codes} lines={8}>
        {(rows) => <Codes rows={rows.filter((row) => fits(row, q))} onEdit={setEdited} />}
      </Reading>
      {edited === 'new' && <NewDialog connectors={connectors} onClose={() => setEdited(null)} />}
      {edited !== null && edited !== 'new' && <EditDialog of={edited} onClose={() => setEdited(null)} />}
    </Page>
  )
}

const fits = (row: ConnectorErrorCode, sought: string): boolean =>
  [row.provider_error_code, row.turkish_message, row.english_message, row.internal_description].some((text) =>
    text?.toLocaleLowerCase('tr').includes(sought.toLocaleLowerCase('tr')),
  )

const useConnectorOptions = (): Options => {
  const may = useMay()
  const connectors = useRead(getConnectors, { query: { page: 1, page_size: CONNECTORS } }, { isOn: may(getConnectors) })
  return (connectors.data?.items ?? []).map(({ code, name }) => [code, name])
}

const Codes = ({
  rows,
  onEdit,
}: {
  rows: readonly ConnectorErrorCode[]
  onEdit: (code: ConnectorErrorCode) => void
}): ReactNode => {
  const words = useTexts(TEXTS)
  const common = useTexts(WORDS)
  const locale = useLocale()
  const language = useLanguage()
  const columns = useColumns(onEdit)
  const [search] = useAddress()
  if (rows.length === 0)
    return Object.keys(search).length > 0 ? (
      <StateCard icon="search" title={common.nothingMatches} hint={common.nothingMatchesHint} />
    ) : (
      <StateCard icon="list" title={words.emptyTitle} hint={words.emptyHint} />
    )
  return (
    <>
      <Table
        caption={words.caption}
        columns={columns}
        rows={rows.slice(0, SHOWN)}
        keyOf={({ id }) => id}
        noteOf={(row) => (language === 'tr' ? row.turkish_message : row.english_message)}
      />
      {rows.length > SHOWN && (
        <p className="quiet small">{words.shown(SHOWN.toLocaleString(locale), rows.length.toLocaleString(locale))}</p>
      )}
    </>
  )
}

const useColumns = (onEdit: (code: ConnectorErrorCode) => void): Column<ConnectorErrorCode>[] => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const language = useLanguage()
  return [
    {
      head: words.code,
      cell: (row) => (
        <strong>
          <code>{row.provider_error_code}</code>
        </strong>
      ),
    },
    {
      head: words.means,
      cell: (row) => (
        <>
          {language === 'tr' ? row.turkish_message : row.english_message}
          {row.internal_description && <span className="block small quiet">{row.internal_description}</span>}
        </>
      ),
    },
    { head: words.category, cell: (row) => words[row.category] },
    { head: words.retry, cell: (row) => (row.should_retry ? record.yes : record.no) },
    { head: words.connector, cell: (row) => row.connector_code },
    {
      head: record.actions,
      isKept: true,
      cell: (row) => (
        <RowAction
          operation={putConnectorErrorCodesByKey}
          text={record.edit}
          of={row.provider_error_code ?? row.id}
          onPress={() => onEdit(row)}
        />
      ),
    },
  ]
}

type Meaning = Omit<BulkErrorCodeItem, 'connector_code' | 'provider_error_code'>

const useMembers = (): readonly Member<Meaning>[] => {
  const words = useTexts(TEXTS)
  return [
    {
      name: 'category',
      label: words.category,
      kind: 'pick',
      isRequired: true,
      options: CATEGORIES.map((each) => [each, words[each]]),
    },
    { name: 'turkish_message', label: words.turkish, maxLength: 500 },
    { name: 'english_message', label: words.english, maxLength: 500 },
    { name: 'internal_description', label: words.internal, kind: 'long', maxLength: 1000 },
    { name: 'http_status_suggestion', label: words.status, kind: 'count' },
    { name: 'should_retry', label: words.retryLabel, kind: 'yes' },
  ]
}

const EditDialog = ({ of, onClose }: { of: ConnectorErrorCode; onClose: () => void }): ReactNode => (
  <RecordDialog
    operation={putConnectorErrorCodesByKey}
    path={{ key: of.id }}
    title={`${useTexts(TEXTS).change}: ${of.provider_error_code ?? ''}`}
    members={useMembers()}
    of={{ ...of }}
    keeps={{ mapped_to_id: of.mapped_to_id }}
    onClose={onClose}
  />
)

const NewDialog = ({ connectors, onClose }: { connectors: Options; onClose: () => void }): ReactNode => {
  const words = useTexts(TEXTS)
  const record = useTexts(RECORD)
  const locale = useLocale()
  const meaning = useMembers()
  const members: readonly Member<BulkErrorCodeItem>[] = [
    { name: 'connector_code', label: words.connector, kind: 'pick', isRequired: true, options: connectors },
    { name: 'provider_error_code', label: words.code, isRequired: true, maxLength: 50 },
    ...meaning,
  ]
  return (
    <WriteDialog
      operation={postConnectorErrorCodesBulk}
      inputOf={(values) => ({ body: { items: [buildBody<BulkErrorCodeItem>(members, values, locale)] } })}
      title={words.add}
      submit={record.save}
      fields={listNames(members)}
      said={record.saved}
      onClose={onClose}
    >
      <Members members={members} />
    </WriteDialog>
  )
}

export default ErrorCodes
